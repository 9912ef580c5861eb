import { accountText as en } from './en/account.ts'
import { accountText as id } from './id/account.ts'
import { currentLanguage } from './ui-text.ts'

const languages = { en, id }

/** Loaded only with the sign-in, account and invitation pages. */
export const accountText = () => languages[currentLanguage.get()]
