import { dropWords as en } from './en/drop.ts'
import { dropWords as id } from './id/drop.ts'
import { currentLanguage } from './words.ts'

const languages = { en, id }

/** Loaded only when files are dragged over the window. */
export const dropWords = () => languages[currentLanguage.get()]
