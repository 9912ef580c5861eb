import type { HeatSheetEvent, HeatSheetReading } from '../../domain/heat-sheet/heat-sheet.ts'
import type { SheetChange } from '../../domain/heat-sheet/sheet-change.ts'
import { isSameEntry, toSwimKey } from '../heat-sheet/match-swims.ts'

const comparedFields = ['session_date', 'heat_start_time', 'heat_number', 'lane'] as const

/**
 * Compares two sheets for the same session. Returns the added and moved swims in the newer sheet's order, then the
 * scratched swims.
 */
export function diffSheets(
  older: Pick<HeatSheetReading, 'events'>,
  newer: Pick<HeatSheetReading, 'events'>,
): SheetChange[] {
  const unmatched = new Map<string, HeatSheetEvent[]>()
  for (const event of older.events) {
    const key = toSwimKey(event)
    unmatched.set(key, [...(unmatched.get(key) ?? []), event])
  }
  const changes = newer.events.flatMap((event) => {
    const before = takeMatch(unmatched.get(toSwimKey(event)) ?? [], event)
    if (!before) return [toChange(event, 'added')]
    const fields = findChangedFields(before, event)
    return fields.length > 0 ? [toChange(event, 'moved', fields)] : []
  })
  const gone = [...unmatched.values()].flat().map((event) => toChange(event, 'scratched'))
  return [...changes, ...gone]
}

/** Removes the match from `unmatched` and returns it. */
function takeMatch(unmatched: HeatSheetEvent[], event: HeatSheetEvent): HeatSheetEvent | undefined {
  const index = unmatched.findIndex((other) => isSameEntry(other, event))
  return index < 0 ? undefined : unmatched.splice(index, 1)[0]
}

/** Returns the fields that changed. Ignores differences between two estimated times. */
function findChangedFields(before: HeatSheetEvent, now: HeatSheetEvent): SheetChange['fields'] {
  const areEstimates = before.estimated && now.estimated
  return comparedFields
    .filter((field) => before[field] !== now[field])
    .filter((field) => !(field === 'heat_start_time' && areEstimates))
    .map((field) => ({ field, from: before[field], to: now[field] }))
}

function toChange(
  { event_number, event_letter, event_name, round, swimmer_name }: HeatSheetEvent,
  kind: SheetChange['kind'],
  fields: SheetChange['fields'] = [],
): SheetChange {
  return { kind, event_number, event_letter, event_name, round, swimmer_name, fields }
}
