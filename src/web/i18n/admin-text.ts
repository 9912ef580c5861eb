import { adminText as en } from './en/admin.ts'
import { adminText as id } from './id/admin.ts'
import { currentLanguage } from './ui-text.ts'

const languages = { en, id }

/** Loaded only with the admin page. */
export const adminText = () => languages[currentLanguage.get()]
