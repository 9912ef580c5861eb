import { meetText as en } from './en/meet.ts'
import { meetText as id } from './id/meet.ts'
import { currentLanguage } from './ui-text.ts'

const languages = { en, id }

/** Loaded only with meet results. */
export const meetText = () => languages[currentLanguage.get()]
