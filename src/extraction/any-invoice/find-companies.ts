import type { InvoiceVocabulary } from '../../domain/mapping/invoice-vocabulary.ts'
import { findLabel } from '../text/labels.ts'
import type { TextDocument } from '../text/text-document.ts'
import { type Segment, toSegment } from '../text/text-lines.ts'
import { type FieldReader, type FieldSearch, type Finding, findField } from './find-field.ts'
import { LegalForms } from './legal-forms.ts'
import { tokenize } from './labels/phrases.ts'

/** Longer text is a sentence that mentions a company. */
const maxNameWords = 9

/** In ems: half the height of an address block. */
const blockReachEm = 5

/** Finds seller and buyer by label, otherwise by position. */
export function findCompanies(
  search: FieldSearch,
  { fields, legal_forms }: InvoiceVocabulary,
): { seller: Finding | undefined; buyer: Finding | undefined } {
  const { document, table_top } = search
  const forms = new LegalForms(legal_forms)
  const companies = document.segments
    .map(dropSenderAddress)
    .filter((segment) => isCompany(segment, forms))
  const labelledBuyer = findField(fields['buyer.name'], search, companyNameReader)
    .map((found) => ({ ...found, is_sure: found.is_sure || forms.marks(found.value) }))
    .concat(
      fields['buyer.name'].sure.flatMap(
        (label) => findBesideLabel(label, document, companies) ?? [],
      ),
    )
    .toSorted((a, b) => Number(b.is_sure) - Number(a.is_sure))[0]
  const [labelledSeller] = findField(fields['seller.name'], search, companyNameReader)
  const seller = labelledSeller ?? toFinding(guessSeller(companies, labelledBuyer, table_top))
  const first = companies.find(
    ({ page, baseline, text }) =>
      page === 1 &&
      baseline < table_top &&
      (!seller || companyKey(text) !== companyKey(seller.value)),
  )
  return { seller, buyer: labelledBuyer ?? toFinding(first) }
}

/** The seller is named most often, and below the table beside its bank account or signature; so are banks. */
function guessSeller(
  companies: Segment[],
  buyer: Finding | undefined,
  table_top: number,
): Segment | undefined {
  const others = companies.filter(
    ({ text }) => !buyer || companyKey(text) !== companyKey(buyer.value),
  )
  const score = (company: Segment) => {
    const same = others.filter(({ text }) => companyKey(text) === companyKey(company.text))
    const isAtFoot = same.some(({ page, baseline }) => page === 1 && baseline > table_top)
    const isBank = tokenize(company.text).includes('bank')
    return same.length + (isAtFoot ? 3 : 0) - (isBank ? 5 : 0)
  }
  return others.toSorted((a, b) => score(b) - score(a))[0]
}

/** A company in the block to the right of a label that is vertically centred on it. */
function findBesideLabel(
  label: string,
  document: TextDocument,
  companies: Segment[],
): Finding | undefined {
  const [match] = findLabel(label, document.segments).filter(
    ({ fit, rest }) => fit !== 'beginning' && !rest,
  )
  const beside = companies.filter(({ page, box, baseline, font_size }) => {
    const step = Math.abs(baseline - (match?.label.baseline ?? Infinity))
    return (
      match?.label.page === page && box[0] > match.label.box[2] && step <= blockReachEm * font_size
    )
  })
  const found = toFinding(beside[0])
  return found && { ...found, is_sure: true }
}

const companyNameReader: FieldReader = {
  is_name: true,
  read: (text) => (/\p{L}{2}/u.test(text) && !/[:]|^[\d(]/.test(text) ? text : undefined),
}

/** Return address above a window: `Beispiel GmbH · Nebelweg 3 · 99999 Traumstadt`. */
function dropSenderAddress(segment: Segment): Segment {
  const end = segment.words.findIndex(({ text }) => /^[·•|]$/.test(text))
  return end > 0 ? toSegment(segment.words.slice(0, end), segment.page) : segment
}

function isCompany({ text, words }: Segment, forms: LegalForms): boolean {
  const tokens = tokenize(text)
  return (
    words.length <= maxNameWords &&
    tokens.length >= 2 &&
    !text.includes(':') &&
    !/[\d@]/.test(text) &&
    forms.marks(text)
  )
}

/** Case, hyphens and dots do not distinguish companies. */
function companyKey(text: string): string {
  return tokenize(text).join('')
}

/** Found by elimination, hence never certain. */
function toFinding(segment: Segment | undefined): Finding | undefined {
  if (!segment) return undefined
  const { page, box, text } = segment
  return { value: text, location: { page, box, text }, is_sure: false }
}
