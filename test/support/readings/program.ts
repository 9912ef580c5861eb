import type { Heat, Program } from '../../../src/extraction/heat-sheet/meet-program.ts'

interface SwumEvent {
  number: number
  name: string
  round?: string | null
  date?: string | null
}

const place = { page: 1, box: [0, 0, 10, 10] as [number, number, number, number], text: '' }

/** A program in which Ada Ahlgren swims these events, each in its own session. */
export function createProgram(events: SwumEvent[]): Program {
  return {
    sheet: 'program',
    meet_name: 'Spring Splash',
    meet_start: null,
    meet_end: null,
    venue: null,
    places: {},
    sessions: events.map(({ date = null }) => ({ name: null, date })),
    heats: events.map(createHeat),
    warnings: [],
  }
}

function createHeat({ number, name, round = null }: SwumEvent, session: number): Heat {
  const swimmer = { name: 'Ahlgren, Ada', age: '11', team: 'AQUA-XX', seed_time: '31.02' }
  return {
    event: { number, letter: null, name, is_relay: false, is_mixed: false, place },
    kind: 'heat',
    number: 1,
    total: null,
    round,
    start: null,
    estimated: false,
    session,
    entries: [{ number: 4, ...swimmer, qualifier: null, relay: null, legs: [], place }],
    empty_lanes: 0,
    place,
  }
}
