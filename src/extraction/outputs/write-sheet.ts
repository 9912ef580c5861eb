import type { HeatSheetFormat } from '../../domain/mapping/output-formats.ts'
import type { Extraction } from './extraction.ts'
import type { Sheet } from '../heat-sheet/stored-sheet.ts'
import { toMeetKey } from './meet-key.ts'
import { toHeatSheetReading } from '../heat-sheet/read-heat-sheet.ts'
import { writeHeatSheet, type WriteOptions } from './write-outputs.ts'

export type SheetOptions = Omit<WriteOptions, 'is_approved'>

/** Writes the outputs for the requested swimmers, which is quick compared with reading the sheet. */
export function writeSheet(
  sheet: Sheet,
  outputs: readonly HeatSheetFormat[],
  options: SheetOptions,
): Extraction {
  const { mapping, page_count, word_count, program, reasons } = sheet
  const reading = toHeatSheetReading(program, options.params ?? {})
  const written = writeHeatSheet(reading, { outputs }, options)
  const review_reasons = [...reasons, ...written.review_reasons]
  const meet_key = toMeetKey(program, reading)
  return { mapping, page_count, word_count, ...written, review_reasons, sheet, meet_key }
}
