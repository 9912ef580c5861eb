import { createStore } from '../store/store.ts'
import { setLocale } from './locale/locale.ts'
import { en, type UiText } from './en/ui-text.ts'

export const languages = { en: 'English', id: 'Bahasa Indonesia' } as const
export type Language = keyof typeof languages
export const languageCodes = Object.keys(languages) as Language[]

/** UI text in the current language. Read it at render time, because the binding changes. */
export let uiText: UiText = en

/** The current language. Components with UI text re-render when it changes. */
export const currentLanguage = createStore<Language>('en')

/** ID of the element that had the focus when the language changed. */
export const focusedElementId = createStore('')

let requestedLanguage: Language = 'en'

/**
 * Sets the language. Loads languages other than English on demand. If this is called again before the language is
 * loaded, the last call wins.
 */
export async function setLanguage(
  language: Language,
  preferred: readonly string[] = [],
): Promise<void> {
  requestedLanguage = language
  const loaded = language === 'en' ? en : (await import('./id/ui-text.ts')).id
  if (requestedLanguage !== language) return
  uiText = loaded
  setLocale(language, preferred)
  focusedElementId.set(globalThis.document?.activeElement?.id ?? '')
  currentLanguage.set(language)
}

/** Returns the supported language that best matches the browser's preferences. */
export function chooseLanguage(preferred: readonly string[]): Language {
  const known = preferred.map((one) => one.split('-')[0])
  return languageCodes.find((code) => code === known.find((one) => isLanguage(one))) ?? 'en'
}

function isLanguage(text: string | undefined): text is Language {
  return languageCodes.some((code) => code === text)
}
