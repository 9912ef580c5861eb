import { type Decimal, parseDecimal } from '../../domain/values/decimal.ts'
import type { InvoiceVocabulary, TotalName } from '../../domain/mapping/invoice-vocabulary.ts'
import { besideReachEm } from '../text/neighbours.ts'
import { isCurrency, type NumberStyle, parseNumber } from '../values/numbers.ts'
import type { TextDocument } from '../text/text-document.ts'
import type { Segment, TextLine } from '../text/text-lines.ts'
import { indexVocabulary } from './vocabulary-index.ts'
import type { Phrases } from './phrases.ts'

/** An amount below the table with the roles its label allows. */
export interface Candidate {
  roles: TotalName[]
  label: string
  value: Decimal
  text: string
  segment: Segment
}

/** Where the items end; totals follow below. */
export interface TableBottom {
  page: number
  y: number
}

const labelAboveReachEm = 3

/** Amounts below the last item, each with the label to its left, otherwise above it. */
export function findTotals(
  document: TextDocument,
  bottom: TableBottom,
  style: NumberStyle,
  vocabulary: InvoiceVocabulary,
): Candidate[] {
  const after = document.lines.filter(
    ({ page, baseline }) => page > bottom.page || (page === bottom.page && baseline > bottom.y),
  )
  return after.flatMap((line) =>
    findCandidates(line, document, indexVocabulary(vocabulary).totals, style),
  )
}

function findCandidates(
  line: TextLine,
  document: TextDocument,
  phrases: Phrases<TotalName>,
  style: NumberStyle,
): Candidate[] {
  const amounts = line.segments.flatMap((segment) => parseAmount(segment, style) ?? [])
  const last = amounts.at(-1)
  if (!last) return []
  const onPage = document.segments_by_page.get(line.page) ?? []
  const labels = findLabels(last.segment, onPage)
  if (labels.length > 0) return [toCandidate(last, labels.join(' '), findRoles(labels, phrases))]
  return amounts.map((amount) => {
    const label = findLabelAbove(amount.segment, onPage)
    return toCandidate(amount, label, phrases.atStart(label))
  })
}

interface Amount {
  segment: Segment
  value: Decimal
}

/** A number at the end of a segment, with or without currency; never a percentage. */
function parseAmount(segment: Segment, style: NumberStyle): Amount | undefined {
  const words = segment.words.filter(({ text }) => !isCurrency(text))
  const text = parseNumber(segment.text, style) ?? parseNumber(words.at(-1)?.text ?? '', style)
  const value = text === undefined ? undefined : parseDecimal(text)
  return value && { segment, value }
}

/** Texts to the left of an amount, including text in its own segment. */
function findLabels(amount: Segment, onPage: Segment[]): string[] {
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

/**
 * Nearest text to the left that labels a total; remarks may come between. A rate may precede it: `zzgl. 19 % MwSt.`
 */
function findRoles(labels: string[], phrases: Phrases<TotalName>): TotalName[] {
  const found = labels.toReversed().map((label) => phrases.atStart(label))
  const [known] = found.filter((roles) => roles.length > 0)
  const nearest = labels.at(-1) ?? ''
  return known ?? (nearest.includes('%') ? phrases.within(nearest) : [])
}

function findLabelAbove(amount: Segment, onPage: Segment[]): string {
  const [left, , right] = amount.box
  const over = onPage.filter(({ box, baseline, text }) => {
    const step = (amount.baseline - baseline) / amount.font_size
    const isOver = step > besideReachEm && step <= labelAboveReachEm
    return isOver && box[0] < right && box[2] > left && /\p{L}/u.test(text)
  })
  return over.at(-1)?.text ?? ''
}

function toCandidate({ segment, value }: Amount, label: string, roles: TotalName[]): Candidate {
  return { roles, label: trimLabel(label), value, text: segment.text, segment }
}

function trimLabel(label: string): string {
  return label.replace(/[\s:]+$/, '').trim()
}
