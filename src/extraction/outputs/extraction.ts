import type { FieldsQuestion } from '../../domain/fields/fields-answer.ts'
import type { FieldsReading } from '../../domain/fields/fields-reading.ts'
import type { HeatSheetReading } from '../../domain/heat-sheet/heat-sheet.ts'
import type { InvoiceReading } from '../../domain/invoice/invoice.ts'
import type { InvoiceQuestion } from '../../domain/invoice/invoice-answer.ts'
import type { Page, Reading } from '../../domain/reading/reading.ts'
import type { Sheet } from '../heat-sheet/stored-sheet.ts'
import type { WriteResult } from './write-outputs.ts'

export interface Extraction
  extends WriteResult<Reading | InvoiceReading | HeatSheetReading | FieldsReading> {
  /** Name of the mapping that read the document. */
  mapping: string
  page_count: number
  word_count: number
  /** Only for heat sheets: content independent of the requested swimmer. */
  sheet?: Sheet
  /** Only for invoices without a mapping and for custom fields: uncertain values, with the pages for verifying a response. */
  question?: (InvoiceQuestion | FieldsQuestion) & { pages: Page[] }
  /** Only for heat sheets with requested swimmers: the same for every sheet in the session. */
  meet_key?: string | undefined
}
