import type { Box } from '../../domain/reading/reading.ts'

/** Where on which page something stands. */
export interface Place {
  page: number
  box: Box
  text: string
}

export interface MeetEvent {
  number: number
  letter: string | null
  name: string
  is_relay: boolean
  /** Not for one sex alone. */
  is_mixed: boolean
  place: Place
}

export interface Leg {
  name: string
  age: string | null
  place: Place
}

export interface Entry {
  /** The number at the front of the row: a lane, or a place among alternates or on a psych sheet. None: not known. */
  number: number | null
  /** None for a relay team. */
  name: string | null
  age: string | null
  team: string | null
  seed_time: string | null
  qualifier: string | null
  relay: string | null
  legs: Leg[]
  place: Place
}

export interface Heat {
  event: MeetEvent
  kind: 'heat' | 'alternates' | 'psych' | 'report'
  number: number | null
  total: number | null
  round: string | null
  /** Minutes after midnight. */
  start: number | null
  estimated: boolean
  /** Which of the program's sessions. */
  session: number
  entries: Entry[]
  /** Lanes printed without a swimmer. */
  empty_lanes: number
  place: Place
}

export interface Session {
  name: string | null
  date: string | null
}

export interface Warning {
  code: string
  message: string
}

/** All that a sheet says, whoever asks: plain data, so that it can be kept for the next swimmer. */
export interface Program {
  sheet: 'program' | 'psych_sheet' | 'session_report'
  /** Left out where our own rules have read it. */
  source?: 'llm'
  meet_name: string | null
  meet_start: string | null
  meet_end: string | null
  venue: string | null
  /** Where the head of the first page says so. */
  places: Partial<Record<'meet_name' | 'meet_start' | 'session_date' | 'venue', Place>>
  sessions: Session[]
  heats: Heat[]
  warnings: Warning[]
}
