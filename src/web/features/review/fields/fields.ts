import type { CorrectableReading } from '../../../../domain/review/change.ts'
import type { InvoiceReading } from '../../../../domain/invoice/invoice.ts'
import { formatCount } from '../../../i18n/locale/locale.ts'
import { reviewText } from '../../../i18n/review-text.ts'
import { listCustomValues } from './custom-fields.ts'

/** Directory tables that can fill a field. */
export type DirectoryKind = 'party' | 'unit' | 'goods'

export type FieldKind = 'text' | 'amount' | 'number' | 'day' | 'whole' | 'flag' | DirectoryKind

export function isDirectoryKind(kind: FieldKind): kind is DirectoryKind {
  return kind === 'party' || kind === 'unit' || kind === 'goods'
}

export interface FieldRef {
  path: string
  kind: FieldKind
}

const lineColumns = [
  { key: 'sku', kind: 'text' },
  { key: 'description', kind: 'text' },
  { key: 'quantity', kind: 'amount' },
  { key: 'unit', kind: 'unit' },
  { key: 'unit_price', kind: 'amount' },
  { key: 'discount', kind: 'amount' },
  { key: 'amount', kind: 'amount' },
  { key: 'goods_code', kind: 'goods' },
] as const satisfies { key: string; kind: FieldKind }[]

const luxuryColumns = [...lineColumns, { key: 'luxury_rate', kind: 'amount' }] as const satisfies {
  key: string
  kind: FieldKind
}[]

export type LineColumn = (typeof luxuryColumns)[number]

/** Returns the columns of this invoice's lines. Only luxury goods have a PPnBM rate. */
export function listLineColumns({ filing, lines }: InvoiceReading): readonly LineColumn[] {
  const isLuxury =
    filing?.transaction_code?.value === '01' ||
    (filing?.lines.some(({ luxury_rate }) => luxury_rate !== undefined) ?? false) ||
    lines.some(({ luxury_rate }) => luxury_rate !== undefined)
  return isLuxury ? luxuryColumns : lineColumns
}

export const swimColumns = [
  { key: 'heat_start_time', kind: 'text' },
  { key: 'heat_number', kind: 'whole' },
  { key: 'lane', kind: 'whole' },
] as const satisfies { key: string; kind: FieldKind }[]

export const headerFields: readonly FieldRef[] = [
  { path: 'number', kind: 'text' },
  { path: 'date', kind: 'day' },
  { path: 'currency', kind: 'text' },
  { path: 'seller.name', kind: 'party' },
  { path: 'seller.tin', kind: 'text' },
  { path: 'buyer.name', kind: 'party' },
  { path: 'buyer.tin', kind: 'text' },
  { path: 'buyer.code', kind: 'text' },
  { path: 'buyer.address', kind: 'text' },
]

/**
 * Returns the values that only the Coretax file states. Facilities and customs documents apply only to codes 07 and 08.
 */
export function filedFields({ filing, facility, custom_doc }: InvoiceReading): FieldRef[] {
  if (!filing) return []
  const code = filing.transaction_code?.value
  const hasFacility = code === '07' || code === '08' || (facility ?? custom_doc) !== undefined
  const paths = ['transaction_code', 'facility', 'custom_doc', 'custom_doc_month']
  return (hasFacility ? paths : paths.slice(0, 1)).map((path) => ({
    path,
    kind: 'text',
  }))
}

/** Returns the totals of this invoice, in the order of calculation. */
export function totalFields({ totals }: InvoiceReading): FieldRef[] {
  const amountFields = (paths: string[]) => paths.map((path) => ({ path, kind: 'amount' as const }))
  const namedFields = (list: string, entries: readonly unknown[]) =>
    entries.flatMap((_, index): FieldRef[] => [
      { path: `totals.${list}.${index}.name`, kind: 'text' },
      { path: `totals.${list}.${index}.amount`, kind: 'amount' },
    ])
  const taxes = totals.taxes ?? []
  return [
    ...amountFields(totals.quantity === undefined ? [] : ['totals.quantity']),
    ...amountFields(['totals.subtotal']),
    ...namedFields('charges', totals.charges),
    ...amountFields(['totals.tax_base', 'totals.tax']),
    ...taxes.flatMap((_, at) =>
      amountFields([`totals.taxes.${at}.tax_base`, `totals.taxes.${at}.tax`]),
    ),
    ...amountFields(['totals.grand_total']),
    ...namedFields('withheld', totals.withheld),
    ...amountFields(totals.instalment === undefined ? [] : ['totals.instalment']),
    ...amountFields(
      totals.payment
        ? ['totals.payment.prepaid', 'totals.payment.rounding', 'totals.payment.due']
        : [],
    ),
  ]
}

/** Returns the paths of all editable fields, in the order of the page. */
export function allFields(reading: CorrectableReading): string[] {
  if (reading.kind === 'heat_sheet') {
    return reading.events.flatMap((_, index) =>
      swimColumns.map(({ key }) => `events.${index}.${key}`),
    )
  }
  if (reading.kind === 'fields') return listCustomValues(reading).map(({ path }) => path)
  const columns = listLineColumns(reading)
  const lines = reading.lines.flatMap((_, index) =>
    columns.map(({ key }) => `lines.${index}.${key}`),
  )
  return [...headerFields, ...totalFields(reading), ...filedFields(reading)]
    .map(({ path }) => path)
    .concat(lines)
}

/** Returns the kind of the field with this path; undefined if there is none. */
export function findKind(reading: CorrectableReading, path: string): FieldKind | undefined {
  if (reading.kind === 'fields')
    return listCustomValues(reading).find((value) => value.path === path)?.kind
  const [list, , key] = path.split('.')
  if (list === 'events') return swimColumns.find((column) => column.key === key)?.kind
  if (reading.kind !== 'invoice') return undefined
  if (list === 'lines') return listLineColumns(reading).find((column) => column.key === key)?.kind
  const fields = [...headerFields, ...totalFields(reading), ...filedFields(reading)]
  return fields.find((field) => field.path === path)?.kind
}

/** Returns the field with this path, or the closest field in the same line. */
export function findField(path: string, fields: readonly string[]): string | undefined {
  if (fields.includes(path)) return path
  const [list, index] = path.split('.')
  const preferred = [`${list}.${index}.description`, `${list}.${index}.`, `${path}.`]
  return preferred
    .map((start) => fields.find((field) => field.startsWith(start)))
    .find((found) => found !== undefined)
}

/** Returns a label such as `Line 3: Amount`. */
export function fieldLabel(path: string): string {
  const { fields, lineNumber, wholeDocument } = reviewText()
  const [list = '', index = '', key] = path.split('.')
  if (list === 'lines' || list === 'events') {
    const number = (list === 'lines' ? lineNumber : reviewText().eventNumber)(
      formatCount(Number(index) + 1),
    )
    return key === undefined ? number : `${number}: ${fields[key] ?? key}`
  }
  if (path === '') return wholeDocument
  if (list === 'data') return describeOwnPath(path)
  const named = fields[path.replace(/\.\d+(?=\.|$)/g, '')]
  const number = /\.(\d+)\./.exec(path)?.[1]
  return `${named ?? path}${number === undefined ? '' : ` ${formatCount(Number(number) + 1)}`}`
}

/** Describes a path in a requested object: `data.lines.2.amount` → `lines 3: amount`. */
function describeOwnPath(path: string): string {
  return path
    .split('.')
    .slice(1)
    .reduce((label, key) => {
      if (/^\d+$/.test(key)) return `${label} ${formatCount(Number(key) + 1)}`
      return label === '' ? key : `${label}: ${key}`
    }, '')
}
