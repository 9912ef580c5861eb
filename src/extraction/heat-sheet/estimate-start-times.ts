import type { Heat } from './meet-program.ts'
import { seedSeconds } from './titles.ts'

/** From the end of one heat to the start of the next, in seconds. */
const turnover = 30
/** Where nobody in an event has a time: a slow pace, in seconds per metre or yard. */
const slowPace = 1.5
const minutesOfDay = 24 * 60

/**
 * Heats without a printed time start when the one before them should be over: it lasts as long as its
 * slowest seed time. `first` is when a session begins of which no heat has a time.
 */
export function estimateStarts(heats: Heat[], first: number | null): Heat[] {
  const begun = new Set(heats.filter(({ start }) => start !== null).map(({ session }) => session))
  const seen = new Set<number>()
  let next: number | null = null
  return heats.map((heat) => {
    if (heat.kind !== 'heat') return heat
    if (!seen.has(heat.session)) next = begun.has(heat.session) ? null : toSeconds(first)
    seen.add(heat.session)
    const start: number | null = toSeconds(heat.start) ?? next
    next = start === null ? null : start + secondsFor(heat, heats) + turnover
    if (heat.start !== null || start === null || start >= minutesOfDay * 60) return heat
    return { ...heat, start: Math.floor(start / 60), estimated: true }
  })
}

/** From the start of one heat to that of the next where nobody has a time; undefined for an unknown distance. */
export function slowSeconds(eventName: string): number | undefined {
  const distance = distanceOf(eventName)
  return distance === 0 ? undefined : distance * slowPace + turnover
}

/** How long a heat takes. */
function secondsFor(heat: Heat, heats: Heat[]): number {
  const own = slowest([heat])
  if (own > 0) return own
  const others = heats.filter(
    ({ event }) => event.number === heat.event.number && event.letter === heat.event.letter,
  )
  return slowest(others) || distanceOf(heat.event.name) * slowPace
}

function slowest(heats: Heat[]): number {
  const times = heats.flatMap(({ entries }) =>
    entries.map(({ seed_time }) => seedSeconds(seed_time) ?? 0),
  )
  return Math.max(0, ...times)
}

const measured = /\b(?:(\d)\s?x\s?)?(\d{2,4})\s?(?:m|meter|metre|yard|yd|sc|lc)/i
/** Session reports leave the unit out. After an age, so the last one counts. */
const usual = /\b(25|50|75|100|150|200|300|400|500|800|1000|1500|1650)\b/g

function distanceOf(name: string): number {
  const [, legs = 1, distance] = measured.exec(name) ?? []
  if (distance !== undefined) return Number(legs) * Number(distance)
  return Number([...name.matchAll(usual)].at(-1)?.[0] ?? 0)
}

function toSeconds(minutes: number | null): number | null {
  return minutes === null ? null : minutes * 60
}
