import type { HeatSheetEvent, HeatSheetReading } from '../../domain/heat-sheet/heat-sheet.ts'

/** Describes a swim on one line for a calendar entry. */
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
  event: HeatSheetEvent,
  { meet_name }: Pick<HeatSheetReading, 'meet_name'>,
): string {
  const { round, heat_number, heats_total, lane, team, age, seed_time, exhibition } = event
  const heat = heat_number && `Heat ${heat_number}${heats_total ? ` of ${heats_total}` : ''}`
  const lines = [
    [heat, lane !== null && `lane ${lane}`, round].filter(Boolean).join(', '),
    seed_time && `Seed time ${seed_time}${exhibition ? ' (exhibition)' : ''}`,
    [team, age && `age ${age}`].filter(Boolean).join(', '),
    [meet_name, event.session].filter(Boolean).join(', '),
    event.estimated && 'The start time is estimated.',
  ]
  return lines.filter(Boolean).join('\n')
}

/** Converts "Liu, Elly" to "Elly Liu". */
export function putGivenNameFirst(name: string): string {
  const [, family, given] = /^([^,]+),\s*(\S.*)$/.exec(name) ?? []
  return family && given ? `${given} ${family}` : name.replace(/,\s*$/, '')
}
