import type {
  HeatSheetReading,
  HeatSheetWarning,
  Swimmer,
} from '../../domain/heat-sheet/heat-sheet.ts'
import { say } from '../../domain/i18n/say.ts'
import { findName, splitNames } from '../../domain/heat-sheet/swimmer-names.ts'
import { plainAge } from './match-swims.ts'
import type { Swim } from './swims.ts'

type Asked = HeatSheetReading['swimmers'][number]

/** What a person says of whom they look for. */
interface Question {
  swimmer?: string | undefined
  team?: string | undefined
  age?: string | undefined
}

interface FoundSwimmers {
  swimmers: Asked[]
  /** In the order of the sheet. */
  chosen: Swim[]
  warnings: HeatSheetWarning[]
}

/** Without a name everyone is meant. Two of one name are both found: only `team` and `age` may choose. */
export function findSwimmers(swims: Swim[], question: Question): FoundSwimmers {
  const names = splitNames(question.swimmer ?? '')
  if (names.length === 0) return { swimmers: [], chosen: swims, warnings: [] }
  const able = swims.filter((swim) => isWanted(swim, question))
  const printed = able.flatMap(({ name }) => name ?? [])
  const answers = names.map((asked) => ({ asked, ...findName(asked, printed) }))
  const wanted = new Set(answers.flatMap(({ found }) => found))
  const chosen = able.filter(({ name }) => name !== null && wanted.has(name))
  const swimmers = answers.map(({ asked, found, did_you_mean }) => ({
    asked,
    found: found.flatMap((name) => peopleCalled(name, chosen)),
    did_you_mean,
  }))
  return { swimmers, chosen, warnings: swimmers.flatMap(warningsAbout) }
}

function isWanted(swim: Swim, { team, age }: Question): boolean {
  const isTeam = !team || swim.leg !== null || same(swim.team, team)
  return isTeam && (!age || swim.age === null || same(plainAge(swim.age), age))
}

function same(a: string | null, b: string): boolean {
  return a?.trim().toLowerCase() === b.trim().toLowerCase()
}

/** Relays name a team in another way and often no age, so they tell nobody apart who also swims alone. */
function peopleCalled(name: string, swims: Swim[]): Swimmer[] {
  const own = swims.filter((swim) => swim.name === name)
  const alone = own.filter(({ leg }) => leg === null)
  const people = new Map<string, Swimmer>()
  for (const { team, age } of alone.length > 0 ? alone : own) {
    const person = { swimmer_name: name, age: plainAge(age), team }
    people.set(JSON.stringify(person), person)
  }
  return [...people.values()]
}

function warningsAbout({ asked, found, did_you_mean }: Asked): HeatSheetWarning[] {
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
