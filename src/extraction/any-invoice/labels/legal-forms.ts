import { foldLetters } from '../../../domain/values/fold-letters.ts'

/**
 * Recognises legal forms at the start or end of a company name. `KG` is also a unit and `Co` an abbreviation, so the
 * vocabulary lists them only as parts of longer forms: `Co. KG`, `& Co`.
 */
export class LegalForms {
  readonly #forms: string[][]

  constructor(forms: readonly string[]) {
    this.#forms = forms.map(toTokens)
  }

  /** True if the text is only a legal form. */
  isForm(text: string): boolean {
    const tokens = toTokens(text)
    return this.#forms.some((form) => form.length === tokens.length && startsWith(tokens, form))
  }

  /** True for `PT` and `CV`, which precede a name. */
  isPrefix(word: string): boolean {
    return this.isForm(word) && prefixForms.includes(toTokens(word).join(' '))
  }

  /** True for a company name, but not for the name of a shop such as `Toko Melati`, which a company may own. */
  isIncorporated(name: string): boolean {
    return this.isCompanyName(name) && !shopForms.includes(toTokens(name)[0] ?? '')
  }

  /** True for a name that ends with `GmbH` or `Ltd`, but not for `Sinar - Bengkel`. */
  endsWithSuffix(name: string): boolean {
    const last = toTokens(name).at(-1) ?? ''
    return this.endsWithForm(name) && ![...prefixForms, ...shopForms].includes(last)
  }

  /** Returns the name without the legal form at its start. */
  dropForm(name: string): string {
    const [first = '', ...others] = name.split(' ')
    return this.isPrefix(first) ? others.join(' ') : name
  }

  isCompanyName(name: string): boolean {
    return this.startsWithForm(name) || this.endsWithForm(name)
  }

  /** True for `PT Sinar Abadi`. */
  startsWithForm(name: string): boolean {
    const tokens = toTokens(name)
    return this.#forms.some((form) => form.length < tokens.length && startsWith(tokens, form))
  }

  /** True for `Seeblick GmbH`, which is complete. */
  endsWithForm(name: string): boolean {
    const tokens = toTokens(name)
    return this.#forms.some(
      (form) => form.length < tokens.length && startsWith(tokens.slice(-form.length), form),
    )
  }
}

const shopForms = [
  'toko',
  'apotek',
  'apotik',
  'bengkel',
  'hotel',
  'restoran',
  'rumah',
  'percetakan',
  'butik',
  'klinik',
]
const prefixForms = ['pt', 'cv', 'ud', 'pd', 'firma', 'koperasi', 'yayasan', 'perum', 'perumda']

/** Splits a name into normalised tokens: `Müller & Co. KG` becomes muller, &, co, kg, and `s.r.l.` becomes srl. */
function toTokens(text: string): string[] {
  return foldLetters(text)
    .replace(/(?<=\p{L})\.(?=\p{L}(?!\p{L}))/gu, '')
    .split(/[^\p{L}\p{N}&]+/u)
    .filter((token) => token !== '')
}

function startsWith(tokens: string[], form: string[]): boolean {
  return form.every((token, index) => tokens[index] === token)
}
