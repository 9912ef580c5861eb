import { describe, expect, it } from 'vitest'
import { drawnPages } from '../../../../test/fixtures/drawn-page.ts'
import { meetGrammar } from '../../../../test/support/readings/meet-grammar.ts'
import { readProgram } from '../read-program.ts'
import { toHeatSheetReading } from '../read-heat-sheet.ts'

const read = (...drawings: string[]) =>
  toHeatSheetReading(readProgram(drawnPages(...drawings), meetGrammar), {})

const heading = 'Invented Open - 14 March 2026\nEvent 1 Girls 50m Freestyle\n'
const swimmers = [
  ['Ida Tamm', 'Lake SC'],
  ['Ann Berg', 'Harbor SC'],
  ['Bea Orsi', 'Lake SC'],
  ['Mia Lund', 'Harbor SC'],
  ['Eva Holm', 'Lake SC'],
  ['Una Dahl', 'Lake SC'],
  ['Liv Roe', 'Harbor SC'],
  ['Ada Ness', 'Harbor SC'],
] as const
type Draw = (lane: number, name: string, team: string) => string

function draw(lines: Draw): string {
  const heats = [swimmers.slice(0, 4), swimmers.slice(4)].map((own, heat) => {
    const entries = own.map(([name, team], lane) => lines(lane + 1, name, team)).join('')
    return `Heat ${heat + 1} of 2\n${entries}`
  })
  return heading + heats.join('')
}

const forms: [string, Draw][] = [
  [
    'the team below',
    (lane, name, team) => `${lane}  ${name.padEnd(20)} 14     31.40\n   ${team}\n`,
  ],
  ['the age in brackets', (lane, name, team) => `${lane}  ${name} (14)      31.40\n   ${team}\n`],
  ['age and team below', (lane, name, team) => `${lane}  ${name}      31.40\n   14 · ${team}\n`],
  ['team and age below', (lane, name, team) => `${lane}  ${name}      31.40\n   ${team}, 14\n`],
  [
    'the team above',
    (lane, name, team) => `   ${team}\n${lane}  ${name.padEnd(20)} 14     31.40\n`,
  ],
  [
    'the lane between them',
    (lane, name, team) => `   ${name}\n${lane}                      14     31.40\n   ${team}\n`,
  ],
  [
    'the given name below',
    (lane, name, team) => {
      const [given = '', family = ''] = name.split(' ')
      return `${lane}  ${given.padEnd(12)} 14     ${team.padEnd(14)} 31.40\n   ${family}\n`
    },
  ],
]

describe('an entry on several lines', () => {
  it.each(forms)('is read with %s', (_form, lines) => {
    const { events, warnings } = read(draw(lines))
    expect(warnings).toEqual([])
    expect(
      events.map((one) => [one.swimmer_name, one.age, one.team, one.seed_time, one.lane]),
    ).toEqual(swimmers.map(([name, team], at) => [name, '14', team, '31.40', (at % 4) + 1]))
  })

  it('may continue on the next page', () => {
    const [, lines] = forms[0] as [string, Draw]
    const [before = '', after = ''] = draw(lines).split('2  Una')
    const { events, warnings } = read(before, `Invented Open - 14 March 2026\n2  Una${after}`)
    expect(warnings).toEqual([])
    expect(events.map(({ team }) => team)).toEqual(swimmers.map(([, team]) => team))
  })

  it('is reported if some entries have other lines', () => {
    const [, lines] = forms[0] as [string, Draw]
    const { warnings } = read(
      draw((lane, name, team) => lines(lane, name, team) + (lane > 2 ? '   Somewhere\n' : '')),
    )
    expect(warnings.map(({ code }) => code)).toContain('unread_rows')
  })

  it('is reported if the lines do not repeat like teams', () => {
    const { warnings } = read(
      draw(
        (lane, name) =>
          `${lane}  ${name.padEnd(20)} 14     31.40\n   Guest of ${name} from abroad\n`,
      ),
    )
    expect(warnings.map(({ code }) => code)).toContain('unread_rows')
  })
})
