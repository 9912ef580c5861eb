import { z } from 'zod'
import { Goods, Party, Unit } from '../../domain/invoice/directory.ts'
import { normalizeNpwp } from '../../domain/invoice/tax-numbers.ts'
import { AppError, fault } from '../../domain/errors/errors.ts'
import { type CsvRow, parseCsv, UnclosedQuote } from '../formats/parse-csv.ts'
import { toCsv } from '../formats/write-csv.ts'
import type { TableEntry, TableKind } from './merge-tables.ts'
import { createDetail } from '../../domain/i18n/problem-detail.ts'
import { addRenderedText } from '../../domain/i18n/render.ts'
import { createFault, listFaults } from '../../domain/messages/fault.ts'
import type { LineFault } from '../../domain/messages/problem-codes.ts'

/** Converts between a value and a CSV cell; an empty cell sets nothing. */
interface CellFormat {
  write: (value: unknown) => string
  read: (cell: string) => unknown
}

const text: CellFormat = { write: (value) => (value ?? '') as string, read: (cell) => cell }
/** Accountants' spreadsheets contain 15-digit numbers with dots. */
const npwp: CellFormat = { ...text, read: (cell) => normalizeNpwp(cell) ?? cell }
/** `a | b`; a backslash escapes a bar, an equals sign or a backslash. */
const list: CellFormat = {
  write: (value) => (value as string[]).map(escapePart).join(' | '),
  read: (cell) => splitParts(cell).map(unescapePart),
}
/** `seller = code | seller = code`. */
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

const schemas: { [K in TableKind]: z.ZodType<TableEntry<K>> } = {
  parties: Party,
  units: Unit,
  goods: Goods,
}

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

export interface ImportedRow<K extends TableKind> {
  line: number
  /** Id of the exported entry, if any. */
  id: string | undefined
  entry: TableEntry<K>
}

/** Returns the entries in a file, or throws with every invalid line. */
export function readTableCsv<K extends TableKind>(kind: K, csv: string): ImportedRow<K>[] {
  const [head, ...rows] = parseRows(csv)
  const names = (head?.cells ?? []).map((cell) => cell.trim().toLowerCase())
  const known = ['id', ...Object.keys(columns[kind])]
  const unknown = names.filter((name) => name !== '' && !known.includes(name))
  if (!head || unknown.length > 0 || !names.some((name) => known.includes(name))) {
    const toColumnFault = createFault('csv_columns', null, { known, unknown })
    throw importError([{ line: head?.line ?? 1, ...toColumnFault }])
  }
  const read = rows.map((row) => readRow(kind, names, row))
  const faults = read.flatMap((it) => ('faults' in it ? it.faults : []))
  if (faults.length > 0) throw importError(faults)
  return read.flatMap((it) => ('faults' in it ? [] : [it]))
}

function parseRows(csv: string): CsvRow[] {
  try {
    return parseCsv(csv)
  } catch (error) {
    if (!(error instanceof UnclosedQuote)) throw error
    throw importError([{ line: error.line, ...createFault('csv_quote_open', null, {}) }])
  }
}

/** Names the first few errors in the message and lists all of them as data. */
export function importError(faults: LineFault[]): AppError {
  const errors = faults.map(({ line, ...message }) => fault(`/${line}`, addRenderedText(message)))
  const errorList = faults.slice(0, 5)
  const why = createDetail('import_mistakes', {
    mistakes: errorList,
    more: faults.length - errorList.length,
  })
  return new AppError('INVALID_IMPORT', why, { errors: errors.slice(0, 1000) })
}

function readRow<K extends TableKind>(
  kind: K,
  names: string[],
  { line, cells }: { line: number; cells: string[] },
): ImportedRow<K> | { faults: LineFault[] } {
  const given: Record<string, unknown> = {}
  for (const [index, name] of names.entries()) {
    const cell = dropFormulaGuard(cells[index] ?? '').trim()
    const column = columns[kind][name]
    if (cell !== '' && column) setAtPath(given, name, column.read(cell))
  }
  const id = cells[names.indexOf('id')]?.trim() || undefined
  const parsed = schemas[kind].safeParse(given)
  if (parsed.success) return { line, id, entry: parsed.data }
  return { faults: listFaults(parsed.error, given).map((message) => ({ line, ...message })) }
}

/** Strips the apostrophe that the export adds against formula injection. */
function dropFormulaGuard(cell: string): string {
  return /^'\s*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/.test(cell) ? cell.slice(1) : cell
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
