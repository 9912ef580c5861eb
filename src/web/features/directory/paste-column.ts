import { parseCompanyName, toNameKey } from '../../../domain/invoice/company-names.ts'
import { findNpwpFault } from '../../../domain/invoice/tax-numbers.ts'

/** A company on the page, with its names on invoices. */
export interface PasteRow {
  name: string
  spellings: readonly string[]
}

export interface PastedNumbers {
  /** Numbers by company name. */
  numbers: Record<string, string>
  /** Pasted names that are not on the page. */
  unmatched: string[]
}

/**
 * Reads numbers pasted from a spreadsheet. If the lines also have names, each number goes to the company of that name,
 * in any order. A single column fills the rows from `start` downwards, and an empty line skips a row. Returns undefined
 * for a single number, which the field itself handles.
 */
export function readPastedNumbers(
  rows: readonly PasteRow[],
  start: number,
  pasted: string,
): PastedNumbers | undefined {
  const lines = pasted.replace(/\r\n?/g, '\n').replace(/\n+$/, '').split('\n').map(splitCells)
  const named = lines.map(readNamedNumber)
  if (named.some((one) => one && findNpwpFault(one.number) === undefined)) {
    return matchNames(rows, named)
  }
  if (lines.length < 2) return undefined
  const pairs = rows
    .slice(start, start + lines.length)
    .map(({ name }, index) => [name, lines[index]?.[0] ?? ''] as const)
  return { numbers: Object.fromEntries(pairs.filter(([, value]) => value !== '')), unmatched: [] }
}

/** Splits a line into its cells. Spreadsheet programs separate columns with tabs. */
function splitCells(line: string): string[] {
  return line
    .split('\t')
    .map((cell) => cell.trim().replace(/^'/, ''))
    .filter((cell) => cell !== '')
}

interface NamedNumber {
  names: string[]
  number: string
}

/** Returns the number in a line and the names beside it; undefined for a line without both, such as a header. */
function readNamedNumber(cells: readonly string[]): NamedNumber | undefined {
  const names = cells.filter((cell) => /\p{L}{2}/u.test(cell))
  const others = cells
    .filter((cell) => !names.includes(cell) && /\d/.test(cell))
    .toSorted((first, second) => second.length - first.length)
  const number = others.find((cell) => findNpwpFault(cell) === undefined) ?? others[0]
  return number === undefined || names.length === 0 ? undefined : { names, number }
}

function matchNames(
  rows: readonly PasteRow[],
  pasted: readonly (NamedNumber | undefined)[],
): PastedNumbers {
  const result: PastedNumbers = { numbers: {}, unmatched: [] }
  for (const one of pasted) {
    if (!one) continue
    const row = one.names.map((name) => findRow(rows, name)).find((found) => found !== undefined)
    if (row) result.numbers[row.name] = one.number
    else result.unmatched.push(one.names[0] ?? '')
  }
  return result
}

/** Finds the company with this name. A name without a legal form matches if only one company has it. */
function findRow(rows: readonly PasteRow[], name: string): PasteRow | undefined {
  const spelled = (matches: (spelling: string) => boolean) =>
    rows.filter((row) => [row.name, ...row.spellings].some(matches))
  const [exact] = spelled((spelling) => toNameKey(spelling) === toNameKey(name))
  if (exact) return exact
  const { form, baseName } = parseCompanyName(name)
  const similar = spelled((spelling) => {
    const other = parseCompanyName(spelling)
    return other.baseName === baseName && (form === undefined || other.form === undefined)
  })
  return similar.length === 1 ? similar[0] : undefined
}
