import { settingsText as en } from './en/settings.ts'
import { settingsText as id } from './id/settings.ts'
import { currentLanguage } from './ui-text.ts'

const languages = { en, id }

/** Loaded only with the settings page. */
export const settingsText = () => languages[currentLanguage.get()]
