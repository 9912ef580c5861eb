import {
  languageCodes,
  chooseLanguage,
  type Language,
  setLanguage,
  currentLanguage,
} from '../i18n/ui-text.ts'
import { parseOption, storedValue } from '../store/stored-value.ts'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** The language that the user chose; null for the browser's language. */
export const chosenLanguage = storedValue<Language | null>(
  'language',
  null,
  parseOption(languageCodes),
)
export const chosenTheme = storedValue<Theme>('theme', 'system', parseOption(themes))
/** Name of the user's company in the directory; empty if not set. */
export const companyName = storedValue<string>('company', '', (stored) =>
  typeof stored === 'string' ? stored : undefined,
)
/** Whether single-letter shortcuts are on. They interfere with speech input, so users can turn them off. */
export const letterShortcuts = storedValue<boolean>('shortcuts', true, (stored) =>
  typeof stored === 'boolean' ? stored : undefined,
)

/** Applies the language and the theme now and on every change. public/boot.js sets the theme before the first paint. */
export async function applyPreferences(): Promise<void> {
  chosenTheme.subscribe(applyTheme)
  chosenLanguage.subscribe(() => void applyLanguage())
  applyTheme()
  await applyLanguage()
}

async function applyLanguage(): Promise<void> {
  const { languages } = navigator
  await setLanguage(chosenLanguage.get() ?? chooseLanguage(languages), languages)
  document.documentElement.lang = currentLanguage.get()
}

function applyTheme(): void {
  const theme = chosenTheme.get()
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}
