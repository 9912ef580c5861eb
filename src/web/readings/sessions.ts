import type { HeatSheetEvent } from '../../domain/heat-sheet/heat-sheet.ts'

/** Swims in one session, from one or more sheets. */
export interface Session {
  session: string | null
  session_date: string | null
  events: PlacedEvent[]
}

/** A swim, its sheet and its index in the sheet's calendar. */
export interface PlacedEvent {
  /** Unique on the page. */
  id: string
  event: HeatSheetEvent
  sheet: string
  calendar_index: number | null
}

/** A calendar contains only dated swims, in sheet order. */
export function placeEvents(sheet: string, events: readonly HeatSheetEvent[]): PlacedEvent[] {
  let nextIndex = 0
  return events.map((event, place) => ({
    id: `${sheet}-${place}`,
    event,
    sheet,
    calendar_index: event.session_date === null ? null : nextIndex++,
  }))
}
