import type { InvoiceVocabulary } from '../../domain/mapping/invoice-vocabulary.ts'
import { findLabel } from '../text/labels.ts'
import type { TextDocument } from '../text/text-document.ts'
import { type Segment, toSegment } from '../text/text-lines.ts'
import { type FieldKind, type FieldSearch, type Finding, findField } from './find-field.ts'
import { tokensOf } from './phrases.ts'

/** In words: what is longer is a sentence that speaks of a company. */
const longestName = 9

/** In ems: half the height of a block with a name and an address. */
const blockReach = 5

/** Who sells and who buys: by their labels, else by where companies are named. */
export function findCompanies(
  search: FieldSearch,
  { fields, legal_forms }: InvoiceVocabulary,
): { seller: Finding | undefined; buyer: Finding | undefined } {
  const { document, table_top } = search
  const forms = new Set(legal_forms.map((form) => tokensOf(form).join('')))
  const companies = document.segments.map(senderOf).filter((segment) => isCompany(segment, forms))
  const named = findField(fields['buyer.name'], search, companyName)
    .map((found) => ({ ...found, is_sure: found.is_sure || isNamed(found.value, forms) }))
    .concat(
      fields['buyer.name'].sure.flatMap((label) => besideLabel(label, document, companies) ?? []),
    )
    .toSorted((a, b) => Number(b.is_sure) - Number(a.is_sure))[0]
  const [labelled] = findField(fields['seller.name'], search, companyName)
  const seller = labelled ?? toFinding(likelySeller(companies, named, table_top))
  const first = companies.find(
    ({ page, baseline, text }) =>
      page === 1 && baseline < table_top && (!seller || keyOf(text) !== keyOf(seller.value)),
  )
  return { seller, buyer: named ?? toFinding(first) }
}

/** Who sells is named most often, and at the foot: on its account, by its signature. Banks are named there too. */
function likelySeller(
  companies: Segment[],
  buyer: Finding | undefined,
  table_top: number,
): Segment | undefined {
  const others = companies.filter(({ text }) => !buyer || keyOf(text) !== keyOf(buyer.value))
  const score = (company: Segment) => {
    const same = others.filter(({ text }) => keyOf(text) === keyOf(company.text))
    const isAtFoot = same.some(({ page, baseline }) => page === 1 && baseline > table_top)
    const isBank = tokensOf(company.text).includes('bank')
    return same.length + (isAtFoot ? 3 : 0) - (isBank ? 5 : 0)
  }
  return others.toSorted((a, b) => score(b) - score(a))[0]
}

/** A company in the block to the right of a label that stands at its middle. */
function besideLabel(
  label: string,
  document: TextDocument,
  companies: Segment[],
): Finding | undefined {
  const [place] = findLabel(label, document.segments).filter(
    ({ fit, rest }) => fit !== 'beginning' && !rest,
  )
  const beside = companies.filter(({ page, box, baseline, font_size }) => {
    const step = Math.abs(baseline - (place?.label.baseline ?? Infinity))
    return (
      place?.label.page === page && box[0] > place.label.box[2] && step <= blockReach * font_size
    )
  })
  const found = toFinding(beside[0])
  return found && { ...found, is_sure: true }
}

const companyName: FieldKind = {
  is_name: true,
  read: (text) => (/\p{L}{2}/u.test(text) && !/[:]|^[\d(]/.test(text) ? text : undefined),
}

/** The line above an address window: `Beispiel GmbH · Nebelweg 3 · 99999 Traumstadt`. */
function senderOf(segment: Segment): Segment {
  const end = segment.words.findIndex(({ text }) => /^[·•|]$/.test(text))
  return end > 0 ? toSegment(segment.words.slice(0, end), segment.page) : segment
}

function isCompany({ text, words }: Segment, forms: Set<string>): boolean {
  const tokens = tokensOf(text)
  return (
    words.length <= longestName &&
    tokens.length >= 2 &&
    !text.includes(':') &&
    !/[\d@]/.test(text) &&
    isNamed(text, forms)
  )
}

function isNamed(text: string, forms: Set<string>): boolean {
  const tokens = tokensOf(text)
  return [tokens[0], tokens.at(-1)].some((token) => token !== undefined && forms.has(token))
}

/** The same name in capitals, with a hyphen or without its dot is the same company. */
function keyOf(text: string): string {
  return tokensOf(text).join('')
}

/** By elimination, and so never sure. */
function toFinding(segment: Segment | undefined): Finding | undefined {
  if (!segment) return undefined
  const { page, box, text } = segment
  return { value: text, place: { page, box, text }, is_sure: false }
}
