import { accountWords as en } from './en/account.ts'
import { accountWords as id } from './id/account.ts'
import { currentLanguage } from './words.ts'

const languages = { en, id }

/** Loaded only with the sign-in, account and invitation pages. */
export const accountWords = () => languages[currentLanguage.get()]
