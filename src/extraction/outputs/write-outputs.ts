import { approve } from '../../domain/review/correct.ts'
import type { HeatSheetReading } from '../../domain/heat-sheet/heat-sheet.ts'
import type { InvoiceReading } from '../../domain/invoice/invoice.ts'
import type { Mapping, Params } from '../../domain/mapping/mapping.ts'
import {
  contentTypes,
  type HeatSheetFormat,
  type InvoiceFormat,
  type OutputFormat,
} from '../../domain/mapping/output-formats.ts'
import { type Message, toStoredMessage } from '../../domain/messages/message.ts'
import { listOpenReasons } from '../../domain/invoice/review-reasons.ts'
import { findExchange } from '../coretax/filing.ts'
import { reviewFiling } from '../coretax/review-filing.ts'
import type { ReferenceData } from '../reference-data/reference-data.ts'
import { hasCalendar, renderHeatSheet } from './heat-sheet.ts'
import { renderInvoice } from './render-invoice.ts'

/** In minutes before a heat, unless the user chooses otherwise. */
const defaultReminderMinutes = 10

export interface Output {
  format: OutputFormat
  content_type: string
  body: string
}

/** A reading and its output files. */
export interface WriteResult<R> {
  reading: R
  /** Reasons to review the reading; empty if every check passes. */
  review_reasons: Message[]
  outputs: Output[]
}

export interface WriteOptions {
  /** Parameters that the user sent with the document. */
  params?: Params
  /** Timestamp for calendars; importers keep the latest. */
  made_at?: Date
  /** True if a user approved the reading. */
  is_approved?: boolean
}

/** Reviews filing requirements only if a Coretax file is written. */
export function writeInvoice(
  read: InvoiceReading,
  { reader, outputs }: { reader: Mapping['reader']; outputs: InvoiceFormat[] },
  referenceData: ReferenceData,
  { is_approved = false }: WriteOptions = {},
): WriteResult<InvoiceReading> {
  const formats = outputs.filter(
    (format) =>
      format !== 'xml' ||
      reader !== 'generic' ||
      isRupiah(read) ||
      findExchange(read, referenceData.directory) !== undefined,
  )
  const reviewed = formats.includes('xml')
    ? reviewFiling(read, referenceData.directory)
    : withoutFiling(read)
  const reading = is_approved ? approve(reviewed) : reviewed
  const bodies = formats.map((format) =>
    toOutput(format, renderInvoice(reading, format, referenceData)),
  )
  return { reading, review_reasons: listOpenReasons(reading), outputs: bodies }
}

/** Removes the filing data, because nothing is filed if there is no Coretax file. */
function withoutFiling(read: InvoiceReading): InvoiceReading {
  const reading = { ...read }
  delete reading.filing
  return reading
}

/** Coretax accepts only rupiah; if the currency is unknown, the reviewer decides. */
function isRupiah({ currency }: InvoiceReading): boolean {
  return currency === null || currency === 'IDR'
}

export function writeHeatSheet(
  reading: HeatSheetReading,
  { outputs }: { outputs: readonly HeatSheetFormat[] },
  { params = {}, made_at = new Date(0), is_approved = false }: WriteOptions,
): WriteResult<HeatSheetReading> {
  const formats = outputs.filter((format) => format !== 'ics' || hasCalendar(reading))
  const calendar = { made_at, reminder: Number(params['reminder'] || defaultReminderMinutes) }
  const bodies = formats.map((format) =>
    toOutput(format, renderHeatSheet(reading, format, calendar)),
  )
  return {
    reading,
    review_reasons: is_approved ? [] : reading.warnings.map(toStoredMessage),
    outputs: bodies,
  }
}

export function toOutput(format: OutputFormat, body: string): Output {
  return { format, content_type: contentTypes[format], body }
}
