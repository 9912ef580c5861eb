import { putGivenNameFirst } from '../../domain/heat-sheet/display-name.ts'
import type { SeedingEstimate } from '../../domain/heat-sheet/estimate-seeding.ts'
import type { HeatSheetEvent, HeatSheetReading } from '../../domain/heat-sheet/heat-sheet.ts'
import { dropSexPrefix } from '../heat-sheet/match-swims.ts'

/** Returns a one-line summary of a swim for a calendar entry. */
export function summariseEvent(event: HeatSheetEvent): string {
  const { heat_number, lane, alternate, relay, leg, estimated } = event
  const place = [
    relay && `relay ${relay}`,
    leg && `leg ${leg}`,
    heat_number && `heat ${heat_number}`,
    lane !== null && `lane ${lane}`,
    alternate && `alternate ${alternate}`,
    estimated && 'time estimated',
  ].filter(Boolean)
  const title = `#${event.event_number}${event.event_letter ?? ''} ${event.event_name}`
  const who = putGivenNameFirst(event.swimmer_name ?? event.team ?? 'Relay')
  return `${who}: ${title}${place.length > 0 ? ` (${place.join(', ')})` : ''}`
}

export function describeEvent(
  event: HeatSheetEvent & { seeding?: SeedingEstimate | null },
  { meet_name, course }: Pick<HeatSheetReading, 'meet_name' | 'course'>,
): string {
  const { round, heat_number, heats_total, lane, team, age, seed_time, exhibition } = event
  const heat = heat_number && `Heat ${heat_number}${heats_total ? ` of ${heats_total}` : ''}`
  const lines = [
    [heat, lane !== null && `lane ${lane}`, round].filter(Boolean).join(', '),
    seed_time && `Seed time ${seed_time}${exhibition ? ' (exhibition)' : ''}`,
    event.seeding && describeSeeding(event.seeding),
    [team, age && describeAge(age)].filter(Boolean).join(', '),
    [meet_name, event.session, course && (courses[course] ?? course)].filter(Boolean).join(', '),
    event.estimated && 'The start time is estimated.',
  ]
  return lines.filter(Boolean).join('\n')
}

const courses: Record<string, string> = { SCY: '25 yd pool', SCM: '25 m pool', LCM: '50 m pool' }

function describeSeeding({ heat_number, heats_total, lane, lanes }: SeedingEstimate): string {
  return `Estimated from the psych sheet: heat ${heat_number} of ${heats_total}, lane ${lane} (${lanes} lanes)`
}

/**
 * Describes the text in the age column: an age ("13", or "M13" in mixed events), a year of birth or a school year
 * ("FR").
 */
function describeAge(printed: string): string {
  const age = dropSexPrefix(printed) ?? printed
  if (/^\d{1,2}$/.test(age)) return `age ${age}`
  return /^(19|20)\d\d$/.test(age) ? `born ${age}` : age
}
