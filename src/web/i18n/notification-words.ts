import { notifyWords as en } from './en/notifications.ts'
import { notifyWords as id } from './id/notifications.ts'
import { currentLanguage } from './words.ts'

const languages = { en, id }

/** Loaded with the pages that offer notifications only. */
export const notifyWords = () => languages[currentLanguage.get()]
