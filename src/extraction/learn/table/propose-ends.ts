import type { TextLine } from '../../text/text-lines.ts'
import type { Example } from '../example/example.ts'
import { countLetters, escapePattern, listLabelPhrases } from '../rules/label-phrases.ts'
import { listVariableText } from '../rules/propose-rules.ts'
import { toComparableText } from '../example/same-value.ts'

const maxEnds = 7
/** Distance from the top of the page to the footer, as a fraction of the page height. */
const footerTopShare = 0.84

/**
 * Proposes patterns for lines that end the table: lines after the last item on a page, the totals and the footer.
 * `isWide` also accepts lines that are indented like part of an item.
 */
export function proposeEnds(
  example: Example,
  rows: number[],
  totalLabels: string[],
  isWide: boolean,
): string[] {
  const { lines } = example.document
  const last = rows.at(-1) ?? -1
  const after = [...listLastRows(example, rows), last].flatMap(
    (row) => findLineAfterItem(example, rows, row, isWide) ?? [],
  )
  const totals = totalLabels.flatMap((label) => {
    const line = lines.find((it, index) => index > last && startsWith(it, label))
    return line ? [{ line, label }] : []
  })
  const found = [...after, ...totals, ...findFooter(example, last)]
    .toSorted((a, b) => lines.indexOf(a.line) - lines.indexOf(b.line))
    .map(({ label }) => toEndPattern(label))
  return [...new Set(found)]
    .filter((end) => !matchesBetweenItems(example, rows, end))
    .slice(0, maxEnds)
}

/** True if the pattern matches a line between the first and the last item on a page. */
export function matchesBetweenItems({ document }: Example, rows: number[], end: string): boolean {
  const pattern = new RegExp(end, 'iu')
  const pages = new Set(rows.map((row) => document.lines[row]?.page))
  return [...pages].some((page) => {
    const own = rows.filter((row) => document.lines[row]?.page === page)
    const inside = document.lines.slice(own[0], (own.at(-1) ?? 0) + 1)
    return inside.some(({ text }) => pattern.test(text))
  })
}

/** Returns the last item on each page. */
function listLastRows({ document }: Example, rows: number[]): number[] {
  return rows.filter(
    (row, index) => document.lines[row]?.page !== document.lines[rows[index + 1] ?? -1]?.page,
  )
}

interface EndLine {
  line: TextLine
  label: string
}

/** Returns the first line below an item that starts at the table's edge and is not part of the description. */
function findLineAfterItem(
  example: Example,
  rows: number[],
  row: number,
  isWide: boolean,
): EndLine | undefined {
  const { lines } = example.document
  const own = toComparableText(example.reading.lines[rows.indexOf(row)]?.description ?? '')
  const isOwn = ({ segments }: TextLine) =>
    segments.some(
      ({ text }) => toComparableText(text).length > 2 && own.includes(toComparableText(text)),
    )
  const { page, font_size = 0, segments: [first] = [] } = lines[row] ?? {}
  const isIndented = ({ segments }: TextLine) =>
    !isWide && (segments[0]?.box[0] ?? 0) > (first?.box[0] ?? 0) + font_size
  for (const line of lines.slice(row + 1, row + 40)) {
    if (line.page !== page) return undefined
    const label = isOwn(line) || isIndented(line) ? undefined : findEndLabel(example, line)
    if (label && !matchesBetweenItems(example, rows, toEndPattern(label))) return { line, label }
  }
  return undefined
}

function toEndPattern(label: string): string {
  return `^${escapePattern(label)}`
}

/** Returns the longest label without digits at the start of a line. */
function findEndLabel(example: Example, line: TextLine): string | undefined {
  const phrases = listLabelPhrases(line.segments[0]?.text ?? '', listVariableText(example))
  return phrases
    .filter(
      (phrase) => !/\d/.test(phrase) && countLetters(phrase) >= 3 && line.text.startsWith(phrase),
    )
    .toSorted((a, b) => b.length - a.length)[0]
}

function startsWith({ text }: TextLine, label: string): boolean {
  return text.toLowerCase().startsWith(label.toLowerCase())
}

function findFooter(example: Example, last: number): EndLine[] {
  const page = example.document.lines[last]?.page
  const height = example.pages.find(({ number }) => number === page)?.height ?? Infinity
  const line = example.document.lines.find(
    (it) => it.page === page && it.baseline > height * footerTopShare,
  )
  const label = line && findEndLabel(example, line)
  return line && label && countLetters(label) > 6 ? [{ line, label }] : []
}
