import { notificationWords as en } from './en/notifications.ts'
import { notificationWords as id } from './id/notifications.ts'
import { currentLanguage } from './words.ts'

const languages = { en, id }

/** Loaded only with pages that offer notifications. */
export const notificationWords = () => languages[currentLanguage.get()]
