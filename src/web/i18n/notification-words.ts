import { notifyWords as en } from './en/notifications.ts'
import { notifyWords as id } from './id/notifications.ts'
import { currentLanguage } from './words.ts'

const languages = { en, id }

/** Loaded only with pages that offer notifications. */
export const notifyWords = () => languages[currentLanguage.get()]
