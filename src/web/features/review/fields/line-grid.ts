import type { InvoiceReading } from '../../../../domain/invoice/invoice.ts'
import type { Change, CorrectableReading } from '../../../../domain/review/change.ts'
import { type LineColumn, listLineColumns } from './fields.ts'
import { parseAmount } from '../../../i18n/locale/parse-amount.ts'

export type Direction = 'up' | 'down' | 'left' | 'right'

/** A cell of a line item. */
interface Cell {
  line: number
  key: string
}

function findCell(path: string): Cell | undefined {
  const [, line, key] = /^lines\.(\d+)\.(\w+)$/.exec(path) ?? []
  return line === undefined || key === undefined ? undefined : { line: Number(line), key }
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
  const columns = listLineColumns(reading)
  const at = columns.findIndex(({ key }) => key === cell.key)
  const line = cell.line + (direction === 'down' ? 1 : direction === 'up' ? -1 : 0)
  const column = at + (direction === 'right' ? 1 : direction === 'left' ? -1 : 0)
  const key = at === -1 ? undefined : columns[column]?.key
  const isInside = line >= 0 && line < reading.lines.length
  return isInside && key !== undefined ? `lines.${line}.${key}` : undefined
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
  invoice: InvoiceReading,
  path: string,
  rows: readonly (readonly string[])[],
): Change[] | PasteFault {
  const start = findCell(path)
  const columns = listLineColumns(invoice)
  const first = columns.findIndex(({ key }) => key === start?.key)
  if (!start || first === -1) return []
  const width = Math.max(...rows.map((row) => row.length))
  if (first + width > columns.length) return { fault: 'too_wide' }
  const filled = columns.slice(first, first + width)
  const wrong = rows.flatMap((row) => row.filter((text, at) => isWrong(text, filled[at])))[0]
  if (wrong !== undefined) return { fault: 'not_a_number', text: wrong }
  return rows.flatMap((row, at): Change[] => {
    const index = start.line + at
    const values = filled.slice(0, row.length).map((column, offset) => ({
      key: column.key,
      value: toCellValue(row[offset] ?? '', column),
    }))
    const line = invoice.lines[index]
    if (!line) {
      const given = values.filter(({ value }) => value !== null)
      const value = Object.fromEntries(given.map((one) => [one.key, one.value]))
      return [{ op: 'insert' as const, path: `lines.${index}`, value }]
    }
    return values
      .filter(({ key, value }) => (line[key] ?? null) !== value)
      .map(({ key, value }) => ({ op: 'set' as const, path: `lines.${index}.${key}`, value }))
  })
}

function isWrong(text: string, column: LineColumn | undefined): boolean {
  return column?.kind === 'amount' && text !== '' && parseAmount(text) === undefined
}

function toCellValue(text: string, { key, kind }: LineColumn): string | null {
  if (text === '') return key === 'description' ? '' : null
  return kind === 'amount' ? (parseAmount(text) ?? null) : text
}
