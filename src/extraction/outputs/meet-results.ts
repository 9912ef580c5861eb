import { HeatSheetEvent } from '../../domain/heat-sheet/heat-sheet.ts'
import type { MeetResults } from '../../domain/heat-sheet/meet-results.ts'
import { toCsv } from '../formats/write-csv.ts'
import { type CalendarOptions, renderCalendar } from './ics.ts'

interface Selection extends CalendarOptions {
  /** IDs of the selected swims. Absent if all are selected. */
  ids?: readonly string[] | undefined
}

/** Renders every swim, or the selected swims, once. Leaves out swims without a date. */
export function renderMeetCalendar(
  { sessions }: Pick<MeetResults, 'sessions'>,
  options: Selection,
): string {
  const { ids } = options
  const entries = sessions.flatMap(({ swims, ...meet }) =>
    swims
      .filter(({ id }) => ids === undefined || ids.includes(id))
      .map((event) => ({ uid: event.id, event, meet })),
  )
  const meets = new Set(sessions.map(({ meet_name }) => meet_name))
  const [only = null] = meets
  return renderCalendar(entries, meets.size === 1 ? only : 'Swim meets', options)
}

const eventColumns = HeatSheetEvent.keyof().options

/** Writes one row per swim, earliest first. */
export function renderMeetCsv({ sessions }: Pick<MeetResults, 'sessions'>): string {
  const rows = sessions.flatMap(({ meet_name, venue, swims }) =>
    swims.map((swim) => [meet_name, venue, ...eventColumns.map((column) => swim[column])]),
  )
  return toCsv(['meet_name', 'venue', ...eventColumns], rows)
}
