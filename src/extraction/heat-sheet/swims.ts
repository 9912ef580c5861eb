import type { HeatSheetEvent } from '../../domain/heat-sheet/heat-sheet.ts'
import type { Entry, Heat, Program } from './meet-program.ts'
import type { TextLocation } from '../text/location.ts'

/** One swimmer in a heat: an individual, a leg of a relay, or a relay without printed names. */
export interface Swim {
  heat: Heat
  entry: Entry
  name: string | null
  age: string | null
  team: string | null
  /** Relay leg, from 1. */
  leg: number | null
  place: TextLocation
}

export function listSwims(heat: Heat): Swim[] {
  return heat.entries.flatMap((entry): Swim[] => {
    const { name, age, team, legs, place } = entry
    if (legs.length === 0) return [{ heat, entry, name, age, team, leg: null, place }]
    return legs.map(({ number, ...leg }) => ({ heat, entry, team, ...leg, leg: number }))
  })
}

/**
 * On a sheet with one session, the user's `date` overrides the printed date. On other sheets, it applies only to a
 * single session without a date, and only if no other session has that date, because it would then be unclear which
 * session the user means.
 */
export function toEvent(swim: Swim, { sessions }: Program, date: string | null): HeatSheetEvent {
  const { heat, entry, name, age, team, leg } = swim
  const session = sessions[heat.session]
  const printed = session?.date ?? null
  const isOnlyGap =
    sessions.filter((one) => one.date === null).length === 1 &&
    sessions.every((one) => one.date !== date)
  const { seed_time, qualifier, relay, number } = entry
  return {
    session: session?.name ?? null,
    session_date:
      sessions.length === 1 ? (date ?? printed) : (printed ?? (isOnlyGap ? date : null)),
    event_number: heat.event.number,
    event_letter: heat.event.letter,
    event_name: heat.event.name,
    round: heat.round,
    heat_number: heat.number,
    heats_total: heat.total,
    lane: heat.kind === 'heat' ? number : null,
    swimmer_name: name,
    age,
    team,
    seed_time,
    seed_rank: heat.kind === 'psych' ? number : null,
    qualifier,
    exhibition: /^X/i.test(seed_time ?? ''),
    alternate: heat.kind === 'alternates' ? number : null,
    relay,
    leg,
    heat_start_time: heat.start === null ? null : formatClockTime(heat.start),
    estimated: heat.estimated,
  }
}

export function formatClockTime(minutes: number): string {
  const pad = (value: number) => String(value).padStart(2, '0')
  return `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`
}
