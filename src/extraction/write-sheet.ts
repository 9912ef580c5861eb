import { contentTypes, type HeatSheetFormat, type Params } from '../domain/mapping.ts'
import type { Extraction } from './extract.ts'
import type { Sheet } from './heat-sheet/keep.ts'
import { toReading } from './heat-sheet/read-heat-sheet.ts'
import { hasCalendar, renderHeatSheet } from './render/heat-sheet.ts'

/** Minutes before a heat, where nobody says otherwise. */
const usualReminder = 10

export interface SheetOptions {
  params?: Params
  /** The moment that calendars are stamped with: importers keep the latest. */
  made_at?: Date
}

/** A sheet for those who are asked for: cheap beside reading it. */
export function writeSheet(
  sheet: Sheet,
  outputs: readonly HeatSheetFormat[],
  { params = {}, made_at = new Date(0) }: SheetOptions,
): Extraction {
  const { mapping, page_count, word_count, program, reasons } = sheet
  const reading = toReading(program, params)
  const formats = outputs.filter((format) => format !== 'ics' || hasCalendar(reading))
  const calendar = { made_at, reminder: Number(params['reminder'] || usualReminder) }
  return {
    mapping,
    page_count,
    word_count,
    reading,
    review_reasons: [...reasons, ...reading.warnings.map(({ message }) => message)],
    outputs: formats.map((format) => ({
      format,
      content_type: contentTypes[format],
      body: renderHeatSheet(reading, format, calendar),
    })),
    sheet,
  }
}
