import { createStore } from '../store/store.ts'
import { setLocale } from './locale/locale.ts'
import { en, type Words } from './en/words.ts'

export const languages = { en: 'English', id: 'Bahasa Indonesia' } as const
export type Language = keyof typeof languages
export const languageCodes = Object.keys(languages) as Language[]

/** Every sentence of the web app, in the language that is spoken now: read it when it is said, not before. */
export let words: Words = en

/** Whoever shows words renders anew when this changes. */
export const currentLanguage = createStore<Language>('en')

/** The id of what had the focus when the language changed. */
export const focusedElementId = createStore('')

let asked: Language = 'en'

/**
 * The rest of the page waits for it: a language that is not English is a file of its own. One that was asked for
 * meanwhile is spoken instead.
 */
export async function setLanguage(
  language: Language,
  preferred: readonly string[] = [],
): Promise<void> {
  asked = language
  const loaded = language === 'en' ? en : (await import('./id/words.ts')).id
  if (asked !== language) return
  words = loaded
  setLocale(language, preferred)
  focusedElementId.set(globalThis.document?.activeElement?.id ?? '')
  currentLanguage.set(language)
}

/** What a browser that was told nothing should speak. */
export function languageFor(preferred: readonly string[]): Language {
  const known = preferred.map((one) => one.split('-')[0])
  return languageCodes.find((code) => code === known.find((one) => isLanguage(one))) ?? 'en'
}

function isLanguage(text: string | undefined): text is Language {
  return languageCodes.some((code) => code === text)
}
