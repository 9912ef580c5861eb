import type { Word } from '../../../domain/reading/reading.ts'
import { findLabel, type LabelMatch } from '../../text/labels.ts'
import { type TextLocation, toLocation } from '../../text/location.ts'
import { findSegmentsBelow, findSegmentsToRight } from '../../text/neighbours.ts'
import type { TextDocument } from '../../text/text-document.ts'
import type { Segment } from '../../text/text-lines.ts'
import { restoreSpaces } from '../../values/spaced-numbers.ts'
import { type Phrases, tokenize } from '../labels/phrases.ts'

/** A value found beside a label. */
export interface FieldMatch {
  value: string
  location: TextLocation
  is_sure: boolean
}

/** Maximum number of words before a label. If there are more, the label is part of a sentence. */
const maxLeadingWords = 2

/** Where to search for labels, and which text to exclude. */
interface FieldSearch {
  document: TextDocument
  /** Labels for all fields, so that a label is never read as a value. */
  labels: Phrases<string>
  /** Words in the table, which name columns and goods, not header fields. */
  table: ReadonlySet<Word>
}

/** Returns the value that the text contains, or undefined. */
type ReadValue = (text: string) => string | undefined

/** Finds all values beside the labels, longest labels first. */
export function findField(
  labels: readonly string[],
  search: FieldSearch,
  read: ReadValue,
): FieldMatch[] {
  return labels
    .toSorted((a, b) => b.length - a.length)
    .flatMap((label) =>
      findLabel(label, search.document.segments)
        .filter((match) => !match.label.words.some((word) => search.table.has(word)))
        .filter(isFieldLabel)
        .flatMap((match) => readValueBeside(match, search, read) ?? []),
    )
}

/** False for a label that is part of a longer label with another meaning. */
function isFieldLabel({ segment, label }: LabelMatch): boolean {
  const before = segment.text.slice(0, Math.max(0, segment.text.indexOf(label.text)))
  if (tokenize(before).length > maxLeadingWords || /[()]/.test(before)) return false
  return !/\b(tax|pajak|order|delivery)\b/i.test(before)
}

/** Looks to the right of the label, then below it, and skips other labels. */
function readValueBeside(
  match: LabelMatch,
  { document, labels }: FieldSearch,
  read: ReadValue,
): FieldMatch | undefined {
  const onPage = document.segments_by_page.get(match.segment.page) ?? []
  const right = findSegmentsToRight(match, onPage).map((group) => group.filter(isNonEmpty)[0])
  for (const segment of [...right, findSegmentsBelow(match.label, onPage)[0]]) {
    if (!segment || (segment !== match.rest && !isValue(segment, labels))) continue
    const value = read(segment.text.replace(/^[\s:.#]+/, ''))
    if (value !== undefined) {
      return { value: restoreSpaces(value), location: toLocation(segment), is_sure: true }
    }
  }
  return undefined
}

function isNonEmpty({ label_key }: Segment): boolean {
  return label_key !== ''
}

function isValue({ text }: Segment, labels: Phrases<string>): boolean {
  return labels.matchWhole(text).length === 0 && !/:\s*$/.test(text)
}
