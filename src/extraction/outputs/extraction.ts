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
  /** Name of the mapping used to read the document. */
  mapping: string
  page_count: number
  word_count: number
  /** A heat sheet's content, before any swimmer is selected. Only for heat sheets. */
  sheet?: Sheet
  /**
   * A question about uncertain values, with the pages against which to verify the answer. Only for invoices without a
   * mapping and for custom fields.
   */
  question?: (InvoiceQuestion | FieldsQuestion) & { pages: Page[] }
  /** The same for all sheets for the session. Only for heat sheets with requested swimmers. */
  meet_key?: string | undefined
}
