import type { HeatSheetEvent } from '../../domain/heat-sheet/heat-sheet.ts'

/** The swims of one session, of one sheet or of several. */
export interface Session {
  session: string | null
  session_date: string | null
  events: PlacedEvent[]
}

/** A swim with the sheet it stands on, and which event of that sheet's calendar it is, if it is one. */
export interface PlacedEvent {
  /** Unlike any other on the page. */
  id: string
  event: HeatSheetEvent
  sheet: string
  calendar_index: number | null
}

/** A calendar holds the swims whose day is known, in the order of the sheet. */
export function placeEvents(sheet: string, events: readonly HeatSheetEvent[]): PlacedEvent[] {
  let nextIndex = 0
  return events.map((event, place) => ({
    id: `${sheet}-${place}`,
    event,
    sheet,
    calendar_index: event.session_date === null ? null : nextIndex++,
  }))
}
