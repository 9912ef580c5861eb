import { approved } from '../../domain/review/correct.ts'
import type { HeatSheetReading } from '../../domain/heat-sheet/heat-sheet.ts'
import type { InvoiceReading } from '../../domain/invoice/invoice.ts'
import {
  contentTypes,
  type HeatSheetFormat,
  type InvoiceFormat,
  type Mapping,
  type OutputFormat,
  type Params,
} from '../../domain/mapping/mapping.ts'
import { openReasons } from '../../domain/invoice/proof.ts'
import { reviewFiling } from '../coretax/review-filing.ts'
import type { ReferenceData } from '../reference-data/reference-data.ts'
import { hasCalendar, renderHeatSheet } from './heat-sheet.ts'
import { renderInvoice } from './invoice.ts'

/** Minutes before a heat, where nobody says otherwise. */
const usualReminder = 10

export interface Output {
  format: OutputFormat
  content_type: string
  body: string
}

/** A reading and the files that a mapping writes from it. */
export interface Written<R> {
  reading: R
  /** Why a person should look at it before relying on it; none when all is proved. */
  review_reasons: string[]
  outputs: Output[]
}

export interface WriteOptions {
  /** What a person said along with the document. */
  params?: Params
  /** The moment that calendars are stamped with: importers keep the latest. */
  made_at?: Date
  /** A person stands by the reading as it is. */
  is_approved?: boolean
}

/** What has to be known of a sale only to file it with the tax office is asked where a file for it is written. */
export function writeInvoice(
  read: InvoiceReading,
  { reader, outputs }: { reader: Mapping['reader']; outputs: InvoiceFormat[] },
  knowledge: ReferenceData,
  { is_approved = false }: WriteOptions = {},
): Written<InvoiceReading> {
  const formats = outputs.filter(
    (format) => format !== 'xml' || reader !== 'generic' || isRupiah(read),
  )
  const reviewed = formats.includes('xml') ? reviewFiling(read, knowledge.directory) : read
  const reading = is_approved ? approved(reviewed) : reviewed
  const bodies = formats.map((format) =>
    toOutput(format, renderInvoice(reading, format, knowledge)),
  )
  return { reading, review_reasons: openReasons(reading), outputs: bodies }
}

/** Indonesia's tax office takes nothing else; what may be rupiah is left to a person. */
function isRupiah({ currency }: InvoiceReading): boolean {
  return currency === null || currency === 'IDR'
}

export function writeHeatSheet(
  reading: HeatSheetReading,
  { outputs }: { outputs: readonly HeatSheetFormat[] },
  { params = {}, made_at = new Date(0), is_approved = false }: WriteOptions,
): Written<HeatSheetReading> {
  const formats = outputs.filter((format) => format !== 'ics' || hasCalendar(reading))
  const calendar = { made_at, reminder: Number(params['reminder'] || usualReminder) }
  const bodies = formats.map((format) =>
    toOutput(format, renderHeatSheet(reading, format, calendar)),
  )
  const reasons = reading.warnings.map(({ message }) => message)
  return { reading, review_reasons: is_approved ? [] : reasons, outputs: bodies }
}

export function toOutput(format: OutputFormat, body: string): Output {
  return { format, content_type: contentTypes[format], body }
}
