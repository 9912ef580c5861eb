import type { Segment } from '../../text/text-lines.ts'
import { tokenize } from '../labels/phrases.ts'
import type { PhraseMatch, LabelIndex, LabelMeaning } from './label-index.ts'
import type { PageView } from './page-view.ts'

export type SectionRole = 'seller' | 'buyer' | 'ship'

interface Heading {
  role: SectionRole
  is_sure: boolean
  segment: Segment
}

/** A name's position relative to a party label. */
export interface SectionMatch {
  role: SectionRole
  is_sure: boolean
  direction: 'in' | 'left' | 'above' | 'beside'
  heading: Segment
}

// Distances in ems (multiples of the font size).
const sectionEm = 13
const besideEm = 5.5
const sameLineEm = 0.62
const edgeEm = 3
const ownNameEm = 2
/** Maximum number of words after the label in a heading: `Supplier information`, `Bill to address`. */
const maxExtraTokens = 2
const maxHeadingTokens = 5

/** Finds party labels on the pages, and the names below or beside them. */
export class PartySections {
  readonly #headings: Heading[]
  readonly #labels: LabelIndex
  readonly #view: PageView

  constructor(view: PageView, labels: LabelIndex) {
    this.#view = view
    this.#labels = labels
    this.#headings = view.document.segments
      .filter((segment) => !view.isInTable(segment))
      .flatMap((segment) => this.#toHeading(segment) ?? [])
  }

  has(role: SectionRole): boolean {
    return this.#headings.some((heading) => heading.role === role)
  }

  isHeading(segment: Segment): boolean {
    return this.#headings.some((heading) => heading.segment === segment)
  }

  /** Finds the name's label: in its segment, to its left, above it, or beside its block. */
  find(name: Segment, segment: Segment, label: string): SectionMatch | undefined {
    if (label !== '') {
      const own = this.#findRole(label)
      if (own) return { ...own, direction: 'in', heading: segment }
    }
    const left = this.#view.findLeftNeighbour(segment)
    const beside = left && this.#headings.find((heading) => heading.segment === left)
    if (beside && isNear(beside.segment, name, sameLineEm))
      return { ...beside, direction: 'left', heading: left }
    const above = this.#findAbove(segment, left)
    const centred = this.#findBeside(segment)
    if (!above || !centred) return above ?? centred
    const distance = ({ heading }: SectionMatch) => Math.abs(heading.baseline - segment.baseline)
    return distance(centred) < distance(above) ? centred : above
  }

  #findAbove(segment: Segment, left: Segment | undefined): SectionMatch | undefined {
    const isSubLabel = left && isNear(left, segment, sameLineEm) && this.#isSubLabel(left.text)
    const edges = [segment.box[0], ...(isSubLabel ? [left.box[0]] : [])]
    const above = this.#headings.filter(({ segment: heading }) => {
      const step = (segment.baseline - heading.baseline) / segment.font_size
      const isOver = heading.box[0] <= segment.box[2] && heading.box[2] >= segment.box[0]
      const isAligned = edges.some(
        (edge) => Math.abs(edge - heading.box[0]) <= edgeEm * segment.font_size,
      )
      return (
        heading.page === segment.page &&
        step > sameLineEm &&
        step <= sectionEm &&
        (isOver || isAligned)
      )
    })
    const distance = ({ segment: { baseline, box } }: Heading) =>
      (segment.baseline - baseline) / segment.font_size +
      Math.min(...edges.map((edge) => Math.abs(edge - box[0]))) / segment.font_size
    const nearest = above.toSorted((a, b) => distance(a) - distance(b))[0]
    return nearest && { ...nearest, direction: 'above', heading: nearest.segment }
  }

  /** Finds a label to the left of a block and vertically centred on it. */
  #findBeside(segment: Segment): SectionMatch | undefined {
    const beside = this.#headings
      .filter(
        ({ segment: heading }) =>
          heading.page === segment.page &&
          heading.box[2] <= segment.box[0] &&
          isNear(heading, segment, besideEm) &&
          !this.#hasOwnName(heading, segment),
      )
      .toSorted(
        (a, b) =>
          Math.abs(a.segment.baseline - segment.baseline) -
          Math.abs(b.segment.baseline - segment.baseline),
      )[0]
    return beside && { ...beside, direction: 'beside', heading: beside.segment }
  }

  /**
   * True if another name follows the label on its line or appears below it, so the label does not refer to this block.
   */
  #hasOwnName(heading: Segment, segment: Segment): boolean {
    if (/:\s*\S/.test(heading.text)) return true
    const [below] = this.#view.findLinesBelow(heading, 1)
    if (below && below.baseline - heading.baseline <= ownNameEm * heading.font_size) return true
    const onPage = this.#view.document.segments_by_page.get(heading.page) ?? []
    const right = onPage.find(
      (other) => other.box[0] >= heading.box[2] && isNear(other, heading, sameLineEm),
    )
    const isSameBlock =
      right && Math.abs(right.box[0] - segment.box[0]) <= edgeEm * segment.font_size
    return right !== undefined && !isSameBlock
  }

  /** Finds a label at the start of the text, followed only by other labels, or at the end of a short phrase. */
  #findHeadingLabel(text: string): PhraseMatch | undefined {
    const tokens = tokenize(text)
    const start = this.#labels.findAtStart(text)
    if (start && tokens.length <= start.length + maxExtraTokens) {
      const extra = tokens.slice(start.length)
      const isKnown = (token: string) =>
        headingWords.has(token) || this.#labels.find(token) !== undefined
      if (extra.every(isKnown)) return start
    }
    const last = this.#labels.find(text)
    if (last && last.length === last.of) return last
    const isAtEnd = last && last.start + last.length === last.of && last.of <= maxHeadingTokens
    return isAtEnd && last.length > 1 ? { ...last, of: last.length } : undefined
  }

  #toHeading(segment: Segment): Heading | undefined {
    const colon = segment.text.indexOf(':')
    const text = colon > 0 ? segment.text.slice(0, colon) : segment.text
    const role = this.#findRole(text)
    return role && { ...role, segment }
  }

  /** True for a label inside a party section: `Name:`, `Firma`. */
  #isSubLabel(text: string): boolean {
    const label = this.#labels.find(text)
    const isParty = label && partyMeanings.some((meaning) => label.meanings.has(meaning))
    return !isParty && (text.endsWith(':') || (label !== undefined && label.length === label.of))
  }

  /** True for `Consignee / Buyer`, which also names the buyer, but not for `Deliver to customer`. */
  #namesBuyerToo(text: string): boolean {
    const parts = text.split(/[/&]/)
    return (
      parts.length > 1 &&
      parts.some((part) => this.#labels.find(part)?.meanings.has('buyer.name_sure'))
    )
  }

  #findRole(text: string): { role: SectionRole; is_sure: boolean } | undefined {
    const label = this.#findHeadingLabel(text)
    if (!label) return undefined
    const isWhole = label.length === label.of
    const { meanings } = label
    if (meanings.has('ship_to_sure'))
      return { role: this.#namesBuyerToo(text) ? 'buyer' : 'ship', is_sure: true }
    if (meanings.has('buyer.name_sure')) return { role: 'buyer', is_sure: true }
    if (meanings.has('seller.name_sure')) return { role: 'seller', is_sure: true }
    if (isWhole && meanings.has('buyer.name_likely')) return { role: 'buyer', is_sure: false }
    if (isWhole && meanings.has('seller.name_likely')) return { role: 'seller', is_sure: false }
    return undefined
  }
}

const partyMeanings: readonly LabelMeaning[] = [
  'buyer.name_sure',
  'buyer.name_likely',
  'seller.name_sure',
  'seller.name_likely',
  'ship_to_sure',
]

/** Words that may follow a party label in a heading. */
const headingWords = new Set([
  'information',
  'info',
  'details',
  'detail',
  'data',
  'dati',
  'datos',
  'daten',
])

function isNear(one: Segment, other: Segment, em: number): boolean {
  const size = Math.max(one.font_size, other.font_size)
  return Math.abs(one.baseline - other.baseline) <= em * size
}
