import { settingsWords as en } from './en/settings.ts'
import { settingsWords as id } from './id/settings.ts'
import { currentLanguage } from './words.ts'

const languages = { en, id }

/** Loaded only with the settings page. */
export const settingsWords = () => languages[currentLanguage.get()]
