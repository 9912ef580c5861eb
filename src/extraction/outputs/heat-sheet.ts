import { HeatSheetEvent, type HeatSheetReading } from '../../domain/heat-sheet/heat-sheet.ts'
import type { HeatSheetFormat } from '../../domain/mapping/output-formats.ts'
import { toCsv } from '../formats/write-csv.ts'
import { type CalendarOptions, renderIcs } from './ics.ts'
import { renderWithEvidence } from './json.ts'

const eventColumns = HeatSheetEvent.keyof().options
const columns = ['meet_name', 'venue', ...eventColumns]

export function renderHeatSheet(
  reading: HeatSheetReading,
  format: HeatSheetFormat,
  options: CalendarOptions,
): string {
  switch (format) {
    case 'json':
      return renderWithEvidence(reading)
    case 'csv':
      return toCsv(columns, toRows(reading))
    case 'ics':
      return renderIcs(reading, options)
  }
}

/** True if the requested swimmers have swims on the sheet. An empty calendar is never written. */
export function hasCalendar({ swimmers, events }: HeatSheetReading): boolean {
  return swimmers.length > 0 && events.some(({ session_date }) => session_date !== null)
}

function toRows({ meet_name, venue, events }: HeatSheetReading) {
  return events.map((event) => [meet_name, venue, ...eventColumns.map((column) => event[column])])
}
