import type { HeatSheetEvent, HeatSheetReading } from '../../../src/domain/heat-sheet/heat-sheet.ts'

/** A fictional meet, and the day of one of its sheets. */
export const springSplashFacts = {
  meet_name: 'Spring Splash',
  meet_start: '2026-05-01',
  meet_end: '2026-05-03',
  session_date: '2026-05-02',
  venue: 'Invented Natatorium',
}

/** A fictional swim on a Saturday morning. */
export function createSwim(values: Partial<HeatSheetEvent> = {}): HeatSheetEvent {
  return {
    session: 'Saturday AM',
    session_date: '2026-05-02',
    event_number: 12,
    event_letter: null,
    event_name: 'Girls 11-12 50 Yard Freestyle',
    round: 'Finals',
    heat_number: 3,
    heats_total: 14,
    lane: 4,
    swimmer_name: 'Ahlgren, Ada',
    age: '11',
    team: 'AQUA-XX',
    seed_time: '31.02',
    seed_rank: null,
    qualifier: null,
    exhibition: false,
    alternate: null,
    relay: null,
    leg: null,
    heat_start_time: '09:05',
    estimated: false,
    ...values,
  }
}

/** A fictional sheet with one swim. */
export function createHeatSheet(values: Partial<HeatSheetReading> = {}): HeatSheetReading {
  return {
    kind: 'heat_sheet',
    sheet: 'program',
    ...springSplashFacts,
    time_zone: null,
    swimmers: [],
    events: [createSwim()],
    warnings: [],
    evidence: {},
    ...values,
  }
}
