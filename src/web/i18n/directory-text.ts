import { directoryText as en } from './en/directory.ts'
import { directoryText as id } from './id/directory.ts'
import { currentLanguage } from './ui-text.ts'

const languages = { en, id }

/** Loaded only with the directory page. */
export const directoryText = () => languages[currentLanguage.get()]
