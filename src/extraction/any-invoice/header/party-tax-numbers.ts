import { normaliseNpwp } from '../../../domain/invoice/tax-numbers.ts'
import { type TextLocation, toLocation } from '../../text/location.ts'
import type { Segment } from '../../text/text-lines.ts'
import { restoreSpaces } from '../../values/spaced-numbers.ts'
import type { Candidate } from './candidate.ts'
import type { FieldMatch } from './find-field.ts'
import type { PageView } from './page-view.ts'

export type Party = 'seller' | 'buyer'
export type PartyTaxNumbers = Partial<Record<Party, FieldMatch>>

/** The names that were chosen, by their keys, and all names on the page. */
interface PartyNames {
  keys: Record<Party, string | undefined>
  names: readonly Candidate[]
}

interface PrintedNumber {
  value: string
  /** The text before the number that names it. */
  label: string
  /** Where label and number start and end. */
  left: number
  numberLeft: number
  right: number
  segment: Segment
}

/** An NPWP with its usual punctuation, which needs no label. */
const punctuatedPattern = /(?<![\d.])\d{2}\.\d{3}\.\d{3}\.\d[-.]\d{3}\.\d{3}(?![\d.]*\d)/
const numberPattern = /(?<![\d.,/-])\d(?:[\s.\-/]?\d){14,15}(?![\d.,/-]*\d)/
const labelPattern = /(?<!\p{L})(?:N\.?P\.?W\.?P\.?|TIN|tax (?:id|no|number|reg))(?!\p{L})/iu
const sellerPattern = /(?<!\p{L})(?:penjual|seller|supplier|vendor|pkp)(?!\p{L})/iu
const buyerPattern = /(?<!\p{L})(?:pembeli|pelanggan|buyer|customer|klien|client)(?!\p{L})/iu

// Distances in ems (multiples of the font size).
const blockEm = 12
const edgeEm = 3
const sameLineEm = 0.62
/** Maximum length of a label that may name the party: `NPWP penjual: `. */
const maxLabelLength = 24

/**
 * Finds each party's NPWP: the number whose label names the party, or the number in the block of lines below the
 * party's name. Ignores a number that may belong to either party or to another company.
 */
export function readPartyTaxNumbers(view: PageView, parties: PartyNames): PartyTaxNumbers {
  const found: PartyTaxNumbers = {}
  const values = new Map<Party, Set<string>>()
  for (const number of view.document.segments.flatMap((it) => findNumber(it, view) ?? [])) {
    const party = findNamedParty(number.label) ?? findOwner(number, parties)
    if (!party) continue
    const { segment, value } = number
    found[party] ??= { value, location: toLocation(segment), is_sure: true }
    values.set(party, (values.get(party) ?? new Set()).add(normaliseNpwp(value) ?? ''))
  }
  for (const [party, different] of values) if (different.size > 1) delete found[party]
  const isShared = found.seller?.value === found.buyer?.value
  return isShared ? {} : found
}

function findNumber(segment: Segment, view: PageView): PrintedNumber | undefined {
  if (view.isInRows(segment)) return undefined
  const own = labelPattern.exec(segment.text)
  const left = own ? undefined : view.findLeftNeighbour(segment)
  const rest = own ? segment.text.slice(own.index) : segment.text
  const isLabelled = own !== null || (left !== undefined && labelPattern.test(left.text))
  const [text] = (isLabelled ? numberPattern : punctuatedPattern).exec(rest) ?? []
  if (text === undefined || normaliseNpwp(text) === undefined) return undefined
  const before = segment.text.slice(0, segment.text.indexOf(text))
  const isBeside = left !== undefined && isLabelled
  return {
    value: restoreSpaces(text),
    label: own ? before.slice(-maxLabelLength) : (left?.text ?? ''),
    left: isBeside ? left.box[0] : segment.box[0],
    numberLeft: segment.box[0],
    right: segment.box[2],
    segment,
  }
}

function findNamedParty(label: string): Party | undefined {
  if (buyerPattern.test(label)) return 'buyer'
  return sellerPattern.test(label) ? 'seller' : undefined
}

/** Returns the party whose name is nearest above the number, in its column or on its line. */
function findOwner(number: PrintedNumber, { keys, names }: PartyNames): Party | undefined {
  const near = names
    .filter((name) => isParty(name, keys) || isOtherParty(name))
    .flatMap((name) => {
      const distance = measureDistance(number, name.location)
      return distance === undefined ? [] : [{ key: name.key, distance }]
    })
    .toSorted((a, b) => a.distance - b.distance)
  const [nearest, next] = near
  if (!nearest || (next && next.key !== nearest.key && next.distance - nearest.distance < 0.5))
    return undefined
  if (nearest.key === keys.seller) return 'seller'
  return nearest.key === keys.buyer ? 'buyer' : undefined
}

/** True for a company, and for the first name below or beside the label of a party. */
function isOtherParty({ features }: Candidate): boolean {
  return features.includes('legal_form') || features.some((it) => labelledName.test(it))
}

const labelledName = /^(?:seller|buyer|ship)_(?:in|left|above|beside)_0/

function isParty({ key }: Candidate, { seller, buyer }: PartyNames['keys']): boolean {
  return key === seller || key === buyer
}

/** Returns the distance in ems, or undefined if the name is not at the head of the number's block. */
function measureDistance(
  { segment, left, numberLeft, right }: PrintedNumber,
  { page, box }: TextLocation,
): number | undefined {
  if (page !== segment.page) return undefined
  const size = segment.font_size
  const distance = (segment.box[3] - box[3]) / size
  if (distance < -sameLineEm || distance > blockEm) return undefined
  const isAligned = [left, numberLeft].some((edge) => Math.abs(edge - box[0]) <= edgeEm * size)
  const isOver = box[0] <= right && box[2] >= left
  return isAligned || isOver ? Math.max(0, distance) : undefined
}
