import { describe, expect, it } from 'vitest'
import { drawnPages } from '../../../test/fixtures/drawn-page.ts'
import { meetGrammar } from '../../../test/support/readings/meet-grammar.ts'
import { toHeatSheetReading } from './read-heat-sheet.ts'
import { readProgram } from './read-program.ts'

const read = (...drawings: string[]) =>
  toHeatSheetReading(readProgram(drawnPages(...drawings), meetGrammar), {})

describe('names and teams on several lines', () => {
  const sheet = (...rows: string[]) =>
    `Spring Gala - Saturday 9 May 2026\nEvent 1 Girls 50m Freestyle\nHeat 1 of 1\n${rows.join('\n')}\n`
  const place = (lane: string, name: string, age: string, team: string, seed: string) =>
    `${lane.padEnd(4)}${name.padEnd(16)}${age.padEnd(6)}${team.padEnd(16)}${seed}`
  const rest = (name: string, team: string) => place('', name, '', team, '')

  it('continue on the next page', () => {
    const [first, second] = [
      sheet(
        place('1', 'Tamm, Ida Mae', '9', 'Lake Swimmers', '41.40'),
        place('2', 'Roe, Annabella', '9', 'Town Swimmers', '42.40'),
        place('3', 'Montgomery,', '9', 'Lake Swimmers', '43.40'),
        rest('Annabella', ''),
        place('4', 'Ng, Mia', '9', 'Invented', '44.40'),
      ),
      `${rest('', 'Swimming Club')}\n${place('5', 'Berg, Jo Ann', '9', 'Lake Swimmers', '45.40')}\n`,
    ]
    const { events, warnings } = read(first, second)
    expect(events.map(({ swimmer_name, team }) => [swimmer_name, team])).toEqual([
      ['Tamm, Ida Mae', 'Lake Swimmers'],
      ['Roe, Annabella', 'Town Swimmers'],
      ['Montgomery, Annabella', 'Lake Swimmers'],
      ['Ng, Mia', 'Invented Swimming Club'],
      ['Berg, Jo Ann', 'Lake Swimmers'],
    ])
    expect(warnings).toEqual([])
  })

  it('are reported and not joined if the next word would have fitted', () => {
    const { events, warnings } = read(
      sheet(
        place('1', 'Tamm, Ida Mae', '9', '', '41.40'),
        rest('Lake SC', ''),
        place('2', 'Roe, Ann', '9', '', '42.40'),
        rest('Town SC', ''),
        place('3', 'Ng, Mia', '9', '', '43.40'),
        rest('Lake SC', ''),
      ),
    )
    expect(events.map(({ swimmer_name }) => swimmer_name)).toEqual([
      'Tamm, Ida Mae',
      'Roe, Ann',
      'Ng, Mia',
    ])
    expect(warnings.map(({ code }) => code)).toContain('unread_rows')
  })
})
