import { monthWords as en } from './en/month.ts'
import { monthWords as id } from './id/month.ts'
import { currentLanguage } from './words.ts'

const languages = { en, id }

/** Loaded only with the month page. */
export const monthWords = () => languages[currentLanguage.get()]
