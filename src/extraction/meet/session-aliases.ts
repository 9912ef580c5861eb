import type { HeatSheetReading } from '../../domain/heat-sheet/heat-sheet.ts'
import { toSessionId } from '../../domain/heat-sheet/session-id.ts'
import { formatStarts, type MeetOptions, parseStarts } from '../../domain/results/meet-options.ts'
import { groupSwims } from './group-swims.ts'

/** Other IDs of a session, by ID. */
type SessionAliases = ReadonlyMap<string, ReadonlySet<string>>

interface SessionOnSheet {
  id: string
  date: string | null
  source: HeatSheetReading
}

/**
 * Finds the IDs of each session that several sheets share. An ID contains the name and the day, which sheets may omit
 * or spell differently, so a session's ID can change when another sheet is read. Sessions that one sheet combines get
 * no aliases, because that sheet does not show their IDs.
 */
export function findSessionAliases(readings: readonly HeatSheetReading[]): SessionAliases {
  const swims = readings
    .filter(({ sheet }) => sheet === 'program')
    .flatMap((source) => source.events.map((event) => ({ event, source })))
  const classes: SessionOnSheet[][] = []
  for (const group of groupSwims(swims)) {
    const sessions = group.map(({ event, source }) => ({
      id: toSessionId(event),
      date: event.session_date,
      source,
    }))
    const known = classes.filter((one) => one.some(({ id }) => sessions.some((s) => s.id === id)))
    for (const one of known) classes.splice(classes.indexOf(one), 1)
    classes.push([...known.flat(), ...sessions])
  }
  return new Map(
    classes.filter(isOneSession).flatMap((one) => {
      const ids = new Set(one.map(({ id }) => id))
      return [...ids].map((id) => [id, ids] as const)
    }),
  )
}

function isOneSession(sessions: readonly SessionOnSheet[]): boolean {
  const dates = new Set(sessions.flatMap(({ date }) => date ?? []))
  const isOnly = ({ source, id }: SessionOnSheet) =>
    sessions.every((other) => other.source !== source || other.id === id)
  return dates.size <= 1 && sessions.every(isOnly)
}

/** Applies each chosen start to all IDs of its session. */
export function spreadStarts(options: MeetOptions, aliases: SessionAliases): MeetOptions {
  const spread = new Map<string, string>()
  for (const [id, time] of parseStarts(options.start))
    for (const one of aliases.get(id) ?? [id]) spread.set(one, time)
  return spread.size === 0 ? options : { ...options, start: formatStarts(spread) }
}

/** Returns the ID under which the session's start was chosen, so that a new choice replaces it. */
export function findChosenId(id: string, options: MeetOptions, aliases: SessionAliases): string {
  const chosen = [...parseStarts(options.start).keys()]
  return chosen.findLast((one) => one === id || aliases.get(id)?.has(one)) ?? id
}
