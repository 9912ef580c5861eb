import { ExchangeRate } from '../../domain/invoice/exchange-rate.ts'
import { clipKeys, createFault, listFaults } from '../../domain/messages/fault.ts'
import { importError, parseRows } from './table-csv.ts'

const known = ['currency', 'valid_from', 'rate', 'units']

/** Column headers that users have in their own tables, each with the column that it means. */
const synonyms: Record<string, string> = {
  'mata uang': 'currency',
  'kode mata uang': 'currency',
  valuta: 'currency',
  'valid from': 'valid_from',
  'berlaku sejak': 'valid_from',
  'berlaku mulai': 'valid_from',
  'tanggal mulai': 'valid_from',
  kurs: 'rate',
  'kurs pajak': 'rate',
  nilai: 'rate',
  satuan: 'units',
  unit: 'units',
}

function toColumn(header: string): string {
  const name = header.trim().toLowerCase()
  return synonyms[name.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()] ?? name
}

/**
 * Converts a rate to plain notation. The separators are unambiguous only if a number has both: `15.875,50` or
 * `15,875.50`.
 */
function toPlainRate(text: string): string {
  if (/^\d{1,3}(?:\.\d{3})+,\d+$/.test(text)) return text.replaceAll('.', '').replace(',', '.')
  return /^\d{1,3}(?:,\d{3})+\.\d+$/.test(text) ? text.replaceAll(',', '') : text
}

/** Parses exchange rates from CSV. Throws an error that lists every problem by line. */
export function readRatesCsv(csv: string): ExchangeRate[] {
  const [head, ...rows] = parseRows(csv)
  const names = (head?.cells ?? []).map(toColumn)
  const unknown = names.filter((name) => name !== '' && !known.includes(name))
  if (!head || unknown.length > 0 || !names.includes('currency')) {
    const fault = createFault('csv_columns', null, { known, unknown: clipKeys(unknown) })
    throw importError([{ line: head?.line ?? 1, ...fault }])
  }
  const read = rows.map(({ line, cells }) => {
    const given = Object.fromEntries(names.map((name, index) => [name, cells[index]?.trim() ?? '']))
    const { units = '', rate, ...facts } = given
    const row = {
      ...facts,
      ...(rate !== undefined && { rate: toPlainRate(rate) }),
      ...(units !== '' && { units: Number(units) }),
    }
    return { line, row, parsed: ExchangeRate.safeParse(row) }
  })
  const faults = read.flatMap(({ line, row, parsed }) =>
    parsed.success ? [] : listFaults(parsed.error, row).map((fault) => ({ line, ...fault })),
  )
  if (faults.length > 0) throw importError(faults)
  return read.flatMap(({ parsed }) => parsed.data ?? [])
}
