import { monthText as en } from './en/month.ts'
import { monthText as id } from './id/month.ts'
import { currentLanguage } from './ui-text.ts'

const languages = { en, id }

/** Loaded only with the month page. */
export const monthText = () => languages[currentLanguage.get()]
