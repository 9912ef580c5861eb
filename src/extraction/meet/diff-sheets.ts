import type { HeatSheetEvent, HeatSheetReading } from '../../domain/heat-sheet/heat-sheet.ts'
import type { SheetChange } from '../../domain/heat-sheet/sheet-change.ts'
import { isSameEntry, swimKey } from '../heat-sheet/match-swims.ts'

const compared = ['session_date', 'heat_start_time', 'heat_number', 'lane'] as const

/** What a newer sheet of the same session has changed: swims in the order of the newer one, then those that are gone. */
export function diffSheets(
  older: Pick<HeatSheetReading, 'events'>,
  newer: Pick<HeatSheetReading, 'events'>,
): SheetChange[] {
  const left = new Map<string, HeatSheetEvent[]>()
  for (const event of older.events) {
    const key = swimKey(event)
    left.set(key, [...(left.get(key) ?? []), event])
  }
  const changes = newer.events.flatMap((event) => {
    const before = takeSame(left.get(swimKey(event)) ?? [], event)
    if (!before) return [changeOf(event, 'added')]
    const fields = differences(before, event)
    return fields.length > 0 ? [changeOf(event, 'moved', fields)] : []
  })
  const gone = [...left.values()].flat().map((event) => changeOf(event, 'scratched'))
  return [...changes, ...gone]
}

/** Takes the swim out of those that are left. */
function takeSame(left: HeatSheetEvent[], event: HeatSheetEvent): HeatSheetEvent | undefined {
  const index = left.findIndex((other) => isSameEntry(other, event))
  return index < 0 ? undefined : left.splice(index, 1)[0]
}

/** Of two times that were only estimated, no one was told, so that no change is worth telling. */
function differences(before: HeatSheetEvent, now: HeatSheetEvent): SheetChange['fields'] {
  const areGuesses = before.estimated && now.estimated
  return compared
    .filter((field) => before[field] !== now[field])
    .filter((field) => !(field === 'heat_start_time' && areGuesses))
    .map((field) => ({ field, from: before[field], to: now[field] }))
}

function changeOf(
  { event_number, event_letter, event_name, round, swimmer_name }: HeatSheetEvent,
  kind: SheetChange['kind'],
  fields: SheetChange['fields'] = [],
): SheetChange {
  return { kind, event_number, event_letter, event_name, round, swimmer_name, fields }
}
