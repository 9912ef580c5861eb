import type { InvoiceReading } from '../../../../domain/invoice/invoice.ts'
import type { Change, CorrectableReading } from '../../../../domain/review/change.ts'
import { lineColumns } from './fields.ts'
import { parseAmount } from '../../../i18n/locale/parse-amount.ts'

export type Direction = 'up' | 'down' | 'left' | 'right'

/** A cell of a line item. */
interface Cell {
  line: number
  column: number
}

function findCell(path: string): Cell | undefined {
  const [, line, key] = /^lines\.(\d+)\.(\w+)$/.exec(path) ?? []
  const column = lineColumns.findIndex((one) => one.key === key)
  return line === undefined || column < 0 ? undefined : { line: Number(line), column }
}

export function isLineCell(path: string): boolean {
  return findCell(path) !== undefined
}

/** Returns the next cell in a direction; undefined at the edge of the grid. */
export function findNeighbour(
  reading: CorrectableReading,
  path: string,
  direction: Direction,
): string | undefined {
  const cell = findCell(path)
  if (!cell || reading.kind !== 'invoice') return undefined
  const lineCount = reading.lines.length
  const line = cell.line + (direction === 'down' ? 1 : direction === 'up' ? -1 : 0)
  const column = cell.column + (direction === 'right' ? 1 : direction === 'left' ? -1 : 0)
  const key = lineColumns[column]?.key
  return line < 0 || line >= lineCount || key === undefined ? undefined : `lines.${line}.${key}`
}

/** Parses a block copied from a spreadsheet into rows of cells; undefined for a single value. */
export function parseBlock(text: string): string[][] | undefined {
  const rows: string[][] = [[]]
  // A cell that contains a tab, a line break or a quote is quoted.
  for (const match of text.matchAll(/(?:"((?:[^"]|"")*)"|([^\t\r\n]*))(\t|\r\n|\n|\r|$)/g)) {
    const [, quoted, plain = '', end] = match
    rows.at(-1)?.push((quoted?.replaceAll('""', '"') ?? plain).trim())
    if (end === '') break
    if (end !== '\t') rows.push([])
  }
  while (rows.length > 1 && rows.at(-1)?.every((cell) => cell === '')) rows.pop()
  return rows.length === 1 && rows[0]?.length === 1 ? undefined : rows
}

/** Why a block cannot be pasted. */
export type PasteFault = { fault: 'too_wide' } | { fault: 'not_a_number'; text: string }

/**
 * Returns the changes that fill the cells from `path` to the right and downwards. Rows beyond the last line become new
 * lines.
 */
export function toPasteChanges(
  { lines }: InvoiceReading,
  path: string,
  rows: readonly (readonly string[])[],
): Change[] | PasteFault {
  const start = findCell(path)
  if (!start) return []
  const width = Math.max(...rows.map((row) => row.length))
  if (start.column + width > lineColumns.length) return { fault: 'too_wide' }
  const wrong = rows.flatMap((row) => row.filter((text, at) => isWrong(text, start.column + at)))[0]
  if (wrong !== undefined) return { fault: 'not_a_number', text: wrong }
  return rows.flatMap((row, at): Change[] => {
    const index = start.line + at
    const values = row.map((text, offset) => toCellValue(text, start.column + offset))
    const line = lines[index]
    if (!line) {
      const value = Object.fromEntries(values.filter(([, cell]) => cell !== null))
      return [{ op: 'insert' as const, path: `lines.${index}`, value }]
    }
    return values
      .filter(([key, value]) => (line[key] ?? null) !== value)
      .map(([key, value]) => ({ op: 'set' as const, path: `lines.${index}.${key}`, value }))
  })
}

type ColumnKey = (typeof lineColumns)[number]['key']

function isWrong(text: string, column: number): boolean {
  return lineColumns[column]?.kind === 'amount' && text !== '' && parseAmount(text) === undefined
}

function toCellValue(text: string, column: number): [ColumnKey, string | null] {
  const { key, kind } = lineColumns[column] ?? lineColumns[0]
  if (text === '') return [key, key === 'description' ? '' : null]
  return [key, kind === 'amount' ? (parseAmount(text) ?? null) : text]
}
