import { isCurrency } from '../values/numbers.ts'

interface Phrase<Role> {
  role: Role
  tokens: string[]
  squeezed: string
}

/** Words under the roles they may play; the same words may stand under several. */
export class Phrases<Role extends string> {
  readonly #phrases: Phrase<Role>[]

  constructor(words: Partial<Record<Role, readonly string[]>>) {
    this.#phrases = (Object.entries(words) as [Role, string[]][])
      .flatMap(([role, phrases]) =>
        phrases.map((phrase) => ({ role, tokens: tokensOf(phrase), squeezed: squeeze(phrase) })),
      )
      .toSorted((a, b) => b.squeezed.length - a.squeezed.length)
  }

  /** The roles of a text that is such a phrase and nothing else. */
  whole(text: string): Role[] {
    const squeezed = squeeze(text)
    return this.#rolesOf(squeezed)
  }

  /** The roles of the longest phrase with which a text begins. */
  atStart(text: string): Role[] {
    const tokens = tokensOf(text)
    return this.#longest(({ tokens: phrase }) => isPrefix(phrase, tokens))
  }

  /** The roles of the longest phrase anywhere in a text, which may cut words in two, as narrow heads do. */
  within(text: string): Role[] {
    const tokens = tokensOf(text)
    const squeezed = squeeze(text)
    return this.#longest(
      (phrase) =>
        tokens.some((_, at) => isPrefix(phrase.tokens, tokens.slice(at))) ||
        (phrase.squeezed.length >= shortestCut && squeezed.includes(phrase.squeezed)),
    )
  }

  #longest(fits: (phrase: Phrase<Role>) => boolean): Role[] {
    const first = this.#phrases.find(fits)
    return first ? this.#rolesOf(first.squeezed) : []
  }

  #rolesOf(squeezed: string): Role[] {
    const same = this.#phrases.filter((phrase) => phrase.squeezed === squeezed)
    return [...new Set(same.map(({ role }) => role))]
  }
}

/** In letters: shorter phrases turn up within other words. */
const shortestCut = 9

/** `12)UNIT PRICE (IDR)` → unit, price, idr. */
export function tokensOf(text: string): string[] {
  return bareLetters(text.replace(/^\s*\d+[).]\s*/, ''))
    .replace(/(\p{L})(?=\d)/gu, '$1 ')
    .split(/[^\p{L}\p{N}#@%]+/u)
    .filter((token) => token !== '')
}

/** A head or label without what only tells its currency or unit: `Amount (IDR)`, `Quantity/kg`. */
export function withoutRemarks(text: string): string {
  const bare = text.replace(/\([^)]*\)/g, ' ').replace(/\/\s*\S+$/, '')
  return bare
    .split(/\s+/)
    .filter((word) => !isCurrency(word))
    .join(' ')
}

function squeeze(text: string): string {
  return tokensOf(text).join('')
}

function bareLetters(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

function isPrefix(phrase: string[], tokens: string[]): boolean {
  return phrase.every((token, index) => tokens[index] === token)
}
