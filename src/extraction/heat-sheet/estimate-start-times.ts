import type { Heat } from './meet-program.ts'
import { parseSeedSeconds } from './grammar/times.ts'

/** Seconds from the end of one heat to the start of the next. */
const turnoverSeconds = 30
/** Seconds per metre or yard if no entry in the event has a seed time. */
const slowPaceSeconds = 1.5
const minutesPerDay = 24 * 60

/**
 * Estimates each missing start time from the start of the previous heat and its slowest seed time. If no heat in the
 * session has a printed time, estimates begin at the session's start.
 */
export function estimateStartTimes(heats: Heat[], sessionStarts: (number | null)[]): Heat[] {
  const timedSessions = new Set(
    heats.filter(({ start }) => start !== null).map(({ session }) => session),
  )
  const seen = new Set<number>()
  let next: number | null = null
  return heats.map((heat) => {
    if (heat.kind !== 'heat' || heat.number === null) return heat
    if (!seen.has(heat.session))
      next = timedSessions.has(heat.session) ? null : toSeconds(sessionStarts[heat.session] ?? null)
    seen.add(heat.session)
    const start: number | null = toSeconds(heat.start) ?? next
    next = start === null ? null : start + estimateHeatSeconds(heat, heats) + turnoverSeconds
    if (heat.start !== null || start === null || start >= minutesPerDay * 60) return heat
    return { ...heat, start: Math.floor(start / 60), estimated: true }
  })
}

/**
 * Returns the seconds from one start to the next if there are no seed times, or undefined if the distance is unknown.
 */
export function estimateSlowHeatSeconds(eventName: string): number | undefined {
  const distance = parseDistance(eventName)
  return distance === 0 ? undefined : distance * slowPaceSeconds + turnoverSeconds
}

function estimateHeatSeconds(heat: Heat, heats: Heat[]): number {
  const own = findSlowestSeedSeconds([heat])
  if (own > 0) return own
  const others = heats.filter(
    ({ event }) => event.number === heat.event.number && event.letter === heat.event.letter,
  )
  return findSlowestSeedSeconds(others) || parseDistance(heat.event.name) * slowPaceSeconds
}

function findSlowestSeedSeconds(heats: Heat[]): number {
  const times = heats.flatMap(({ entries }) =>
    entries.map(({ seed_time }) => parseSeedSeconds(seed_time) ?? 0),
  )
  return Math.max(0, ...times)
}

const distancePattern = /\b(?:(\d)\s?x\s?)?(\d{2,4})\s?(?:m|meter|metre|yard|yd|sc|lc)/i
/** Session reports omit the unit. The last match is used, because an age may come before the distance. */
const usualDistances = /\b(25|50|75|100|150|200|300|400|500|800|1000|1500|1650)\b/g

function parseDistance(name: string): number {
  const [, legs = 1, distance] = distancePattern.exec(name) ?? []
  if (distance !== undefined) return Number(legs) * Number(distance)
  return Number([...name.matchAll(usualDistances)].at(-1)?.[0] ?? 0)
}

function toSeconds(minutes: number | null): number | null {
  return minutes === null ? null : minutes * 60
}
