import { foldLetters } from '../../../domain/values/fold-letters.ts'
import { isCurrency } from '../../values/numbers.ts'

interface Phrase<Role> {
  role: Role
  tokens: string[]
  compact: string
}

/** Phrases by role. A phrase may have several roles. */
export class Phrases<Role extends string> {
  /** Keyed by first token. Each list starts with the longest phrase. */
  readonly #byFirstToken = new Map<string, Phrase<Role>[]>()
  /** Phrases that may also match across a word break, longest first. */
  readonly #long: Phrase<Role>[]
  readonly #roles = new Map<string, Role[]>()

  constructor(words: Partial<Record<Role, readonly string[]>>) {
    const phrases = (Object.entries(words) as [Role, string[]][])
      .flatMap(([role, list]) =>
        list.map((phrase) => ({ role, tokens: tokenize(phrase), compact: toCompact(phrase) })),
      )
      .filter(({ tokens }) => tokens.length > 0)
      .toSorted((a, b) => b.compact.length - a.compact.length)
    for (const phrase of phrases) this.#add(phrase)
    this.#long = phrases.filter(({ compact }) => compact.length >= minSplitLength)
  }

  /** Returns the roles of the phrase that matches the whole text. */
  matchWhole(text: string): Role[] {
    return this.#roles.get(toCompact(text)) ?? []
  }

  /** Returns the roles of the longest phrase at the start of the text. */
  matchStart(text: string): Role[] {
    return this.#rolesFor(this.#startingAt(tokenize(text), 0))
  }

  /**
   * Returns the roles of the longest phrase anywhere in the text, including phrases in which a narrow header breaks a
   * word.
   */
  matchAnywhere(text: string): Role[] {
    const tokens = tokenize(text)
    const compact = tokens.join('')
    const found = [
      ...tokens.map((_, at) => this.#startingAt(tokens, at)),
      this.#long.find((phrase) => compact.includes(phrase.compact)),
    ].filter((phrase) => phrase !== undefined)
    return this.#rolesFor(found.toSorted((a, b) => b.compact.length - a.compact.length)[0])
  }

  #add(phrase: Phrase<Role>): void {
    const [first = ''] = phrase.tokens
    this.#byFirstToken.set(first, [...(this.#byFirstToken.get(first) ?? []), phrase])
    const roles = new Set([...(this.#roles.get(phrase.compact) ?? []), phrase.role])
    this.#roles.set(phrase.compact, [...roles])
  }

  #startingAt(tokens: string[], at: number): Phrase<Role> | undefined {
    const phrases = this.#byFirstToken.get(tokens[at] ?? '') ?? []
    return phrases.find(({ tokens: phrase }) => isAt(phrase, tokens, at))
  }

  #rolesFor(phrase: Phrase<Role> | undefined): Role[] {
    return (phrase && this.#roles.get(phrase.compact)) ?? []
  }
}

/**
 * Minimum length, in letters, of phrases that may match across a word break. Shorter phrases also occur inside other
 * words.
 */
const minSplitLength = 9

/** Splits text into lower-case words: `12)UNIT PRICE (IDR)` → unit, price, idr. */
export function tokenize(text: string): string[] {
  return foldLetters(text.replace(/^\s*\d+[).]\s*/, ''))
    .replace(/(\p{L})(?=\d)/gu, '$1 ')
    .split(/[^\p{L}\p{N}#@%]+/u)
    .filter((token) => token !== '')
}

/** Drops the currency and unit from a header or label: `Amount (IDR)`, `Quantity/kg`. */
export function dropUnitAndCurrency(text: string): string {
  const bare = text.replace(/\([^)]*\)/g, ' ').replace(/\/\s*\S+$/, '')
  return bare
    .split(/\s+/)
    .filter((word) => !isCurrency(word))
    .join(' ')
}

function toCompact(text: string): string {
  return tokenize(text).join('')
}

function isAt(phrase: string[], tokens: string[], at: number): boolean {
  return phrase.every((token, index) => tokens[at + index] === token)
}
