import { isCurrency } from '../../values/numbers.ts'

interface Phrase<Role> {
  role: Role
  tokens: string[]
  compact: string
}

/** Phrases by role; a phrase may have several roles. */
export class Phrases<Role extends string> {
  readonly #phrases: Phrase<Role>[]

  constructor(words: Partial<Record<Role, readonly string[]>>) {
    this.#phrases = (Object.entries(words) as [Role, string[]][])
      .flatMap(([role, phrases]) =>
        phrases.map((phrase) => ({ role, tokens: tokenize(phrase), compact: toCompact(phrase) })),
      )
      .toSorted((a, b) => b.compact.length - a.compact.length)
  }

  /** Roles of a text that equals a phrase. */
  whole(text: string): Role[] {
    const compact = toCompact(text)
    return this.#rolesFor(compact)
  }

  /** Roles of the longest phrase at the start of a text. */
  atStart(text: string): Role[] {
    const tokens = tokenize(text)
    return this.#longest(({ tokens: phrase }) => isPrefix(phrase, tokens))
  }

  /** Roles of the longest phrase anywhere in a text, even across a word break, as in narrow headers. */
  within(text: string): Role[] {
    const tokens = tokenize(text)
    const compact = toCompact(text)
    return this.#longest(
      (phrase) =>
        tokens.some((_, at) => isPrefix(phrase.tokens, tokens.slice(at))) ||
        (phrase.compact.length >= minSplitLength && compact.includes(phrase.compact)),
    )
  }

  #longest(fits: (phrase: Phrase<Role>) => boolean): Role[] {
    const first = this.#phrases.find(fits)
    return first ? this.#rolesFor(first.compact) : []
  }

  #rolesFor(compact: string): Role[] {
    const same = this.#phrases.filter((phrase) => phrase.compact === compact)
    return [...new Set(same.map(({ role }) => role))]
  }
}

/** In letters; shorter phrases also occur inside other words. */
const minSplitLength = 9

/** `12)UNIT PRICE (IDR)` → unit, price, idr. */
export function tokenize(text: string): string[] {
  return foldLetters(text.replace(/^\s*\d+[).]\s*/, ''))
    .replace(/(\p{L})(?=\d)/gu, '$1 ')
    .split(/[^\p{L}\p{N}#@%]+/u)
    .filter((token) => token !== '')
}

/** Drops the currency and unit of a header or label: `Amount (IDR)`, `Quantity/kg`. */
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

function foldLetters(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

function isPrefix(phrase: string[], tokens: string[]): boolean {
  return phrase.every((token, index) => tokens[index] === token)
}
