import { type Decimal, parseDecimal } from '../../domain/values/decimal.ts'
import type { InvoiceVocabulary, TotalName } from '../../domain/mapping/invoice-vocabulary.ts'
import { besideReachEm } from '../text/neighbours.ts'
import { isCurrency, type NumberStyle, parseNumber } from '../values/numbers.ts'
import type { TextDocument } from '../text/text-document.ts'
import type { Segment, TextLine } from '../text/text-lines.ts'
import { indexVocabulary } from './vocabulary-index.ts'
import type { Phrases } from './phrases.ts'

/** An amount below the table, and what it may be by its label. */
export interface Candidate {
  roles: TotalName[]
  label: string
  value: Decimal
  text: string
  segment: Segment
}

/** Where the items end; totals stand further down. */
export interface Bottom {
  page: number
  y: number
}

// In ems.
const labelAbove = 3

/** The amounts after the last item, each with the label to its left, or else the one above it. */
export function findTotals(
  document: TextDocument,
  bottom: Bottom,
  style: NumberStyle,
  vocabulary: InvoiceVocabulary,
): Candidate[] {
  const after = document.lines.filter(
    ({ page, baseline }) => page > bottom.page || (page === bottom.page && baseline > bottom.y),
  )
  return after.flatMap((line) =>
    candidatesIn(line, document, indexVocabulary(vocabulary).totals, style),
  )
}

function candidatesIn(
  line: TextLine,
  document: TextDocument,
  phrases: Phrases<TotalName>,
  style: NumberStyle,
): Candidate[] {
  const amounts = line.segments.flatMap((segment) => amountIn(segment, style) ?? [])
  const last = amounts.at(-1)
  if (!last) return []
  const onPage = document.segments_by_page.get(line.page) ?? []
  const labels = labelsOf(last.segment, onPage)
  if (labels.length > 0) return [toCandidate(last, labels.join(' '), rolesOf(labels, phrases))]
  return amounts.map((amount) => {
    const label = labelOver(amount.segment, onPage)
    return toCandidate(amount, label, phrases.atStart(label))
  })
}

interface Amount {
  segment: Segment
  value: Decimal
}

/** A number at the end of a piece of text, with or without a currency; no percentage. */
function amountIn(segment: Segment, style: NumberStyle): Amount | undefined {
  const words = segment.words.filter(({ text }) => !isCurrency(text))
  const text = parseNumber(segment.text, style) ?? parseNumber(words.at(-1)?.text ?? '', style)
  const value = text === undefined ? undefined : parseDecimal(text)
  return value && { segment, value }
}

/** The texts to the left of an amount, and what stands before it in its own piece of text. */
function labelsOf(amount: Segment, onPage: Segment[]): string[] {
  const before = onPage
    .filter(({ box, baseline }) => {
      const step = Math.abs(baseline - amount.baseline)
      return box[2] <= amount.box[0] && step <= besideReachEm * amount.font_size
    })
    .map(({ text }) => text)
  const own = amount.words.slice(0, -1).map(({ text }) => text)
  return [...before, own.join(' ')].filter(
    (text) => /\p{L}/u.test(text) && text.split(' ').some((word) => !isCurrency(word)),
  )
}

/** The nearest text to the left that names a total: remarks may stand between. A rate may come first: `zzgl. 19 % MwSt.` */
function rolesOf(labels: string[], phrases: Phrases<TotalName>): TotalName[] {
  const found = labels.toReversed().map((label) => phrases.atStart(label))
  const [known] = found.filter((roles) => roles.length > 0)
  const nearest = labels.at(-1) ?? ''
  return known ?? (nearest.includes('%') ? phrases.within(nearest) : [])
}

function labelOver(amount: Segment, onPage: Segment[]): string {
  const [left, , right] = amount.box
  const over = onPage.filter(({ box, baseline, text }) => {
    const step = (amount.baseline - baseline) / amount.font_size
    const isOver = step > besideReachEm && step <= labelAbove
    return isOver && box[0] < right && box[2] > left && /\p{L}/u.test(text)
  })
  return over.at(-1)?.text ?? ''
}

function toCandidate({ segment, value }: Amount, label: string, roles: TotalName[]): Candidate {
  return { roles, label: tidy(label), value, text: segment.text, segment }
}

function tidy(label: string): string {
  return label.replace(/[\s:]+$/, '').trim()
}
