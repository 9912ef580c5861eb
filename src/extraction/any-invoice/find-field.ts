import type { Box, Word } from '../../domain/reading/reading.ts'
import { findLabel, type LabelMatch } from '../text/labels.ts'
import { segmentsBelow, segmentsToRight } from '../text/neighbours.ts'
import { restoreSpaces } from '../values/spaced-numbers.ts'
import type { TextDocument } from '../text/text-document.ts'
import type { Segment } from '../text/text-lines.ts'
import { type Phrases, tokenize } from './labels/phrases.ts'

/** A value found beside a label. */
export interface Finding {
  value: string
  location: { page: number; box: Box; text: string }
  /** True if the label has only one meaning. */
  is_sure: boolean
}

export interface FieldLabels {
  sure: readonly string[]
  likely?: readonly string[] | undefined
}

/** A label preceded by more words is part of a sentence. */
const maxLeadingWords = 2

/** Where to search for labels, and which text to exclude. */
export interface FieldSearch {
  document: TextDocument
  /** All field labels; none of them may be read as a value. */
  labels: Phrases<string>
  /** Words of the table, which name columns and goods, not fields. */
  table: ReadonlySet<Word>
  /** Top of the table on its first page. */
  table_top: number
}

/** Accepts a field's value; a name can be any text, so it requires a colon when it follows its label. */
export interface FieldReader {
  read: (text: string) => string | undefined
  is_name?: boolean
}

/** All values beside the labels: unambiguous labels first, longer ones before shorter. */
export function findField(words: FieldLabels, search: FieldSearch, reader: FieldReader): Finding[] {
  const find = (label: string, is_sure: boolean) =>
    findLabel(label, search.document.segments)
      .filter((match) => !match.label.words.some((word) => search.table.has(word)))
      .filter((match) => isFieldLabel(match, is_sure, reader))
      .flatMap((match) => readValueBeside(match, search, reader) ?? [])
      .map((found) => ({ ...found, is_sure }))
  const longestFirst = (list: readonly string[]) => list.toSorted((a, b) => b.length - a.length)
  return [
    ...longestFirst(words.sure).flatMap((label) => find(label, true)),
    ...longestFirst(words.likely ?? []).flatMap((label) => find(label, false)),
  ]
}

/**
 * A likely label stands alone or directly before its value: accepts `Date`, rejects `Delivery date` and `Date due`. A
 * label inside a longer label with another meaning never counts.
 */
function isFieldLabel(match: LabelMatch, is_sure: boolean, reader: FieldReader): boolean {
  const { rest, fit } = match
  const before = textBefore(match)
  if (tokenize(before).length > maxLeadingWords || /[()]/.test(before)) return false
  const isMarked = !rest || /^\s*[:.#]/.test(rest.text) || !reader.is_name
  if (is_sure) return isMarked && !/\b(tax|pajak|order|delivery)\b/i.test(before)
  if (fit === 'inside') return /^(vom|du|le)$/i.test(match.label.text)
  return isMarked
}

function textBefore({ segment, label }: LabelMatch): string {
  return segment.text.slice(0, Math.max(0, segment.text.indexOf(label.text)))
}

/** Looks to the right of the label, then below it; another label is not a value. */
function readValueBeside(
  match: LabelMatch,
  { document, labels }: FieldSearch,
  { read }: FieldReader,
): Omit<Finding, 'is_sure'> | undefined {
  const onPage = document.segments_by_page.get(match.segment.page) ?? []
  const right = segmentsToRight(match, onPage).map((group) => group.filter(isNonEmpty)[0])
  for (const segment of [...right, segmentsBelow(match.label, onPage)[0]]) {
    if (!segment || (segment !== match.rest && !isValue(segment, labels))) continue
    const value = read(segment.text.replace(/^[\s:.#]+/, ''))
    if (value !== undefined) {
      const { page, box, text } = segment
      return { value: restoreSpaces(value), location: { page, box, text } }
    }
  }
  return undefined
}

function isNonEmpty({ label_key }: Segment): boolean {
  return label_key !== ''
}

function isValue({ text }: Segment, labels: Phrases<string>): boolean {
  return labels.whole(text).length === 0 && !/:\s*$/.test(text)
}
