import type { Party } from '../../domain/invoice/directory.ts'
import { normaliseNpwp } from '../../domain/invoice/tax-numbers.ts'
import { AppError, fault } from '../../domain/errors/app-error.ts'
import {
  type CsvRow,
  CsvTooLong,
  maxCsvRows,
  parseCsv,
  UnclosedQuote,
} from '../formats/parse-csv.ts'
import { dropLaterGuards, toCsv } from '../formats/write-csv.ts'
import type { TableEntry, TableKind } from './merge-tables.ts'
import { matchColumns } from './table-columns.ts'
import { createDetail } from '../../domain/i18n/problem-detail.ts'
import { addRenderedText } from '../../domain/i18n/render.ts'
import { maxReportedFaults } from '../../domain/errors/invalid-fields.ts'
import { clipKeys, createFault } from '../../domain/messages/fault.ts'
import type { LineFault } from '../../domain/messages/problem-codes.ts'

/** Converts between a value and a CSV cell. An empty cell leaves the field unset. */
interface CellFormat {
  write: (value: unknown) => string
  read: (cell: string) => unknown
}

const text: CellFormat = { write: (value) => (value ?? '') as string, read: (cell) => cell }
/** Also accepts 15-digit numbers with dots, as in accountants' spreadsheets. */
const npwp: CellFormat = { ...text, read: (cell) => normaliseNpwp(cell) ?? cell }
/** A list such as `a | b`. A backslash escapes a bar, an equals sign or a backslash. */
const list: CellFormat = {
  write: (value) => (value as string[]).map(escapePart).join(' | '),
  read: (cell) => splitParts(cell).map(unescapePart),
}
/** Customer codes by seller: `seller = code | seller = code`. */
const codes: CellFormat = {
  write: (value) =>
    (value as Party['codes'])
      .map(({ seller, code }) => `${escapePart(seller)} = ${escapePart(code)}`)
      .join(' | '),
  read: (cell) =>
    splitParts(cell).map((part) => {
      const [, seller = '', code = part] = /^((?:\\.|[^\\=])*)=(.*)$/s.exec(part) ?? []
      return { seller: unescapePart(seller), code: unescapePart(code) }
    }),
}

type Columns = Record<string, CellFormat & { of?: string }>

const columns: Record<TableKind, Columns> = {
  parties: {
    name: text,
    aliases: list,
    codes,
    document: text,
    tin: npwp,
    idtku: text,
    document_number: text,
    country: text,
    address: text,
    email: text,
    signer: text,
    transaction_code: text,
    add_info: text,
    facility_stamp: text,
    'goods.option': text,
    'goods.code': text,
    'goods.unit': text,
  },
  units: { code: text, name: text, aliases: list },
  goods: {
    code: text,
    option: text,
    unit: text,
    skus: list,
    hs_codes: list,
    descriptions: list,
    luxury_rate: text,
  },
}

export function writeTableCsv<K extends TableKind>(
  kind: K,
  entries: readonly { id: string; entry: TableEntry<K> }[],
): string {
  const own = Object.entries(columns[kind])
  const rows = entries.map(({ id, entry }) => [
    id,
    ...own.map(([name, { write }]) =>
      write(readAtPath(entry, name) ?? (write === text.write ? '' : [])),
    ),
  ])
  return toCsv(['id', ...own.map(([name]) => name)], rows)
}

/** An imported row, with the fields that it sets. */
export interface ImportedRow {
  line: number
  cells: string[]
  /** ID of the exported entry, if any. */
  id: string | undefined
  given: Record<string, unknown>
}

export interface ImportedTable {
  /** Each column with its matching field, or null if it is ignored. */
  columns: { header: string; field: string | null }[]
  rows: ImportedRow[]
}

/** Parses a table that Docket exported, or any other table with a recognisable name or code column. */
export function readTableCsv(kind: TableKind, csv: string): ImportedTable {
  const [head, ...rows] = parseRows(csv)
  const header = head?.cells ?? []
  const known = ['id', ...Object.keys(columns[kind])]
  const fields = matchColumns(
    kind,
    known,
    header,
    rows.map(({ cells }) => cells),
  )
  if (!head || !fields) {
    const unknown = clipKeys(header.filter((cell) => cell.trim() !== ''))
    throw importError([
      { line: head?.line ?? 1, ...createFault('csv_columns', null, { known, unknown }) },
    ])
  }
  return {
    columns: header.map((cell, index) => ({ header: cell.trim(), field: fields[index] ?? null })),
    rows: rows.map((row) => readRow(kind, fields, row)),
  }
}

/** Parses CSV. Throws an error that names the line at which parsing failed. */
export function parseRows(csv: string): CsvRow[] {
  try {
    return parseCsv(csv)
  } catch (error) {
    if (error instanceof UnclosedQuote) {
      throw importError([{ line: error.line, ...createFault('csv_quote_open', null, {}) }])
    }
    if (!(error instanceof CsvTooLong)) throw error
    const fault = createFault('csv_too_long', null, { most: maxCsvRows })
    throw importError([{ line: error.line, ...fault }])
  }
}

/** Creates an error whose message contains the first few problems and whose data lists more of them. */
export function importError(faults: LineFault[]): AppError {
  const errors = faults
    .slice(0, maxReportedFaults)
    .map(({ line, ...message }) => fault(`/${line}`, addRenderedText(message)))
  const errorList = faults.slice(0, 5)
  const why = createDetail('import_mistakes', {
    mistakes: errorList,
    more: faults.length - errorList.length,
  })
  return new AppError('INVALID_IMPORT', why, { errors })
}

function readRow(
  kind: TableKind,
  fields: readonly (string | undefined)[],
  { line, cells }: CsvRow,
): ImportedRow {
  const given: Record<string, unknown> = {}
  for (const [index, field = ''] of fields.entries()) {
    const cell = dropFormulaGuard(cells[index] ?? '').trim()
    const column = columns[kind][field]
    if (cell !== '' && column) setAtPath(given, field, column.read(cell))
  }
  const id = cells[fields.indexOf('id')]?.trim() || undefined
  return { line, cells, id, given }
}

/** Removes the apostrophes that exports contain to prevent formula injection. */
function dropFormulaGuard(cell: string): string {
  const isGuarded = /^'\s*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/.test(cell)
  return dropLaterGuards(isGuarded ? cell.slice(1) : cell)
}

function escapePart(value: string): string {
  return value.replace(/[\\|=]/g, (letter) => `\\${letter}`)
}

function unescapePart(part: string): string {
  return part.trim().replace(/\\(.)/gs, '$1')
}

function splitParts(cell: string): string[] {
  return (cell.match(/(?:\\.|[^\\|])+/gs) ?? []).filter((part) => part.trim() !== '')
}

function readAtPath(entry: object, name: string): unknown {
  return name
    .split('.')
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | null)?.[key], entry)
}

function setAtPath(target: Record<string, unknown>, name: string, value: unknown): void {
  const [first = '', second] = name.split('.')
  if (second === undefined) target[first] = value
  else target[first] = { ...(target[first] as object | undefined), [second]: value }
}
