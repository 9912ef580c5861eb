import {
  isNameHeader,
  mayBeName,
  parseCompanyName,
  toNameKey,
} from '../../../domain/invoice/company-names.ts'
import { findNpwpFault, normaliseNpwp } from '../../../domain/invoice/tax-numbers.ts'

/** A company on the page, with its names on invoices. */
export interface PasteRow {
  name: string
  spellings: readonly string[]
}

export interface PastedNumbers {
  /** Numbers by company name. */
  numbers: Record<string, string>
  /** Pasted names that are not on the page, and numbers without a name. */
  unmatched: string[]
  /** Companies with several different numbers. None of these numbers is used. */
  conflicting: string[]
}

/**
 * Reads numbers pasted from a spreadsheet. If the lines also contain names, each number goes to the company with that
 * name, whatever the order. The names are in the column with a name header or, without one, in the first column with
 * text other than codes, because later columns may name a parent company or a branch. A single column fills the rows
 * from `start` downwards, and an empty line skips a row. Returns undefined for a single number, which the field itself
 * handles.
 */
export function readPastedNumbers(
  rows: readonly PasteRow[],
  start: number,
  pasted: string,
): PastedNumbers | undefined {
  const lines = pasted.replace(/\r\n?/g, '\n').replace(/\n+$/, '').split('\n').map(splitCells)
  const numbered = lines.map((cells) => ({ cells, number: findNumber(cells) }))
  const nameColumn = findNameColumn(numbered)
  if (nameColumn !== undefined) {
    const named = numbered.flatMap(({ cells, number }) =>
      number === undefined ? [] : [{ name: cells[nameColumn] ?? '', number }],
    )
    return matchNames(rows, named)
  }
  if (lines.length < 2) return undefined
  const pairs = rows
    .slice(start, start + lines.length)
    .map(({ name }, index) => [name, lines[index]?.find((cell) => cell !== '') ?? ''] as const)
  const numbers = Object.fromEntries(pairs.filter(([, value]) => value !== ''))
  return { numbers, unmatched: [], conflicting: [] }
}

interface PastedLine {
  cells: string[]
  number: string | undefined
}

function findNameColumn(lines: readonly PastedLine[]): number | undefined {
  const header = lines[0]?.number === undefined ? lines[0]?.cells.findIndex(isNameHeader) : -1
  if (header !== undefined && header !== -1) return header
  const columns = lines
    .filter(({ number = '' }) => findNpwpFault(number) === undefined)
    .map(({ cells }) => [cells.findIndex(mayBeName), cells.findIndex(isText)] as const)
  const names = columns.map(([name]) => name).filter((column) => column !== -1)
  const texts = columns.map(([, text]) => text).filter((column) => column !== -1)
  const found = names.length > 0 ? names : texts
  return found.length === 0 ? undefined : Math.min(...found)
}

/** Splits a line into its cells. Spreadsheet programs separate columns with tabs. */
function splitCells(line: string): string[] {
  return line.split('\t').map((cell) => cell.trim().replace(/^'/, ''))
}

const isText = (cell: string) => /\p{L}{2}/u.test(cell)

/** Returns the number in a line; undefined for a line without one, such as a header. */
function findNumber(cells: readonly string[]): string | undefined {
  const numbers = cells
    .filter((cell) => !isText(cell) && /\d/.test(cell))
    .toSorted((first, second) => second.length - first.length)
  return numbers.find((cell) => findNpwpFault(cell) === undefined) ?? numbers[0]
}

interface NamedNumber {
  /** Empty or without letters if the line names no company. */
  name: string
  number: string
}

function matchNames(rows: readonly PasteRow[], pasted: readonly NamedNumber[]): PastedNumbers {
  const findRow = indexNames(rows)
  const unmatched: string[] = []
  const numbers = new Map<string, string>()
  const conflicting = new Set<string>()
  for (const { name, number } of pasted) {
    const row = isText(name) ? findRow(name) : undefined
    if (!row) unmatched.push(isText(name) ? name : number)
    else if (isSameNumber(numbers.get(row.name) ?? number, number)) numbers.set(row.name, number)
    else conflicting.add(row.name)
  }
  for (const name of conflicting) numbers.delete(name)
  return { numbers: Object.fromEntries(numbers), unmatched, conflicting: [...conflicting] }
}

function isSameNumber(one: string, other: string): boolean {
  return one === other || (normaliseNpwp(one) ?? one) === normaliseNpwp(other)
}

/**
 * Returns a search for a company by name. A name without a legal form matches if only one company has it. Indexes the
 * rows, because a page may have thousands.
 */
function indexNames(rows: readonly PasteRow[]): (name: string) => PasteRow | undefined {
  const byKey = new Map<string, PasteRow>()
  const byBaseName = new Map<string, { row: PasteRow; form: string | undefined }[]>()
  for (const row of rows) {
    for (const spelling of [row.name, ...row.spellings]) {
      const key = toNameKey(spelling)
      if (!byKey.has(key)) byKey.set(key, row)
      const { form, baseName } = parseCompanyName(spelling)
      const entries = byBaseName.get(baseName) ?? []
      entries.push({ row, form })
      byBaseName.set(baseName, entries)
    }
  }
  return (name) => {
    const exact = byKey.get(toNameKey(name))
    if (exact) return exact
    const { form, baseName } = parseCompanyName(name)
    const similar = (byBaseName.get(baseName) ?? []).filter(
      (one) => form === undefined || one.form === undefined,
    )
    const [row, ...others] = new Set(similar.map((one) => one.row))
    return others.length === 0 ? row : undefined
  }
}
