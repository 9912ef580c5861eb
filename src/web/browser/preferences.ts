import {
  languageCodes,
  languageFor,
  type Language,
  setLanguage,
  currentLanguage,
} from '../i18n/words.ts'
import { parseOption, storedValue } from '../store/stored-value.ts'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** Null follows the browser. */
export const chosenLanguage = storedValue<Language | null>(
  'language',
  null,
  parseOption(languageCodes),
)
export const chosenTheme = storedValue<Theme>('theme', 'system', parseOption(themes))
/** Letters as shortcuts get in the way of those who speak to their computer. */
export const letterShortcuts = storedValue<boolean>('shortcuts', true, (kept) =>
  typeof kept === 'boolean' ? kept : undefined,
)

/** Makes the page follow the settings from now on. public/boot.js has done so before the first paint. */
export async function applyPreferences(): Promise<void> {
  chosenTheme.subscribe(applyTheme)
  chosenLanguage.subscribe(() => void applyLanguage())
  applyTheme()
  await applyLanguage()
}

async function applyLanguage(): Promise<void> {
  const { languages } = navigator
  await setLanguage(chosenLanguage.get() ?? languageFor(languages), languages)
  document.documentElement.lang = currentLanguage.get()
}

function applyTheme(): void {
  const theme = chosenTheme.get()
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}
