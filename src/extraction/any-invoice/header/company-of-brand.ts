import type { Word } from '../../../domain/reading/reading.ts'
import { boundingBox, joinWords, type Segment } from '../../text/text-lines.ts'
import { tokenize } from '../labels/phrases.ts'
import { type Candidate, toValueKey } from './candidate.ts'
import type { LegalForms } from '../labels/legal-forms.ts'
import type { PageView } from './page-view.ts'
import type { RankedCandidate } from './ranker.ts'

const maxNameWords = 6
/** Minimum length of the word that brand and company share. */
const minSharedLetters = 4

interface Search {
  view: PageView
  forms: LegalForms
  /** All names on the page. Those that a label assigns to the buyer are not the seller. */
  names: readonly Candidate[]
}

/**
 * Returns the company that owns a brand in a letterhead: `PT Rasa Boga`, printed in small type, for `Rasa Catering`.
 * The company's first word must be part of the brand, and no other company on the page may match.
 */
export function findCompanyOfBrand(
  seller: RankedCandidate,
  buyer: RankedCandidate | undefined,
  { view, forms, names }: Search,
): RankedCandidate | undefined {
  const brand = tokenize(seller.value)
  if (forms.isIncorporated(seller.value)) return undefined
  const others = new Set(
    names
      .filter(({ features }) =>
        features.some((name) => name === 'section_buyer' || name === 'section_ship'),
      )
      .map(({ key }) => key),
  )
  const found = view.document.segments
    .filter((segment) => !view.isInRows(segment))
    .flatMap((segment) => findCompanies(segment, brand, forms))
    .filter(({ key }) => key !== buyer?.key && !others.has(key) && !seller.key.includes(key))
    // The letterhead's own name with a legal form is the same name.
    .filter(({ value }) => !isSameName(value, seller.value, forms))
  const [first, ...rest] = found
  if (!first || rest.some(({ key }) => key !== first.key)) return undefined
  return { ...seller, ...first }
}

function isSameName(company: string, brand: string, forms: LegalForms): boolean {
  const rest = company.slice(brand.length)
  return company.toLowerCase().startsWith(brand.toLowerCase()) && forms.isForm(rest)
}

type Company = Pick<Candidate, 'value' | 'key' | 'location'>

function findCompanies(segment: Segment, brand: string[], forms: LegalForms): Company[] {
  const { words } = segment
  return words.flatMap((_, at) => {
    const name = takeAfterForm(words, at, forms) ?? takeBeforeForm(words, at, brand, forms)
    if (!name || !isOfBrand(tokenize(forms.dropForm(joinWords(name))), brand)) return []
    const value = joinWords(name).replace(/[,;]+$|(?<=\p{L}{5})\.$/u, '')
    const location = { page: segment.page, box: boundingBox(name), text: segment.text }
    return [{ value, key: toValueKey(value), location }]
  })
}

/** True if the company's first word is part of the brand. A short word is not enough: `Van der Meulen`. */
function isOfBrand([first = '', second]: string[], brand: string[]): boolean {
  if (first.length >= minSharedLetters) return brand.includes(first)
  return second !== undefined && first === brand[0] && second === brand[1]
}

/** Returns `PT Rasa Boga` from `PT Rasa Boga, Jl. Melati 5` and `PT Rasa Boga - Jl. Melati 5`. */
function takeAfterForm(words: Word[], at: number, forms: LegalForms): Word[] | undefined {
  const form = words[at]
  if (!form || !forms.isPrefix(form.text)) return undefined
  const name = [form]
  for (const word of words.slice(at + 1, at + 1 + maxNameWords)) {
    if (!/^["'(]?\p{Lu}|^&$/u.test(word.text)) break
    name.push(word)
    if (/[,;)]$/.test(word.text)) break
  }
  return name.length > 1 ? name : undefined
}

/** Returns `Harrow Foods Limited` from `A trading name of Harrow Foods Limited` if the brand starts with `Harrow`. */
function takeBeforeForm(
  words: Word[],
  at: number,
  [firstOfBrand]: string[],
  forms: LegalForms,
): Word[] | undefined {
  const start = words.findLastIndex(
    ({ text }, index) => index < at && tokenize(text)[0] === firstOfBrand,
  )
  const name = words.slice(start, at + 1)
  if (start < 0 || name.length < 2 || name.length > maxNameWords + 2) return undefined
  const isWhole = forms.endsWithSuffix(joinWords(name))
  const next = words[at + 1]
  const isLonger = next !== undefined && forms.endsWithSuffix(joinWords([...name, next]))
  return isWhole && !isLonger ? name : undefined
}
