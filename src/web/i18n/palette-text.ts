import { paletteText as en } from './en/palette.ts'
import { paletteText as id } from './id/palette.ts'
import { currentLanguage } from './ui-text.ts'

const languages = { en, id }

/** Loaded only with the command palette. */
export const paletteText = () => languages[currentLanguage.get()]
