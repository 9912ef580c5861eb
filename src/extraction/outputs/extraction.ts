import type { HeatSheetReading } from '../../domain/heat-sheet/heat-sheet.ts'
import type { InvoiceReading } from '../../domain/invoice/invoice.ts'
import type { Reading } from '../../domain/reading/reading.ts'
import type { Sheet } from '../heat-sheet/stored-sheet.ts'
import type { Written } from './write-outputs.ts'

export interface Extraction extends Written<Reading | InvoiceReading | HeatSheetReading> {
  /** The mapping it was read by. */
  mapping: string
  page_count: number
  word_count: number
  /** Of a heat sheet: what it says whoever asks. */
  sheet?: Sheet
  /** Of a heat sheet with named swimmers: the same for every sheet of the session. */
  meet_key?: string | undefined
}
