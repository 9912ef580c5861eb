import { adminWords as en } from './en/admin.ts'
import { adminWords as id } from './id/admin.ts'
import { currentLanguage } from './words.ts'

const languages = { en, id }

/** Loaded only with the admin page. */
export const adminWords = () => languages[currentLanguage.get()]
