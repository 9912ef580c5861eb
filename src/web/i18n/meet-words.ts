import { meetWords as en } from './en/meet.ts'
import { meetWords as id } from './id/meet.ts'
import { currentLanguage } from './words.ts'

const languages = { en, id }

/** Loaded only with meet results. */
export const meetWords = () => languages[currentLanguage.get()]
