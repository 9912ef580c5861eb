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
