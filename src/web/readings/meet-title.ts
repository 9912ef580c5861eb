import { putGivenNameFirst } from '../../domain/heat-sheet/display-name.ts'
import type { MeetResults } from '../../domain/heat-sheet/meet-results.ts'
import { meetText } from '../i18n/meet-text.ts'

/**
 * Returns the names of the meets that have swims. Without swims, returns the names of the sheets or a general title.
 */
export function formatMeetName({ sessions, sheets }: MeetResults): string {
  const named = sessions.some(({ meet_name }) => meet_name !== null) ? sessions : sheets
  const names = new Set(named.flatMap(({ meet_name }) => meet_name ?? []))
  return names.size > 0 ? [...names].join(' · ') : meetText().meet
}

/** Returns the names of the swimmers who were found, with the given name first. */
export function listSwimmerNames({ swimmers }: MeetResults): string[] {
  const names = swimmers.flatMap(({ found }) => found.map(({ swimmer_name }) => swimmer_name))
  return [...new Set(names)].map(putGivenNameFirst)
}

export function formatPageTitle(meet: MeetResults): string {
  return [formatMeetName(meet), ...listSwimmerNames(meet)].join(' · ')
}
