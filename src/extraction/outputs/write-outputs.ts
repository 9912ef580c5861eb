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
import { jakartaDay } from '../../domain/coretax/tax-period.ts'
import { findExchange } from '../coretax/filing.ts'
import { clearFiling } from '../coretax/open-rules.ts'
import { reviewFiling } from '../coretax/review-filing.ts'
import type { Directory } from '../directory/directory.ts'
import type { ReferenceData } from '../reference-data/reference-data.ts'
import { hasCalendar, renderHeatSheet } from './heat-sheet.ts'
import { renderInvoice } from './render-invoice.ts'

/** Default reminder time, in minutes before a heat. */
const defaultReminderMinutes = 10

/** Returns the reminder time, in minutes before a heat. */
export function toReminder({ reminder }: Params): number {
  return Number(reminder || defaultReminderMinutes)
}

export interface Output {
  format: OutputFormat
  content_type: string
  body: string
}

/** A reading and its output files. */
export interface WriteResult<R> {
  reading: R
  /** Reasons to review the reading. Empty if all checks pass. */
  review_reasons: Message[]
  outputs: Output[]
}

export interface WriteOptions {
  /** Parameters that the user sent with the document. */
  params?: Params
  /** A calendar's creation time. Calendar apps that import it again keep the newer version. */
  made_at?: Date
  /** True if a user approved the reading. */
  is_approved?: boolean
  /** True if the user has confirmed the uncertain values, which are still listed as review reasons. */
  is_confirmed?: boolean | undefined
  /** Current date in Jakarta, for rules about invoice dates. */
  today?: string | undefined
}

/**
 * Checks the filing rules if the mapping writes a Coretax file, which is written only if all of them are satisfied. The
 * JSON is always written, because review needs the reading.
 */
export function writeInvoice(
  read: InvoiceReading,
  { reader, outputs }: { reader: Mapping['reader']; outputs: InvoiceFormat[] },
  referenceData: ReferenceData,
  options: WriteOptions = {},
): WriteResult<InvoiceReading> {
  const formats = outputs.filter(
    (format) =>
      format !== 'xml' ||
      reader !== 'generic' ||
      isRupiah(read) ||
      findExchange(read, referenceData.directory) !== undefined,
  )
  const reading = formats.includes('xml')
    ? reviewAndClear(read, referenceData.directory, options)
    : withoutFiling(options.is_approved ? approve(read) : read)
  const bodies = writableFormats(formats, reading).map((format) =>
    toOutput(format, renderInvoice(reading, format, referenceData)),
  )
  return { reading, review_reasons: listOpenReasons(reading), outputs: bodies }
}

/** Adds the filed values and the messages of the rules that prevent filing. */
function reviewAndClear(
  read: InvoiceReading,
  directory: Directory,
  { is_approved = false, is_confirmed = is_approved, today = jakartaDay(new Date()) }: WriteOptions,
): InvoiceReading {
  const { filing, ...reviewed } = reviewFiling(read, directory)
  const reading = is_approved ? approve(reviewed) : reviewed
  const clearance = clearFiling(reading, directory, { today, is_confirmed })
  return { ...reading, filing: { ...filing, ...clearance } }
}

function writableFormats(formats: InvoiceFormat[], { filing }: InvoiceReading): InvoiceFormat[] {
  if (!filing || filing.status === 'ready') return formats
  return [...new Set<InvoiceFormat>(['json', ...formats.filter((format) => format !== 'xml')])]
}

/** Removes the filing data, because there is no Coretax file. */
function withoutFiling(read: InvoiceReading): InvoiceReading {
  const reading = { ...read }
  delete reading.filing
  return reading
}

/** True if the currency is rupiah, the only one that Coretax accepts, or unknown, so that the reviewer decides. */
function isRupiah({ currency }: InvoiceReading): boolean {
  return currency === null || currency === 'IDR'
}

export function writeHeatSheet(
  reading: HeatSheetReading,
  { outputs }: { outputs: readonly HeatSheetFormat[] },
  { params = {}, made_at = new Date(0), is_approved = false }: WriteOptions,
): WriteResult<HeatSheetReading> {
  const formats = outputs.filter((format) => format !== 'ics' || hasCalendar(reading))
  const calendar = { made_at, reminder: toReminder(params) }
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
