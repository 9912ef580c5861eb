import type { InvoiceVocabulary } from '../../../domain/mapping/invoice-vocabulary.ts'
import { tokenize } from '../labels/phrases.ts'

type FieldName = keyof InvoiceVocabulary['fields']
/** A phrase's meaning: a certain or likely label for a field, or a document title. */
export type LabelMeaning = `${FieldName}_sure` | `${FieldName}_likely` | 'title'

export interface PhraseMatch {
  meanings: ReadonlySet<LabelMeaning>
  /** Token counts for the phrase and for the text that contains it. */
  length: number
  of: number
  /** Index of the phrase's first token. */
  start: number
}

const maxPhraseTokens = 6
/**
 * Minimum length of a word that distinguishes date labels. Shorter words are prepositions, such as `a` in `a fecha`.
 */
const minDateWordLength = 3
/** Minimum length of a title to search for inside words, because unrelated words may contain shorter titles. */
const minTitleLength = 5

/** Looks up label meanings in the vocabulary. */
export class LabelIndex {
  readonly #phrases = new Map<string, Set<LabelMeaning>>()
  readonly #compact = new Map<string, Set<LabelMeaning>>()
  readonly #titles: string[]
  readonly #numberWords: ReadonlySet<string>
  readonly #dateWords: ReadonlySet<string>

  constructor({ fields, titles }: InvoiceVocabulary) {
    for (const [name, { sure, likely }] of Object.entries(fields)) {
      for (const phrase of sure) this.#add(phrase, `${name}_sure` as LabelMeaning)
      for (const phrase of likely) this.#add(phrase, `${name}_likely` as LabelMeaning)
    }
    for (const title of titles) this.#add(title, 'title')
    this.#titles = titles
      .map((title) => tokenize(title))
      .flatMap(([word, ...more]) => (word && more.length === 0 ? [word] : []))
      .filter((word) => word.length >= minTitleLength)
    this.#numberWords = collectWords(fields.number.likely, this.#titles)
    this.#dateWords = new Set(
      [...collectWords(fields.date.likely, [])].filter((word) => word.length >= minDateWordLength),
    )
  }

  /** Returns the longest phrase in the text, or the last of several with the same length. */
  find(text: string): PhraseMatch | undefined {
    const tokens = tokenize(text)
    const whole = this.#compact.get(tokens.join(''))
    if (whole) return { meanings: whole, length: tokens.length, of: tokens.length, start: 0 }
    for (let length = Math.min(maxPhraseTokens, tokens.length); length > 0; length--) {
      for (let start = tokens.length - length; start >= 0; start--) {
        const found = this.#phrases.get(tokens.slice(start, start + length).join(' '))
        if (found) return { meanings: found, length, of: tokens.length, start }
      }
    }
    return undefined
  }

  /** Returns the longest phrase at the start of the text. */
  findAtStart(text: string): PhraseMatch | undefined {
    const tokens = tokenize(text)
    for (let length = Math.min(maxPhraseTokens, tokens.length); length > 0; length--) {
      const found = this.#phrases.get(tokens.slice(0, length).join(' '))
      if (found) return { meanings: found, length, of: tokens.length, start: 0 }
    }
    return undefined
  }

  /** True if a word contains a title: `Handelsrechnung`, `Faktur-Nr`. */
  hasTitle(text: string): boolean {
    return tokenize(text).some((token) => this.#titles.some((title) => token.includes(title)))
  }

  hasNumberWord(text: string): boolean {
    return tokenize(text).some(
      (token) => this.#numberWords.has(token) || /(nummer|nr)$/.test(token),
    )
  }

  hasDateWord(text: string): boolean {
    return tokenize(text).some((token) => this.#isDateWord(token))
  }

  /** True if a date label has no other words. False for `Event date`, which is the date of something else. */
  hasOnlyDateWords(text: string): boolean {
    return tokenize(text).every(
      (token) =>
        this.#isDateWord(token) || token.length < minDateWordLength || !/^\p{L}+$/u.test(token),
    )
  }

  #isDateWord(token: string): boolean {
    return this.#dateWords.has(token) || /(datum|date)$/.test(token)
  }

  #add(phrase: string, meaning: LabelMeaning): void {
    const tokens = tokenize(phrase)
    if (tokens.length === 0) return
    addTo(this.#phrases, tokens.join(' '), meaning)
    addTo(this.#compact, tokens.join(''), meaning)
  }
}

function addTo(map: Map<string, Set<LabelMeaning>>, key: string, meaning: LabelMeaning): void {
  const known = map.get(key)
  if (known) known.add(meaning)
  else map.set(key, new Set([meaning]))
}

function collectWords(phrases: readonly string[], except: readonly string[]): Set<string> {
  const words = phrases.flatMap((phrase) => tokenize(phrase))
  return new Set(words.filter((word) => !except.includes(word)))
}

const indexes = new WeakMap<InvoiceVocabulary, LabelIndex>()

/** Caches one index per vocabulary, because building it takes longer than reading a document. */
export function indexLabels(vocabulary: InvoiceVocabulary): LabelIndex {
  const index = indexes.get(vocabulary) ?? new LabelIndex(vocabulary)
  indexes.set(vocabulary, index)
  return index
}
