import { adminWords as en } from './en/admin.ts'
import { adminWords as id } from './id/admin.ts'
import { currentLanguage } from './words.ts'

const languages = { en, id }

/** The sentences of the operator's page, which the first load does without. */
export const adminWords = () => languages[currentLanguage.get()]
