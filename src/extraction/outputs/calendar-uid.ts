import { createHash } from 'node:crypto'
import type { HeatSheetEvent, HeatSheetReading } from '../../domain/heat-sheet/heat-sheet.ts'
import { removeAccents } from '../../domain/heat-sheet/swimmer-names.ts'

type Meet = Pick<HeatSheetReading, 'meet_name' | 'meet_start'>

/**
 * Creates UIDs that do not change with the heat, lane or time, so that a newer program updates the entry. They include
 * the date, because some meets restart event numbers in each session.
 */
export function createUids(events: HeatSheetEvent[], { meet_name, meet_start }: Meet): string[] {
  const seen = new Map<string, number>()
  return events.map((event) => {
    const { session_date, event_number, event_letter, round, swimmer_name, team } = event
    const who = removeAccents((swimmer_name ?? '').toLowerCase())
    const swim = JSON.stringify([
      meet_name,
      meet_start,
      session_date,
      event_number,
      event_letter,
      round,
      who,
      team,
    ])
    const before = seen.get(swim) ?? 0
    seen.set(swim, before + 1)
    const hash = createHash('sha256').update(before === 0 ? swim : `${swim}${before}`)
    return `${hash.digest('hex').slice(0, 32)}@docket`
  })
}
