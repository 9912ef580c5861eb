import type { HeatSheetEvent, HeatSheetReading } from '../../domain/heat-sheet/heat-sheet.ts'
import { type Message, message } from '../../domain/messages/message.ts'
import type { Evidence } from '../../domain/reading/evidence.ts'
import type { Params } from '../../domain/mapping/mapping.ts'
import type { Program } from './meet-program.ts'
import type { TextLocation } from '../text/location.ts'
import { estimateStartTimes } from './estimate-start-times.ts'
import { findSwimmers } from './find-swimmers.ts'
import { type Swim, listSwims, toEvent } from './swims.ts'
import { parseStartTime } from './grammar/times.ts'

/**
 * Second stage of reading a heat sheet: selects the requested swimmers' swims from a program that readProgram() has
 * parsed. Estimates missing start times from the previous heat. Names match regardless of order, case, accents and
 * middle initials. If a name matches exactly, only exact matches are selected, and similar names are only suggested.
 */
export function toHeatSheetReading(program: Program, params: Params): HeatSheetReading {
  const { swimmer, team, age, date, session_start, venue, time_zone } = params
  const heats = estimateStartTimes(program.heats, listSessionStarts(program, session_start))
  // A session report does not name any swimmers, so its events apply to everyone.
  const filter = program.sheet === 'session_report' ? {} : { swimmer, team, age }
  const { swimmers, chosen, warnings } = findSwimmers(heats.flatMap(listSwims), filter)
  const events = chosen.map((swim) => toEvent(swim, program, date || null))
  const dates = [...new Set(events.map(({ session_date }) => session_date))]
  const timeWarning = swimmers.length > 0 ? listTimeWarnings(program.sheet, events) : []
  return {
    kind: 'heat_sheet',
    sheet: program.sheet,
    meet_name: program.meet_name,
    meet_start: program.meet_start,
    meet_end: program.meet_end,
    session_date: dates.length === 1 ? (dates[0] ?? null) : null,
    venue: venue || program.venue,
    ...(program.course && { course: program.course }),
    // An empty string means that the user has chosen to use no time zone.
    time_zone: (time_zone ?? program.time_zone) || null,
    swimmers,
    events,
    warnings: [...warnings, ...program.warnings, ...timeWarning],
    evidence: collectEvidence(
      time_zone === undefined ? program : { ...program, places: withoutZone(program.places) },
      chosen,
    ),
  }
}

/**
 * Returns each session's start. On a sheet with one session, the user's start time overrides the printed time. On other
 * sheets, it only fills gaps.
 */
function listSessionStarts({ sessions }: Program, entered: string | undefined): (number | null)[] {
  const typed = parseStartTime(entered ?? '')
  const starts = sessions.map(({ start }) => start ?? null)
  return starts.map((start) => (sessions.length === 1 ? (typed ?? start) : (start ?? typed)))
}

/** Returns warnings that affect a swim's calendar entry. */
function listTimeWarnings(sheet: Program['sheet'], events: HeatSheetEvent[]): Message[] {
  const isUntimed = events.some(({ lane, heat_start_time }) => lane !== null && !heat_start_time)
  const codes: ['no_date' | 'psych_sheet' | 'no_start_time' | 'estimated', boolean][] = [
    ['no_date', events.some(({ session_date }) => session_date === null)],
    ['psych_sheet', sheet === 'psych_sheet' && events.length > 0],
    ['no_start_time', isUntimed],
    ['estimated', events.some(({ estimated }) => estimated)],
  ]
  return codes.flatMap(([code, applies]) => (applies ? [message(code, null, {})] : []))
}

/** Removes the time zone's location if the user chose the zone, because the zone is then not from the sheet. */
function withoutZone(places: Program['places']): Program['places'] {
  const others = { ...places }
  delete others.time_zone
  return others
}

/** Confidence in values that were read by a language model and that appear on the page. */
const llmConfidence = 0.8

function collectEvidence({ places, source }: Program, swims: Swim[]): Record<string, Evidence> {
  const evidence: Record<string, Evidence> = {}
  const record = (path: string, place: TextLocation) => {
    const confidence = source === 'llm' ? llmConfidence : 1
    evidence[path] = { ...place, confidence, source: source ?? 'rule' }
  }
  for (const [path, place] of Object.entries(places)) record(path, place)
  for (const [index, { place, heat }] of swims.entries()) {
    record(`events.${index}`, place)
    record(`events.${index}.event_name`, heat.event.place)
    if (heat.number !== null) record(`events.${index}.heat_number`, heat.place)
  }
  return evidence
}
