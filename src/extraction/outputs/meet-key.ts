import { createHash } from 'node:crypto'
import type { HeatSheetReading } from '../../domain/heat-sheet/heat-sheet.ts'
import { removeAccents } from '../../domain/heat-sheet/swimmer-names.ts'
import type { Program } from '../heat-sheet/meet-program.ts'

/**
 * Returns a key shared by all sheets with the same meet, session and requested swimmers. Returns undefined if no
 * swimmer was requested or the meet has no name.
 */
export function toMeetKey(
  { sheet, sessions }: Program,
  reading: HeatSheetReading,
): string | undefined {
  const { meet_name, meet_start, swimmers } = reading
  if (meet_name === null || swimmers.length === 0) return undefined
  const plain = (text: string | null) =>
    removeAccents((text ?? '').toLowerCase()).replace(/\s+/g, ' ')
  const facts = [
    plain(meet_name),
    meet_start,
    sheet,
    sessions.map(({ name }) => plain(name)).toSorted(),
    swimmers.map(({ requested }) => plain(requested)).toSorted(),
  ]
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 32)
}
