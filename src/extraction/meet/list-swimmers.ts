import type { ProgramSwimmer } from '../../domain/heat-sheet/program-swimmers.ts'
import { formatRequestedSwimmer } from '../../domain/heat-sheet/requested-swimmer.ts'
import { dropSexPrefix } from '../heat-sheet/match-swims.ts'
import type { MeetEvent, Program } from '../heat-sheet/meet-program.ts'
import { type Swim, listSwims } from '../heat-sheet/swims.ts'

interface Person {
  swimmer_name: string
  team: string | null
  age: string | null
  events: SwumEvent[]
}

/** A swimmer's event, with the first program that lists it. */
interface SwumEvent extends Pick<MeetEvent, 'number' | 'letter' | 'name'> {
  date: string | null
  program: Program
}

/** A swim together with its program, which the swim itself does not contain. */
type ListedSwim = Swim & { program: Program }

/**
 * Lists everyone on these sheets once, sorted by name. Relays spell team names differently and often omit ages, so a
 * relay leg counts for every swimmer with that name who has individual swims.
 */
export function listSwimmers(programs: readonly Program[]): ProgramSwimmer[] {
  const byName = new Map<string, Person[]>()
  const swims = programs.flatMap((program) =>
    program.heats.flatMap(listSwims).map((swim) => ({ ...swim, program })),
  )
  for (const swim of swims.filter(({ leg }) => leg === null)) addSwim(byName, swim)
  for (const swim of swims.filter(({ leg }) => leg !== null)) addLeg(byName, swim)
  return [...byName.values()]
    .flatMap((people) =>
      people.map(({ events, ...person }) => ({
        ...person,
        events: events.length,
        request: formatRequestedSwimmer(person, people.length === 1),
      })),
    )
    .toSorted((a, b) => a.swimmer_name.localeCompare(b.swimmer_name))
}

function addSwim(byName: Map<string, Person[]>, swim: ListedSwim): void {
  if (swim.name === null) return
  const [team, age] = [swim.team, dropSexPrefix(swim.age)]
  const people = byName.get(swim.name) ?? []
  const known = people.find((one) => isCompatible(one.team, team) && isCompatible(one.age, age))
  const person: Person = known ?? { swimmer_name: swim.name, team, age, events: [] }
  person.team ??= team
  person.age ??= age
  addEvent(person, swim)
  if (!known) byName.set(swim.name, [...people, person])
}

function addLeg(byName: Map<string, Person[]>, swim: ListedSwim): void {
  const people = byName.get(swim.name ?? '')
  if (!people) return addSwim(byName, swim)
  for (const person of people) addEvent(person, swim)
}

function addEvent({ events }: Person, { heat, program }: ListedSwim): void {
  const { number, letter, name } = heat.event
  const date = program.sessions[heat.session]?.date ?? null
  const event = { number, letter, name, date, program }
  if (!events.some((known) => isSameEvent(known, event))) events.push(event)
}

/**
 * True if two events are the same. Sheets for one meet may spell an event's name differently, so the number is enough.
 * But if a sheet numbers each session's events separately, only the name distinguishes them.
 */
function isSameEvent(a: SwumEvent, b: SwumEvent): boolean {
  if (a.number !== b.number || a.letter !== b.letter) return false
  return a.name === b.name || (a.program !== b.program && isCompatible(a.date, b.date))
}

function isCompatible(one: string | null, other: string | null): boolean {
  return one === null || other === null || one.toLowerCase() === other.toLowerCase()
}
