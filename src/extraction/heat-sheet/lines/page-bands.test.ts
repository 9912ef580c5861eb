import { describe, expect, it } from 'vitest'
import { drawnPages } from '../../../../test/fixtures/drawn-page.ts'
import { meetGrammar } from '../../../../test/support/readings/meet-grammar.ts'
import { readProgram } from '../read-program.ts'
import { toHeatSheetReading } from '../read-heat-sheet.ts'

const read = (...drawings: string[]) =>
  toHeatSheetReading(readProgram(drawnPages(...drawings), meetGrammar), {})

const entry = (lane: number, name: string) => `${lane}  ${name.padEnd(14)} 14  Lake SC    31.40`
const beside = (...cells: string[]) =>
  cells
    .map((cell) => cell.padEnd(50))
    .join('')
    .trimEnd()
const event = (
  number: number,
  names: [string, string, string, string],
) => `Event ${number} Girls 50m Freestyle
${beside('Heat 1 of 2', 'Heat 2 of 2')}
${beside(entry(1, names[0]), entry(1, names[1]))}
${beside(entry(2, names[2]), entry(2, names[3]))}
`
const first = event(1, ['Ida Tamm', 'Ann Berg', 'Bea Orsi', 'Mia Lund'])
const second = event(2, ['Eva Holm', 'Una Dahl', 'Liv Roe', 'Ada Ness'])

describe('heats beside each other', () => {
  const expected = [
    [1, 1, 1, 'Ida Tamm'],
    [1, 1, 2, 'Bea Orsi'],
    [1, 2, 1, 'Ann Berg'],
    [1, 2, 2, 'Mia Lund'],
    [2, 1, 1, 'Eva Holm'],
    [2, 1, 2, 'Liv Roe'],
    [2, 2, 1, 'Una Dahl'],
    [2, 2, 2, 'Ada Ness'],
  ]
  const toRows = ({ events }: ReturnType<typeof read>) =>
    events.map((one) => [one.event_number, one.heat_number, one.lane, one.swimmer_name])

  it('belong to the event above them', () => {
    const reading = read(`Invented Open - 14 March 2026\n\n${first}${second}`)
    expect(reading.warnings).toEqual([])
    expect(toRows(reading)).toEqual(expected)
  })

  it('may continue on the next page', () => {
    const lines = second.split('\n')
    const reading = read(
      `Invented Open - 14 March 2026\n\n${first}${lines.slice(0, -2).join('\n')}\n`,
      `Invented Open - 14 March 2026\n\n${lines.slice(-2).join('\n')}\n`,
    )
    expect(reading.warnings).toEqual([])
    expect(toRows(reading)).toEqual(expected)
  })

  const wide = (lane: number, name: string) =>
    `${lane}       ${name.padEnd(34)} 14              Lake SC              3${lane}.40`

  it.each([
    ['across the columns', (number: number, name: string) => wide(number, name)],
    ['in the first column', (number: number, name: string) => entry(number, name)],
  ])('may be followed by a heat without another beside it: %s', (_, toRow) => {
    const third = `Heat 3 of 3\n${toRow(1, 'Isa Falk')}\n${toRow(2, 'Eli Moen')}\n`
    const odd = `${first}${third}`.replaceAll('of 2', 'of 3')
    const reading = read(`Invented Open - 14 March 2026\n\n${odd}${second}`)
    expect(reading.warnings).toEqual([])
    expect(toRows(reading)).toEqual([
      ...expected.slice(0, 4),
      [1, 3, 1, 'Isa Falk'],
      [1, 3, 2, 'Eli Moen'],
      ...expected.slice(4),
    ])
    expect(new Set(reading.events.map(({ age, team }) => `${age} ${team}`))).toEqual(
      new Set(['14 Lake SC']),
    )
  })

  it('may be followed by a wide heat that continues on the next page', () => {
    const odd = `${first}Heat 3 of 3\n${wide(1, 'Isa Falk')}\n`.replaceAll('of 2', 'of 3')
    const title = 'Invented Open - 14 March 2026\n\n'
    const rest = `${wide(2, 'Eli Moen')}\n${wide(3, 'Ada Vik')}\n`
    const reading = read(`${title}${odd}`, `${title}${rest}${second}`)
    expect(reading.warnings).toEqual([])
    expect(toRows(reading).slice(4, 7)).toEqual([
      [1, 3, 1, 'Isa Falk'],
      [1, 3, 2, 'Eli Moen'],
      [1, 3, 3, 'Ada Vik'],
    ])
  })
})
