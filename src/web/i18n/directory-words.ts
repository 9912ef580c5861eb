import { directoryWords as en } from './en/directory.ts'
import { directoryWords as id } from './id/directory.ts'
import { currentLanguage } from './words.ts'

const languages = { en, id }

/** Loaded only with the directory page. */
export const directoryWords = () => languages[currentLanguage.get()]
