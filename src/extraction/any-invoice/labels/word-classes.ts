import { foldLetters } from '../../../domain/values/fold-letters.ts'

/** Words by class, as a vocabulary lists them. `*steuer` also matches compounds such as `Mehrwertsteuer`. */
export type WordLists<Class extends string> = Readonly<Record<Class, readonly string[]>>

/** Tests whether a normalised label contains a word from a class. */
export class WordClasses<Class extends string> {
  readonly #patterns: Record<Class, RegExp>

  constructor(lists: WordLists<Class>) {
    const entries = Object.entries<readonly string[]>(lists)
    this.#patterns = Object.fromEntries(
      entries.map(([name, words]) => [name, buildPattern(words)]),
    ) as Record<Class, RegExp>
  }

  has(label: string, name: Class): boolean {
    return this.#patterns[name].test(label)
  }

  /** True if the whole label is one word or phrase from the class. */
  equals(label: string, name: Class): boolean {
    return this.#patterns[name].exec(label)?.[0].trim() === label
  }

  /**
   * True if every word of class `part` in the label is within a phrase of class `name`, like `duty` in `stamp duty`.
   */
  covers(label: string, name: Class, part: Class): boolean {
    const all = new RegExp(this.#patterns[name], 'gu')
    return this.has(label, name) && !this.has(label.replaceAll(all, ' '), part)
  }

  /** Counts the words before the first one of the class that belong to no class. Returns 0 if the label has none. */
  countUnknownBefore(label: string, name: Class): number {
    const at = this.#patterns[name].exec(label)?.index ?? 0
    const before = label.slice(0, at).split(' ')
    const known = Object.values<RegExp>(this.#patterns)
    return before.filter((word) => /\p{L}/u.test(word) && !known.some((it) => it.test(word))).length
  }

  startsWith(label: string, name: Class): boolean {
    return this.#patterns[name].exec(label)?.index === 0
  }
}

/** Normalises case, removes accents and optional punctuation, and joins spaced letters: `T o t a l`. */
export function normaliseLabel(text: string): string {
  return foldLetters(text)
    .replaceAll('ß', 'ss')
    .replace(/(?<=\b\p{L})\.(?=\p{L}\b)/gu, '')
    .replace(/[^\p{L}\p{N}%#&/°º№*+@'-]+/gu, ' ')
    .replace(/(?<=\s|^)[-']|[-'](?=\s|$)/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/(?<![^ ])\p{L}(?: \p{L}){2,}(?![^ ])/gu, (letters) => letters.replaceAll(' ', ''))
    .trim()
}

function buildPattern(words: readonly string[]): RegExp {
  const longestFirst = words.map(toPattern).toSorted((a, b) => b.length - a.length)
  return new RegExp(`(?:^|(?<=[^\\p{L}]))(?:${longestFirst.join('|')})(?=$|[^\\p{L}])`, 'u')
}

function toPattern(word: string): string {
  const isCompound = word.startsWith('*')
  const body = normaliseLabel(isCompound ? word.slice(1) : word).replace(
    /[.*+?^${}()|[\]\\/]/g,
    '\\$&',
  )
  return isCompound ? `\\p{L}*${body}` : body
}
