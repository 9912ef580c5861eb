import type { HeatSheetEvent, HeatSheetReading } from '../../domain/heat-sheet/heat-sheet.ts'
import { toSwimKey } from '../heat-sheet/match-swims.ts'

const headerFields = ['meet_name', 'meet_start', 'meet_end', 'venue', 'time_zone'] as const

/**
 * Repeats a user's corrections on an adjusted reading. The corrections are the differences between the stored reading
 * and `original`, which the reader derives from the same program and parameters.
 */
export function repeatCorrections(
  adjusted: HeatSheetReading,
  { stored, original }: { stored: HeatSheetReading; original: HeatSheetReading },
): HeatSheetReading {
  const header = Object.fromEntries(
    headerFields
      .filter((field) => stored[field] !== original[field])
      .map((field) => [field, stored[field]]),
  )
  const corrections = listCorrections(stored.events, original.events)
  const kept = new Set(stored.events.map(toKey))
  const removed = new Set(original.events.map(toKey).filter((key) => !kept.has(key)))
  const events = adjusted.events.flatMap((event) => {
    const key = toKey(event)
    const correction = corrections.get(key)
    return correction === undefined && removed.has(key) ? [] : [{ ...event, ...correction }]
  })
  return { ...adjusted, ...header, events }
}

/** Corrections keep the order of the swims. If the user removed some, the others are found by their keys. */
function listCorrections(
  stored: readonly HeatSheetEvent[],
  original: readonly HeatSheetEvent[],
): Map<string, Partial<HeatSheetEvent>> {
  const byKey = new Map(stored.map((event) => [toKey(event), event]))
  const isInOrder = stored.length === original.length
  const corrections = new Map<string, Partial<HeatSheetEvent>>()
  for (const [index, before] of original.entries()) {
    const after = isInOrder ? stored[index] : byKey.get(toKey(before))
    if (!after) continue
    const changed = (Object.keys(before) as (keyof HeatSheetEvent)[]).filter(
      (field) => before[field] !== after[field],
    )
    if (changed.length === 0) continue
    const values = Object.fromEntries(changed.map((field) => [field, after[field]]))
    corrections.set(toKey(before), values)
  }
  return corrections
}

function toKey(event: HeatSheetEvent): string {
  return JSON.stringify([toSwimKey(event), event.session, event.round, event.leg])
}
