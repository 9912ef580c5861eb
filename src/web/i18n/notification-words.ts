import { notifyWords as en } from './en/notifications.ts'
import { notifyWords as id } from './id/notifications.ts'
import { currentLanguage } from './words.ts'

const languages = { en, id }

/** The sentences about being told, which the first load does without. */
export const notifyWords = () => languages[currentLanguage.get()]
