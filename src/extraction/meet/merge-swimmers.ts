import type { HeatSheetReading } from '../../domain/heat-sheet/heat-sheet.ts'
import { dropSexPrefix } from '../heat-sheet/match-swims.ts'

type SwimmerMatch = HeatSheetReading['swimmers'][number]
type Person = SwimmerMatch['found'][number]

/** Combines the matches on all sheets for each requested name. Keeps suggestions only if no sheet contains the name. */
export function mergeSwimmers(readings: readonly HeatSheetReading[]): SwimmerMatch[] {
  const byName = new Map<string, SwimmerMatch>()
  for (const { requested, found, did_you_mean } of readings.flatMap(({ swimmers }) => swimmers)) {
    const known = byName.get(requested)
    byName.set(requested, {
      requested,
      found: found.reduce(addPerson, known?.found ?? []),
      did_you_mean: [...new Set([...(known?.did_you_mean ?? []), ...did_you_mean])],
    })
  }
  return [...byName.values()].map((match) =>
    match.found.length > 0 ? { ...match, did_you_mean: [] } : match,
  )
}

/**
 * Adds a person unless the list already contains them. A missing team or age does not distinguish two people, because
 * sheets may omit both.
 */
function addPerson(people: Person[], person: Person): Person[] {
  const isKnown = people.some(
    (one) =>
      one.swimmer_name === person.swimmer_name &&
      isCompatible(one.team, person.team) &&
      isCompatible(dropSexPrefix(one.age), dropSexPrefix(person.age)),
  )
  return isKnown ? people : [...people, person]
}

function isCompatible(one: string | null, other: string | null): boolean {
  return one === null || other === null || one.toLowerCase() === other.toLowerCase()
}
