import type { InvoiceVocabulary } from '../../domain/mapping/invoice-vocabulary.ts'
import type { Page } from '../../domain/reading/reading.ts'
import { decideDateOrder } from '../any-invoice/header/date-order.ts'
import { DateFinder } from '../any-invoice/header/dates.ts'
import { indexLabels, type LabelIndex } from '../any-invoice/header/label-index.ts'
import { PageView } from '../any-invoice/header/page-view.ts'
import { PartySections, type SectionRole } from '../any-invoice/header/party-sections.ts'
import { tokenize } from '../any-invoice/labels/phrases.ts'
import { indexVocabulary } from '../any-invoice/labels/vocabulary-index.ts'
import { findLabel, type LabelMatch } from '../text/labels.ts'
import { toLocation } from '../text/location.ts'
import { findBlockBelow, findSegmentsBelow, findSegmentsToRight } from '../text/neighbours.ts'
import { readTextDocument, type TextDocument } from '../text/text-document.ts'
import { type Segment, toLabelKey } from '../text/text-lines.ts'
import { voteNumberStyle } from '../values/numbers.ts'
import { choosePlaces } from './choose-place.ts'
import { continueText, isCutOff } from './continue-text.ts'
import type { Found } from './found.ts'
import {
  findUnlabelled,
  type ParsedValue,
  parseValue,
  type ValueKind,
  type ValueParser,
} from './parse-value.ts'

/** The document, prepared for searches by label. */
export interface LabelSearch {
  document: TextDocument
  view: PageView
  labels: LabelIndex
  /** Keys of the phrases that name the requested fields. On the page, these phrases are labels, never values. */
  field_labels: ReadonlySet<string>
  parser: ValueParser
  /** Caches each label's occurrences, because several fields may look for the same label. */
  matches: Map<string, LabelMatch[]>
}

/** Confidence in a labelled value, and in a value that is recognisable without a label. */
const labelledConfidence = 0.9
const unlabelledConfidence = 0.8
/** Maximum distance of a value below its label, in ems. */
const maxStepBelowEm = 2.6

export function prepareSearch(
  pages: Page[],
  vocabulary: InvoiceVocabulary,
  fieldPhrases: readonly string[] = [],
): LabelSearch {
  const document = readTextDocument(pages)
  const date_order = decideDateOrder(document)
  return {
    document,
    view: new PageView(document, indexVocabulary(vocabulary)),
    labels: indexLabels(vocabulary),
    field_labels: new Set(fieldPhrases.map(toPhraseKey)),
    matches: new Map(),
    parser: {
      dates: new DateFinder(vocabulary, date_order.order),
      date_order,
      number_style: voteNumberStyle(pages.flatMap(({ words }) => words.map(({ text }) => text))),
    },
  }
}

/** Identifies a phrase regardless of case and punctuation. */
function toPhraseKey(phrase: string): string {
  return tokenize(phrase).join(' ')
}

/** Finds every value of this kind beside or below one of the labels. */
export function findLabelled(
  labels: readonly string[],
  kind: ValueKind,
  search: LabelSearch,
): Found[] {
  const keys = new Set(labels.map(toPhraseKey))
  return labels.flatMap((label) =>
    findMatches(label, search)
      .filter((match) => isFieldLabel(match, label, keys, search))
      .flatMap((match) => readBeside(match, kind, search)),
  )
}

function findMatches(label: string, { document, matches }: LabelSearch): LabelMatch[] {
  const known = matches.get(label) ?? findLabel(label, document.segments)
  matches.set(label, known)
  return known
}

/** Finds values beside a label and a colon, among the lines directly below a party's label. */
export function findInSection(
  role: SectionRole,
  labels: readonly string[],
  kind: ValueKind,
  search: LabelSearch,
): Found[] {
  const keys = new Set(labels)
  const sections = new PartySections(search.view, search.labels)
  const isInSection = ({ segment }: LabelMatch) => {
    const section = sections.find(segment, segment, '')
    if (section?.role !== role || section.direction !== 'above') return false
    const onPage = search.document.segments_by_page.get(segment.page) ?? []
    return findBlockBelow(section.heading, onPage).includes(segment)
  }
  return labels.flatMap((label) =>
    findMatches(label, search)
      .filter((match) => isFieldLabel(match, label, keys, search) && isInSection(match))
      .flatMap((match) => readBeside(match, kind, search, { needsColon: true })),
  )
}

/** Finds values that need no label, such as an IBAN or an email address. */
export function findWithoutLabel(kind: ValueKind, { document }: LabelSearch): Found[] {
  return document.segments.flatMap((segment) =>
    findUnlabelled(kind, segment.text).map((value) => ({
      value,
      evidence: {
        ...toLocation(segment),
        confidence: unlabelledConfidence,
        source: 'generic' as const,
      },
    })),
  )
}

