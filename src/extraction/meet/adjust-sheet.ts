import type { HeatSheetEvent, HeatSheetReading } from '../../domain/heat-sheet/heat-sheet.ts'
import { parseRequestedSwimmers } from '../../domain/heat-sheet/requested-swimmer.ts'
import { toSessionId } from '../../domain/heat-sheet/session-id.ts'
import type { Params } from '../../domain/mapping/mapping.ts'
import { type MeetOptions, parseStarts } from '../../domain/results/meet-options.ts'
import { estimateStartTimes } from '../heat-sheet/estimate-start-times.ts'
import type { Heat, Program } from '../heat-sheet/meet-program.ts'
import { toHeatSheetReading } from '../heat-sheet/read-heat-sheet.ts'
import { listSwims, toEvent } from '../heat-sheet/swims.ts'
import { parseStartTime } from '../heat-sheet/grammar/times.ts'

const minutesPerDay = 24 * 60

/** Reads the chosen swimmers' swims from a program, with the chosen session starts and time zone. */
export function readAdjustedSheet(
  program: Program,
  params: Params,
  options: MeetOptions,
): HeatSheetReading {
  const adjusted = adjustStarts(program, params, options)
  const { swimmer, team, age, ...others } = params
  const fixed = {
    ...others,
    ...(options.time_zone !== undefined && { time_zone: options.time_zone }),
  }
  // The team and age given with the upload apply only to the swimmers that it names.
  const shared = options.swimmer === undefined ? { team, age } : {}
  const requests = parseRequestedSwimmers(options.swimmer ?? swimmer ?? '')
  if (requests.length === 0) return toHeatSheetReading(adjusted, definedParams(fixed))
  const readings = requests.map((one) => {
    const filter = { team: one.team ?? shared.team, age: one.age ?? shared.age }
    const reading = toHeatSheetReading(
      adjusted,
      definedParams({ ...fixed, ...filter, swimmer: one.name }),
    )
    const swimmers = reading.swimmers.map((match) => ({ ...match, requested: one.requested }))
    return { ...reading, swimmers }
  })
  return mergeReadings(readings)
}

/** Returns each session's known start by session ID, in minutes after midnight. */
export function findSessionStarts(program: Program, params: Params): Map<string, number> {
  const ids = listSessionIds(program, params)
  const starts = new Map<string, number>()
  for (const { session, start, kind, estimated } of program.heats) {
    const id = ids.get(session)
    if (id === undefined || start === null || kind !== 'heat' || estimated) continue
    starts.set(id, Math.min(starts.get(id) ?? Infinity, start))
  }
  return starts
}

/** Shifts printed times to the chosen start of their session, and estimates times that are not printed. */
function adjustStarts(program: Program, params: Params, options: MeetOptions): Program {
  const chosen = parseStarts(options.start)
  if (chosen.size === 0 || program.sheet !== 'program') return program
  const ids = listSessionIds(program, params)
  const printed = findSessionStarts(program, params)
  const heats = program.sessions.flatMap((_, index) => {
    const own = program.heats.filter(({ session }) => session === index)
    const id = ids.get(index) ?? ''
    const start = parseStartTime(chosen.get(id) ?? '')
    if (start === null) return own
    const first = printed.get(id)
    if (first !== undefined) return shiftHeats(own, start - first)
    return estimateStartTimes(
      own,
      program.sessions.map(() => start),
    )
  })
  return { ...program, heats }
}

function shiftHeats(heats: Heat[], minutes: number): Heat[] {
  if (minutes === 0) return heats
  return heats.map((heat) => {
    const start = heat.start === null ? null : heat.start + minutes
    const isOnDay = start !== null && start >= 0 && start < minutesPerDay
    return { ...heat, start: isOnDay ? start : null, estimated: isOnDay }
  })
}

/** Returns session IDs by index. The dates are the swims' dates. */
function listSessionIds(program: Program, { date }: Params): Map<number, string> {
  const ids = new Map<number, string>()
  for (const heat of program.heats) {
    if (ids.has(heat.session)) continue
    const [swim] = listSwims(heat)
    if (swim) ids.set(heat.session, toSessionId(toEvent(swim, program, date || null)))
  }
  return ids
}

function definedParams(params: Record<string, string | undefined>): Params {
  return Object.fromEntries(
    Object.entries(params).filter((one): one is [string, string] => one[1] !== undefined),
  )
}

/** Merges the readings for several names, two of which may match the same swim. */
function mergeReadings(readings: HeatSheetReading[]): HeatSheetReading {
  const [first, ...others] = readings
  if (!first) throw new Error('Expected at least one reading')
  const events = new Map<string, HeatSheetEvent>()
  for (const event of readings.flatMap((one) => one.events))
    events.set(JSON.stringify(event), event)
  return {
    ...first,
    swimmers: readings.flatMap(({ swimmers }) => swimmers),
    events: [...events.values()],
    warnings: [...first.warnings, ...others.flatMap(({ warnings }) => warnings)],
    evidence: {},
  }
}
