import { languageCodes, languageFor, type Language, speak, spokenLanguage } from '../i18n/words.ts'
import { oneOf, remembered } from '../store/stored-value.ts'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** Null follows the browser. */
export const chosenLanguage = remembered<Language | null>('language', null, oneOf(languageCodes))
export const chosenTheme = remembered<Theme>('theme', 'system', oneOf(themes))
/** Letters as shortcuts get in the way of those who speak to their computer. */
export const letterShortcuts = remembered<boolean>('shortcuts', true, (kept) =>
  typeof kept === 'boolean' ? kept : undefined,
)

/** Makes the page follow the settings from now on. public/boot.js has done so before the first paint. */
export async function followSettings(): Promise<void> {
  chosenTheme.subscribe(showTheme)
  chosenLanguage.subscribe(() => void showLanguage())
  showTheme()
  await showLanguage()
}

async function showLanguage(): Promise<void> {
  const { languages } = navigator
  await speak(chosenLanguage.get() ?? languageFor(languages), languages)
  document.documentElement.lang = spokenLanguage.get()
}

function showTheme(): void {
  const theme = chosenTheme.get()
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}
