import { putGivenNameFirst } from '../../domain/heat-sheet/display-name.ts'
import type { MeetSession } from '../../domain/heat-sheet/meet-results.ts'
import { removeAccents } from '../../domain/heat-sheet/swimmer-names.ts'

const maxSlugLength = 60

/** Returns `spring-splash-ada-ahlgren.ics`, or `ada-ahlgren-3-sessions.ics` for several sessions. */
export function createCalendarFilename(sessions: MeetSession[]): string {
  const names = new Set(
    sessions.flatMap(({ swims }) => swims.flatMap(({ swimmer_name }) => swimmer_name ?? [])),
  )
  const [first = 'swims'] = names
  const others = names.size > 1 ? ` and ${names.size - 1} more` : ''
  const who = toSlug(`${putGivenNameFirst(first)}${others}`)
  const meet = toSlug(sessions[0]?.meet_name ?? 'meet')
  return sessions.length > 1 ? `${who}-${sessions.length}-sessions.ics` : `${meet}-${who}.ics`
}

function toSlug(text: string): string {
  const plain = removeAccents(text.toLowerCase()).replace(/[^\p{L}\p{N}]+/gu, '-')
  return plain.slice(0, maxSlugLength).replace(/^-+|-+$/g, '') || 'swim'
}
