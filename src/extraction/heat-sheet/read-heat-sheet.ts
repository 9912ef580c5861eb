import type {
  HeatSheetEvent,
  HeatSheetReading,
  HeatSheetWarning,
} from '../../domain/heat-sheet/heat-sheet.ts'
import { say } from '../../domain/i18n/say.ts'
import type { Evidence } from '../../domain/reading/evidence.ts'
import type { Params } from '../../domain/mapping/mapping.ts'
import type { Place, Program } from './meet-program.ts'
import { estimateStarts } from './estimate-start-times.ts'
import { findSwimmers } from './find-swimmers.ts'
import { type Swim, swimsOf, toEvent } from './swims.ts'
import { parseStart } from './titles.ts'

/** The swims of those who are asked for, or of all; cheap, so that a program need be read only once. */
export function toReading(program: Program, params: Params): HeatSheetReading {
  const { swimmer, team, age, date, session_start, venue, time_zone } = params
  const heats = estimateStarts(program.heats, parseStart(session_start ?? ''))
  // Of nobody in particular, a report is for everyone: it has the times of their events.
  const question = program.sheet === 'session_report' ? {} : { swimmer, team, age }
  const { swimmers, chosen, warnings } = findSwimmers(heats.flatMap(swimsOf), question)
  const events = chosen.map((swim) => toEvent(swim, program, date || null))
  const dates = [...new Set(events.map(({ session_date }) => session_date))]
  const timing = swimmers.length > 0 ? timeWarnings(program.sheet, events) : []
  return {
    kind: 'heat_sheet',
    sheet: program.sheet,
    meet_name: program.meet_name,
    meet_start: program.meet_start,
    meet_end: program.meet_end,
    session_date: dates.length === 1 ? (dates[0] ?? null) : null,
    venue: venue || program.venue,
    time_zone: time_zone || null,
    swimmers,
    events,
    warnings: [...warnings, ...program.warnings, ...timing],
    evidence: evidenceOf(program, chosen),
  }
}

/** What keeps a swim from its right place in a calendar. */
function timeWarnings(sheet: Program['sheet'], events: HeatSheetEvent[]): HeatSheetWarning[] {
  const isUntimed = events.some(({ lane, heat_start_time }) => lane !== null && !heat_start_time)
  const warnings: [boolean, string, string][] = [
    [
      events.some(({ session_date }) => session_date === null),
      'no_date',
      say`The sheet does not say on which day of the meet this is. Give the date.`,
    ],
    [
      sheet === 'psych_sheet' && events.length > 0,
      'psych_sheet',
      say`This is a psych sheet: heats, lanes and times are not decided yet.`,
    ],
    [
      isUntimed,
      'no_start_time',
      say`The sheet prints no start times. Give the start of the session to have them estimated.`,
    ],
    [
      events.some(({ estimated }) => estimated),
      'estimated',
      say`Some start times are estimated from seed times. Be there early.`,
    ],
  ]
  return warnings.flatMap(([isSo, code, message]) => (isSo ? [{ code, message }] : []))
}

/** Of what a language model has read and the page shows too. */
const modelConfidence = 0.8

function evidenceOf({ places, source }: Program, swims: Swim[]): Record<string, Evidence> {
  const evidence: Record<string, Evidence> = {}
  const keep = (path: string, place: Place) => {
    const confidence = source === 'llm' ? modelConfidence : 1
    evidence[path] = { ...place, confidence, source: source ?? 'rule' }
  }
  for (const [path, place] of Object.entries(places)) keep(path, place)
  for (const [index, { place, heat }] of swims.entries()) {
    keep(`events.${index}`, place)
    keep(`events.${index}.event_name`, heat.event.place)
    if (heat.number !== null) keep(`events.${index}.heat_number`, heat.place)
  }
  return evidence
}
