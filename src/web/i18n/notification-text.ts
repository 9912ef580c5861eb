import { notificationText as en } from './en/notifications.ts'
import { notificationText as id } from './id/notifications.ts'
import { currentLanguage } from './ui-text.ts'

const languages = { en, id }

/** Loaded only with pages that offer notifications. */
export const notificationText = () => languages[currentLanguage.get()]
