import type { Message } from '../../domain/messages/message.ts'
import type { TextLocation } from '../text/location.ts'
import type { Course } from './grammar/course.ts'

export interface MeetEvent {
  number: number
  letter: string | null
  name: string
  is_relay: boolean
  /** True if the event is open to more than one sex. */
  is_mixed: boolean
  place: TextLocation
}

export interface Leg {
  /** Position in the relay, from 1. Earlier positions may have no name. */
  number: number
  name: string
  age: string | null
  place: TextLocation
}

export interface Entry {
  /** Lane, or position among alternates or on a psych sheet. Null if unknown. */
  number: number | null
  /** Null for a relay team. */
  name: string | null
  age: string | null
  team: string | null
  /** The name's two cells if no team is printed beside it, because one of them may be the team. */
  cells?: [string, string]
  /** True if only word order separates the team from the name. */
  is_guess?: true
  seed_time: string | null
  qualifier: string | null
  relay: string | null
  legs: Leg[]
  place: TextLocation
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
  /** Index into the program's sessions. */
  session: number
  entries: Entry[]
  /** Lanes printed without a swimmer. */
  empty_lanes: number
  place: TextLocation
}

export interface Session {
  name: string | null
  date: string | null
  /** Printed start in minutes after midnight. */
  start?: number | null
}

/** A sheet's full content, before any swimmer is selected. Plain data, so that it can be cached. */
export interface Program {
  sheet: 'program' | 'psych_sheet' | 'session_report'
  /** Absent if the sheet was read by rules, not by a language model. */
  source?: 'llm'
  meet_name: string | null
  meet_start: string | null
  meet_end: string | null
  venue: string | null
  /** Time zone derived from the address in the header. Absent if the address matches no time zone, or more than one. */
  time_zone?: string | null
  /** Pool length stated by the events or the cover. Absent if neither states it. */
  course?: Course | null
  /** Where the values in the first page's header are printed. */
  places: Partial<
    Record<'meet_name' | 'meet_start' | 'session_date' | 'venue' | 'time_zone', TextLocation>
  >
  sessions: Session[]
  heats: Heat[]
  warnings: Message[]
}
