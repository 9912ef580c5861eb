import type { HeatSheetReading, Swimmer } from '../../domain/heat-sheet/heat-sheet.ts'
import { type Message, message } from '../../domain/messages/message.ts'
import { findName, splitNames } from '../../domain/heat-sheet/swimmer-names.ts'
import { dropSexPrefix } from './match-swims.ts'
import type { Swim } from './swims.ts'

type SwimmerMatch = HeatSheetReading['swimmers'][number]

/** Selects the swimmers whom the user asked for. */
interface SwimmerFilter {
  swimmer?: string | undefined
  team?: string | undefined
  age?: string | undefined
}

interface FoundSwimmers {
  swimmers: SwimmerMatch[]
  /** In sheet order. */
  chosen: Swim[]
  warnings: Message[]
}

/**
 * Returns every swimmer if the filter has no name. Swimmers with the same name all match unless `team` or `age`
 * distinguishes them.
 */
export function findSwimmers(swims: Swim[], filter: SwimmerFilter): FoundSwimmers {
  const names = splitNames(filter.swimmer ?? '')
  if (names.length === 0) return { swimmers: [], chosen: swims, warnings: [] }
  const eligible = swims.filter((swim) => matchesFilter(swim, filter))
  const printed = eligible.flatMap(({ name }) => name ?? [])
  const matches = names.map((requested) => ({ requested, ...findName(requested, printed) }))
  const wanted = new Set(matches.flatMap(({ found }) => found))
  const chosen = eligible.filter(({ name }) => name !== null && wanted.has(name))
  const swimmers = matches.map(({ requested, found, did_you_mean }) => ({
    requested,
    found: found.flatMap((name) => listDistinctSwimmers(name, chosen)),
    did_you_mean,
  }))
  return { swimmers, chosen, warnings: swimmers.flatMap(listSwimmerWarnings) }
}

function matchesFilter(swim: Swim, { team, age }: SwimmerFilter): boolean {
  const isTeam = !team || swim.leg !== null || isSameText(swim.team, team)
  return isTeam && (!age || swim.age === null || isSameText(dropSexPrefix(swim.age), age))
}

function isSameText(a: string | null, b: string): boolean {
  return a?.trim().toLowerCase() === b.trim().toLowerCase()
}

/** Prefers individual swims, because relays often omit ages and spell team names differently. */
function listDistinctSwimmers(name: string, swims: Swim[]): Swimmer[] {
  const own = swims.filter((swim) => swim.name === name)
  const individual = own.filter(({ leg }) => leg === null)
  const people = new Map<string, Swimmer>()
  for (const { team, age } of individual.length > 0 ? individual : own) {
    const person = { swimmer_name: name, age: dropSexPrefix(age), team }
    people.set(JSON.stringify(person), person)
  }
  return [...people.values()]
}

function listSwimmerWarnings({ requested, found, did_you_mean }: SwimmerMatch): Message[] {
  if (found.length === 0) return [message('swimmer_not_found', null, { requested, did_you_mean })]
  if (found.length === 1) return []
  const people = found.map(({ swimmer_name: name, age, team }) => ({
    name,
    age: age || null,
    team: team || null,
  }))
  return [message('swimmer_ambiguous', null, { requested, people })]
}
