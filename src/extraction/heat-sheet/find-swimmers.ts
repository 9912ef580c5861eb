import type {
  HeatSheetReading,
  HeatSheetWarning,
  Swimmer,
} from '../../domain/heat-sheet/heat-sheet.ts'
import { say } from '../../domain/i18n/say.ts'
import { findName, splitNames } from '../../domain/heat-sheet/swimmer-names.ts'
import { dropSexPrefix } from './match-swims.ts'
import type { Swim } from './swims.ts'

type SwimmerMatch = HeatSheetReading['swimmers'][number]

/** The swimmers that a person asks for. */
interface SwimmerFilter {
  swimmer?: string | undefined
  team?: string | undefined
  age?: string | undefined
}

interface FoundSwimmers {
  swimmers: SwimmerMatch[]
  /** In sheet order. */
  chosen: Swim[]
  warnings: HeatSheetWarning[]
}

/** Without a name, returns everyone. Namesakes all match; only `team` and `age` separate them. */
export function findSwimmers(swims: Swim[], filter: SwimmerFilter): FoundSwimmers {
  const names = splitNames(filter.swimmer ?? '')
  if (names.length === 0) return { swimmers: [], chosen: swims, warnings: [] }
  const eligible = swims.filter((swim) => matchesFilter(swim, filter))
  const printed = eligible.flatMap(({ name }) => name ?? [])
  const matches = names.map((asked) => ({ asked, ...findName(asked, printed) }))
  const wanted = new Set(matches.flatMap(({ found }) => found))
  const chosen = eligible.filter(({ name }) => name !== null && wanted.has(name))
  const swimmers = matches.map(({ asked, found, did_you_mean }) => ({
    asked,
    found: found.flatMap((name) => distinctSwimmers(name, chosen)),
    did_you_mean,
  }))
  return { swimmers, chosen, warnings: swimmers.flatMap(swimmerWarnings) }
}

function matchesFilter(swim: Swim, { team, age }: SwimmerFilter): boolean {
  const isTeam = !team || swim.leg !== null || isSameText(swim.team, team)
  return isTeam && (!age || swim.age === null || isSameText(dropSexPrefix(swim.age), age))
}

function isSameText(a: string | null, b: string): boolean {
  return a?.trim().toLowerCase() === b.trim().toLowerCase()
}

/** Relays name teams differently and often omit ages, so individual swims take precedence. */
function distinctSwimmers(name: string, swims: Swim[]): Swimmer[] {
  const own = swims.filter((swim) => swim.name === name)
  const alone = own.filter(({ leg }) => leg === null)
  const people = new Map<string, Swimmer>()
  for (const { team, age } of alone.length > 0 ? alone : own) {
    const person = { swimmer_name: name, age: dropSexPrefix(age), team }
    people.set(JSON.stringify(person), person)
  }
  return [...people.values()]
}

function swimmerWarnings({ asked, found, did_you_mean }: SwimmerMatch): HeatSheetWarning[] {
  if (found.length === 0) {
    return [{ code: 'swimmer_not_found', message: notFound(asked, did_you_mean) }]
  }
  if (found.length === 1) return []
  const people = found.map(({ swimmer_name, age, team }) =>
    withTeam([swimmer_name, age && `(${age})`].filter(Boolean).join(' '), team),
  )
  const message = say`${asked} may be ${allButLast(people)} or ${people.at(-1)}: all are shown. Say which by team or age.`
  return [{ code: 'swimmer_ambiguous', message }]
}

function notFound(asked: string, offers: string[]): string {
  if (offers.length === 0) return say`Nobody on this sheet is called ${asked}.`
  return offers.length === 1
    ? say`Nobody on this sheet is called ${asked}. Did you mean ${offers[0]}?`
    : say`Nobody on this sheet is called ${asked}. Did you mean ${allButLast(offers)} or ${offers.at(-1)}?`
}

function withTeam(person: string, team: string | null): string {
  return team ? say`${person} of ${team}` : person
}

function allButLast(names: string[]): string {
  return names.slice(0, -1).join('; ')
}
