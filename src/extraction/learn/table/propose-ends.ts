import type { TextLine } from '../../text/text-lines.ts'
import type { Example } from '../example/example.ts'
import { countLetters, escapePattern, labelPhrases } from '../rules/label-phrases.ts'
import { variableTexts } from '../rules/propose-rules.ts'
import { squash } from '../example/same-value.ts'

const maxEnds = 7
/** The footer starts below this share of the page height. */
const footerFrom = 0.84

/**
 * Proposes patterns for lines that end the table: those after a page's last item, the totals and the footer. `isWide`
 * also accepts lines that are indented like part of the item.
 */
export function proposeEnds(
  example: Example,
  rows: number[],
  totalLabels: string[],
  isWide: boolean,
): string[] {
  const { lines } = example.document
  const last = rows.at(-1) ?? -1
  const after = [...lastRows(example, rows), last].flatMap(
    (row) => lineAfterItem(example, rows, row, isWide) ?? [],
  )
  const totals = totalLabels.flatMap((label) => {
    const line = lines.find((it, index) => index > last && startsWith(it, label))
    return line ? [{ line, label }] : []
  })
  const found = [...after, ...totals, ...footer(example, last)]
    .toSorted((a, b) => lines.indexOf(a.line) - lines.indexOf(b.line))
    .map(({ label }) => toEnd(label))
  return [...new Set(found)].filter((end) => !matchesInside(example, rows, end)).slice(0, maxEnds)
}

/** True if a pattern matches a line between a page's first and last item. */
export function matchesInside({ document }: Example, rows: number[], end: string): boolean {
  const pattern = new RegExp(end, 'iu')
  const pages = new Set(rows.map((row) => document.lines[row]?.page))
  return [...pages].some((page) => {
    const own = rows.filter((row) => document.lines[row]?.page === page)
    const inside = document.lines.slice(own[0], (own.at(-1) ?? 0) + 1)
    return inside.some(({ text }) => pattern.test(text))
  })
}

/** Returns the last item on each page. */
function lastRows({ document }: Example, rows: number[]): number[] {
  return rows.filter(
    (row, index) => document.lines[row]?.page !== document.lines[rows[index + 1] ?? -1]?.page,
  )
}

interface EndLine {
  line: TextLine
  label: string
}

/** Returns the first line below an item that is not part of its description and starts at the table's edge. */
function lineAfterItem(
  example: Example,
  rows: number[],
  row: number,
  isWide: boolean,
): EndLine | undefined {
  const { lines } = example.document
  const own = squash(example.reading.lines[rows.indexOf(row)]?.description ?? '')
  const isOwn = ({ segments }: TextLine) =>
    segments.some(({ text }) => squash(text).length > 2 && own.includes(squash(text)))
  const { page, font_size = 0, segments: [first] = [] } = lines[row] ?? {}
  const isIndented = ({ segments }: TextLine) =>
    !isWide && (segments[0]?.box[0] ?? 0) > (first?.box[0] ?? 0) + font_size
  for (const line of lines.slice(row + 1, row + 40)) {
    if (line.page !== page) return undefined
    const label = isOwn(line) || isIndented(line) ? undefined : endLabel(example, line)
    if (label && !matchesInside(example, rows, toEnd(label))) return { line, label }
  }
  return undefined
}

function toEnd(label: string): string {
  return `^${escapePattern(label)}`
}

/** Returns the longest label without digits at the start of a line. */
function endLabel(example: Example, line: TextLine): string | undefined {
  const phrases = labelPhrases(line.segments[0]?.text ?? '', variableTexts(example))
  return phrases
    .filter(
      (phrase) => !/\d/.test(phrase) && countLetters(phrase) >= 3 && line.text.startsWith(phrase),
    )
    .toSorted((a, b) => b.length - a.length)[0]
}

function startsWith({ text }: TextLine, label: string): boolean {
  return text.toLowerCase().startsWith(label.toLowerCase())
}

function footer(example: Example, last: number): EndLine[] {
  const page = example.document.lines[last]?.page
  const height = example.pages.find(({ number }) => number === page)?.height ?? Infinity
  const line = example.document.lines.find(
    (it) => it.page === page && it.baseline > height * footerFrom,
  )
  const label = line && endLabel(example, line)
  return line && label && countLetters(label) > 6 ? [{ line, label }] : []
}
