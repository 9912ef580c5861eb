import type { HeatSheetEvent } from '../../domain/heat-sheet/heat-sheet.ts'
import { fold } from '../../domain/heat-sheet/swimmer-names.ts'

/** What two sheets that speak of one swim agree on. */
export function swimKey({ event_number, event_letter, swimmer_name, team, relay }: HeatSheetEvent) {
  const who = swimmer_name ?? `${team} ${relay}`
  const name = fold(who.toLowerCase())
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  return `${event_number}${event_letter ?? ''} ${name}`
}

/**
 * Whether two swims of one key are the same one: nothing that both sheets tell speaks against it. A psych sheet knows no
 * round, and a relay names teams in its own way.
 */
export function isSameSwim(a: HeatSheetEvent, b: HeatSheetEvent): boolean {
  return isSameEntry(a, b) && agrees(a.session_date, b.session_date)
}

/** The same, on whatever day it is swum. */
export function isSameEntry(a: HeatSheetEvent, b: HeatSheetEvent): boolean {
  const isRelay = a.leg !== null || b.leg !== null
  return (
    agrees(a.round, b.round) &&
    agrees(plainAge(a.age), plainAge(b.age)) &&
    (isRelay || agrees(a.team, b.team)) &&
    a.leg === b.leg
  )
}

function agrees(one: string | null, other: string | null): boolean {
  return one === null || other === null || one.toLowerCase() === other.toLowerCase()
}

/** "W11" in a mixed event is the girl of 11 in another. */
export function plainAge(age: string | null): string | null {
  return age?.replace(/^[MWF](?=\d)/i, '') ?? null
}
