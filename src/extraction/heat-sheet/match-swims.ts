import type { HeatSheetEvent } from '../../domain/heat-sheet/heat-sheet.ts'
import { removeAccents } from '../../domain/heat-sheet/swimmer-names.ts'

/** Returns a key that is the same for a swim on different sheets. */
export function toSwimKey({
  event_number,
  event_letter,
  swimmer_name,
  team,
  relay,
}: HeatSheetEvent) {
  const who = swimmer_name ?? `${team} ${relay}`
  const name = removeAccents(who.toLowerCase())
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  return `${event_number}${event_letter ?? ''} ${name}`
}

/**
 * True unless the sheets contradict each other about two swims with equal keys. Psych sheets omit rounds, and relays
 * spell team names differently.
 */
export function isSameSwim(a: HeatSheetEvent, b: HeatSheetEvent): boolean {
  return isSameEntry(a, b) && isCompatible(a.session_date, b.session_date)
}

/** Like isSameSwim(), but ignores the date. */
export function isSameEntry(a: HeatSheetEvent, b: HeatSheetEvent): boolean {
  const isRelay = a.leg !== null || b.leg !== null
  return (
    isCompatible(a.round, b.round) &&
    isCompatible(dropSexPrefix(a.age), dropSexPrefix(b.age)) &&
    (isRelay || isCompatible(a.team, b.team)) &&
    a.leg === b.leg
  )
}

function isCompatible(one: string | null, other: string | null): boolean {
  return one === null || other === null || one.toLowerCase() === other.toLowerCase()
}

/** Converts "W11" in a mixed event to "11", which is its form in other events. */
export function dropSexPrefix(age: string | null): string | null {
  return age?.replace(/^[MWF](?=\d)/i, '') ?? null
}
