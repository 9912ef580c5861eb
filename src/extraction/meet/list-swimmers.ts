import type { ProgramSwimmer } from '../../domain/heat-sheet/program-swimmers.ts'
import { formatRequestedSwimmer } from '../../domain/heat-sheet/requested-swimmer.ts'
import { dropSexPrefix } from '../heat-sheet/match-swims.ts'
import type { Program } from '../heat-sheet/meet-program.ts'
import { type Swim, listSwims } from '../heat-sheet/swims.ts'

interface Person {
  swimmer_name: string
  team: string | null
  age: string | null
  swims: Set<string>
}

/**
 * Lists everyone on these sheets once, sorted by name. Relays print team names in another form and often omit ages, so
 * a leg counts for every swimmer with that name who has individual swims.
 */
export function listSwimmers(programs: readonly Program[]): ProgramSwimmer[] {
  const byName = new Map<string, Person[]>()
  const swims = programs.flatMap(({ heats }) => heats.flatMap(listSwims))
  for (const swim of swims.filter(({ leg }) => leg === null)) addSwim(byName, swim)
  for (const swim of swims.filter(({ leg }) => leg !== null)) addLeg(byName, swim)
  return [...byName.values()]
    .flatMap((people) =>
      people.map(({ swims: own, ...person }) => ({
        ...person,
        events: own.size,
        request: formatRequestedSwimmer(person, people.length === 1),
      })),
    )
    .toSorted((a, b) => a.swimmer_name.localeCompare(b.swimmer_name))
}

function addSwim(byName: Map<string, Person[]>, swim: Swim): void {
  if (swim.name === null) return
  const [team, age] = [swim.team, dropSexPrefix(swim.age)]
  const people = byName.get(swim.name) ?? []
  const known = people.find((one) => isCompatible(one.team, team) && isCompatible(one.age, age))
  const person = known ?? { swimmer_name: swim.name, team, age, swims: new Set() }
  person.team ??= team
  person.age ??= age
  person.swims.add(toEventKey(swim))
  if (!known) byName.set(swim.name, [...people, person])
}

function addLeg(byName: Map<string, Person[]>, swim: Swim): void {
  const people = byName.get(swim.name ?? '')
  if (!people) return addSwim(byName, swim)
  for (const { swims } of people) swims.add(toEventKey(swim))
}

function toEventKey({ heat: { event, round } }: Swim): string {
  return JSON.stringify([event.number, event.letter, event.name, round])
}

function isCompatible(one: string | null, other: string | null): boolean {
  return one === null || other === null || one.toLowerCase() === other.toLowerCase()
}
