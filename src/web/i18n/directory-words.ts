import { directoryWords as en } from './en/directory.ts'
import { directoryWords as id } from './id/directory.ts'
import { currentLanguage } from './words.ts'

const languages = { en, id }

/** The sentences of the directory, which the first load does without. */
export const directoryWords = () => languages[currentLanguage.get()]
