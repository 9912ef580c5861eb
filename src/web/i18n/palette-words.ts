import { paletteWords as en } from './en/palette.ts'
import { paletteWords as id } from './id/palette.ts'
import { currentLanguage } from './words.ts'

const languages = { en, id }

/** Loaded only with the command palette. */
export const paletteWords = () => languages[currentLanguage.get()]