/** False for a label in a table, in a sentence, or at the start of a longer label with another meaning. */
function isFieldLabel(
  { fit, segment, rest, label: words }: LabelMatch,
  label: string,
  keys: ReadonlySet<string>,
  { view, labels }: LabelSearch,
): boolean {
  if (fit === 'inside' || view.isInTable(segment)) return false
  // `PO` is a label in `PO:4711`, but not in `PO-4711`.
  const isWholeWords = words.label_key === toLabelKey(label)
  if (!isWholeWords && !/^[:#]/.test(rest?.text ?? '')) return false
  const longer = labels.findAtStart(segment.text)
  if (!longer || longer.length <= tokenize(label).length) return true
  return keys.has(tokenize(segment.text).slice(0, longer.length).join(' '))
}

function readBeside(
  match: LabelMatch,
  kind: ValueKind,
  search: LabelSearch,
  { needsColon }: { needsColon: boolean } = { needsColon: false },
): Found[] {
  const { document, parser } = search
  const onPage = document.segments_by_page.get(match.segment.page) ?? []
  const rest = isPartOfLabel(match, onPage) ? undefined : match.rest
  const [line = [], offLine = []] = findSegmentsToRight({ label: match.label, rest }, onPage)
  const right = [line.filter(isNonEmpty)[0], offLine.filter(isNonEmpty)[0]]
  const below = findBelow(match.label, onPage)
  const hasColon = endsWithColon(match.label, rest ?? right[0])
  if (needsColon && !hasColon) return []
  const isValue = (segment: Segment | undefined): segment is Segment =>
    segment !== undefined && (segment === rest || !isLabel(segment, search))
  const isFree = kind === 'text' || kind === 'any' || kind === 'name'
  const read = (first: Segment): Found[] => {
    const segment = isFree ? continueText(first, onPage) : first
    const parsed = parseValue(kind, segment.text, parser)
    return parsed
      ? [
          toFound(match, segment, {
            ...parsed,
            ...(isFree && isCutOff(segment) && { is_doubtful: true }),
          }),
        ]
      : []
  }
  if (!hasColon && isFree) {
    if (rest) return []
    const [beside, under] = [right.find(isValue), isValue(below) ? below : undefined]
    return choosePlaces(match.label, beside, under, onPage, (one) => isLabel(one, search)).flatMap(
      read,
    )
  }
  for (const segment of [...right, below].filter(isValue)) {
    const found = read(segment)
    if (found.length > 0) return found
    // Text on the label's line is its value, even if the text is not of the expected kind.
    if (hasColon && segment === right[0]) return []
  }
  return []
}

function toFound({ label }: LabelMatch, segment: Segment, parsed: ParsedValue): Found {
  return {
    ...parsed,
    label: label.text,
    evidence: { ...toLocation(segment), confidence: labelledConfidence, source: 'generic' },
  }
}

/**
 * True for a unit, rate or note number in parentheses, such as `Weight (kg)`, and for text before an amount, such as
 * `Tax 11 %   25.30`. Other digits in parentheses are a value: `Visit (12.03.2026)`.
 */
function isPartOfLabel({ rest }: LabelMatch, onPage: Segment[]): boolean {
  if (!rest) return false
  const inside = /^\s*\(([^)]*)\)\s*$/.exec(rest.text)?.[1]
  if (inside !== undefined && /^\D*$|^\d{1,3}\s*%?$/.test(inside)) return true
  const [next = []] = findSegmentsToRight({ label: rest, rest: undefined }, onPage)
  const isNumber = inside !== undefined || /^[\d.,]+\s*%:?$/.test(rest.text.trim())
  return isNumber && next.some(isNonEmpty)
}

function findBelow(label: Segment, onPage: Segment[]): Segment | undefined {
  return findSegmentsBelow(label, onPage).find(
    (segment) =>
      isNonEmpty(segment) &&
      (segment.baseline - label.baseline) / Math.max(segment.font_size, label.font_size) <=
        maxStepBelowEm,
  )
}

function endsWithColon(label: Segment, next: Segment | undefined): boolean {
  return /[:：]\s*$/.test(label.text) || /^\s*(\([^)]*\)\s*)?[:：]/.test(next?.text ?? '')
}

function isLabel({ text: printed }: Segment, { labels, field_labels }: LabelSearch): boolean {
  // A value's text may start with the colon after its label.
  const text = printed.replace(/^[\s:：]+/, '')
  if (/[:：]\s*$/.test(text)) return true
  if (field_labels.has(toPhraseKey(text.replace(/\([^)]*\)\s*$/, '')))) return true
  const found = labels.find(text)
  if (found && found.length === found.of) return true
  return (labels.findAtStart(text)?.length ?? 0) > 0 && /[:：]\s/.test(text)
}

function isNonEmpty({ label_key }: Segment): boolean {
  return label_key !== ''
}
