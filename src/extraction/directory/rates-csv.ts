import { ExchangeRate } from '../../domain/invoice/exchange-rate.ts'
import { clipKeys, createFault, listFaults } from '../../domain/messages/fault.ts'
import { importError, parseRows } from './table-csv.ts'

const known = ['currency', 'valid_from', 'rate', 'units']

/** Parses exchange rates from CSV; throws an error that lists every problem by line. */
export function readRatesCsv(csv: string): ExchangeRate[] {
  const [head, ...rows] = parseRows(csv)
  const names = (head?.cells ?? []).map((cell) => cell.trim().toLowerCase())
  const unknown = names.filter((name) => name !== '' && !known.includes(name))
  if (!head || unknown.length > 0 || !names.includes('currency')) {
    const fault = createFault('csv_columns', null, { known, unknown: clipKeys(unknown) })
    throw importError([{ line: head?.line ?? 1, ...fault }])
  }
  const read = rows.map(({ line, cells }) => {
    const given = Object.fromEntries(names.map((name, index) => [name, cells[index]?.trim() ?? '']))
    const { units = '', ...facts } = given
    const row = { ...facts, ...(units !== '' && { units: Number(units) }) }
    return { line, row, parsed: ExchangeRate.safeParse(row) }
  })
  const faults = read.flatMap(({ line, row, parsed }) =>
    parsed.success ? [] : listFaults(parsed.error, row).map((fault) => ({ line, ...fault })),
  )
  if (faults.length > 0) throw importError(faults)
  return read.flatMap(({ parsed }) => parsed.data ?? [])
}
