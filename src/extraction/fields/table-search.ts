import type { GroupField, ListField, ValueField } from '../../domain/fields/field.ts'
import type { TextLine } from '../text/text-lines.ts'
import { type Segment, toLabelKey, toSegment } from '../text/text-lines.ts'
import { toLocation } from '../text/location.ts'
import { listPhrases } from './field-phrases.ts'
import type { Rows, ValueSource } from './field-writer.ts'
import { missing } from './found.ts'
import type { LabelSearch } from './label-search.ts'
import { parseValue, toPlainKind } from './parse-value.ts'

/** A header row: its cells in order, each with the field that it names. */
interface Header {
  line: number
  cells: { segment: Segment; field: ValueField | undefined }[]
}

type Row = Map<ValueField, Segment>

/** Minimum number of named columns. Fewer may be a coincidence. */
const minColumns = 2
/** Maximum distance from the header to the first row, in ems. */
const maxFirstStepEm = 4
/** A line ends the table if its distance from the line above exceeds the widest line spacing so far by this factor. */
const maxStepRatio = 1.7
const usualStepEm = 1.4
const maxRows = 2000
const cellConfidence = 0.85

/** Finds the table whose header row names the list's columns, in a document for which there is no reader. */
export function findTable({ entry }: ListField, search: LabelSearch): Rows | undefined {
  if (entry.kind !== 'group') return undefined
  const { lines } = search.document
  const headers = lines.flatMap((line, at) => readHeader(line, at, entry) ?? [])
  const widest = Math.max(0, ...headers.map(countNamed))
  const chosen = headers.filter((header) => countNamed(header) === widest)
  const rows = chosen.flatMap((header, index) =>
    readRows(lines, header, chosen[index + 1]?.line ?? lines.length, search),
  )
  if (rows.length === 0) return undefined
  return { rows: rows.slice(0, maxRows).map((row) => toSource(row, search)), is_sparse: true }
}

function countNamed({ cells }: Header): number {
  return cells.filter(({ field }) => field).length
}

function readHeader(
  { segments }: TextLine,
  line: number,
  { fields }: GroupField,
): Header | undefined {
  const values = fields.filter((field) => field.kind === 'value')
  const taken = new Set<ValueField>()
  const cells = segments.map((segment) => {
    const field = values.find((one) => !taken.has(one) && isNamed(segment, one))
    if (field) taken.add(field)
    return { segment, field }
  })
  const isTable = taken.size >= minColumns && taken.size * 2 >= values.length
  return isTable ? { line, cells } : undefined
}

function isNamed({ label_key }: Segment, field: ValueField): boolean {
  return listPhrases(field).some((phrase) => toLabelKey(phrase) === label_key)
}

/** Reads lines below the header up to a gap, a line below the table, or a line that fills no named column. */
function readRows(
  lines: readonly TextLine[],
  header: Header,
  end: number,
  search: LabelSearch,
): Row[] {
  const rows: Row[] = []
  let above = lines[header.line]
  let maxStepEm = maxFirstStepEm
  let widestEm = usualStepEm
  for (const line of lines.slice(header.line + 1, end)) {
    if (!above || line.page !== above.page) break
    const step = (line.baseline - above.baseline) / Math.max(line.font_size, above.font_size)
    if (step > maxStepEm) break
    const row = readRow(line, header)
    const last = rows.at(-1)
    if (row.size === 0 || (last && isFooter(row, { line, header, rows, search }))) break
    if (last && isContinuation(row, header)) appendText(last, row)
    else rows.push(row)
    if (rows.length > 1) widestEm = Math.max(widestEm, step)
    maxStepEm = maxStepRatio * widestEm
    above = line
  }
  return rows
}

/**
 * True for a line below the table, such as a total: it has words under a column of numbers or dates and few other
 * cells, or words only outside the named columns although every row has text.
 */
function isFooter(
  row: Row,
  {
    line,
    header,
    rows,
    search,
  }: { line: TextLine; header: Header; rows: readonly Row[]; search: LabelSearch },
): boolean {
  const isWords = ([field, { text }]: [ValueField, Segment]) =>
    field.type !== 'text' &&
    /\p{L}{2}/u.test(text) &&
    parseValue(toPlainKind(field), text, search.parser) === undefined
  const hasText = (one: Row) => [...one.keys()].some(({ type }) => type === 'text')
  if ([...row].some(isWords)) return !hasText(row) && row.size * 2 <= countNamed(header)
  return (
    !hasText(row) && rows.every(hasText) && line.segments.some(({ text }) => /\p{L}{2}/u.test(text))
  )
}

function readRow({ segments, page }: TextLine, { cells }: Header): Row {
  const row: Row = new Map()
  for (const segment of segments) {
    const nearest = cells.toSorted(
      (a, b) => measureDistance(a.segment, segment) - measureDistance(b.segment, segment),
    )[0]
    if (!nearest?.field) continue
    addToCell(row, nearest.field, { words: segment.words, page })
  }
  return row
}

/** Returns the gap between two segments, or zero if they overlap. */
function measureDistance({ box: a }: Segment, { box: b }: Segment): number {
  const gap = Math.max(a[0] - b[2], b[0] - a[2], 0)
  const centres = Math.abs((a[0] + a[2]) / 2 - (b[0] + b[2]) / 2)
  return gap * 1000 + centres
}

/** True if the line continues the row above: it fills only text columns, although the table has others. */
function isContinuation(row: Row, { cells }: Header): boolean {
  const named = cells.flatMap(({ field }) => field ?? [])
  const hasOthers = named.some(({ type }) => type !== 'text')
  return hasOthers && [...row.keys()].every(({ type }) => type === 'text')
}

function appendText(row: Row, added: Row): void {
  for (const [field, segment] of added) addToCell(row, field, segment)
}

function addToCell(row: Row, field: ValueField, added: Pick<Segment, 'words' | 'page'>): void {
  const before = row.get(field)?.words ?? []
  row.set(field, toSegment([...before, ...added.words], added.page))
}

function toSource(row: Row, { parser }: LabelSearch): ValueSource {
  return {
    findValue(field) {
      const segment = row.get(field)
      if (!segment) return missing
      const value = parseValue(toPlainKind(field), segment.text, parser)?.value ?? segment.text
      const location = toLocation(segment)
      return {
        kind: 'found',
        found: { value, evidence: { ...location, confidence: cellConfidence, source: 'generic' } },
      }
    },
    findRows: () => undefined,
  }
}
