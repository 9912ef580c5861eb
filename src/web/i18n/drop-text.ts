import { dropText as en } from './en/drop.ts'
import { dropText as id } from './id/drop.ts'
import { currentLanguage } from './ui-text.ts'

const languages = { en, id }

/** Loaded only when files are dragged over the window. */
export const dropText = () => languages[currentLanguage.get()]
