import { expect, it } from 'vitest'
import { meetGrammar } from '../../../../test/support/readings/meet-grammar.ts'
import type { Line } from '../../text/build-lines.ts'
import { findColumnLeftEdges } from './page-columns.ts'

/** Builds a line from words, each with its distance from the left edge of the page. */
function lineAt(y: number, ...words: [left: number, text: string][]): Line {
  const all = words.map(([left, text]) => ({
    text,
    box: [left, y - 8, left + 4 * text.length, y] as [number, number, number, number],
    baseline: y,
    font_size: 8,
  }))
  return { words: all } as unknown as Line
}

it('starts a column at its titles even if the page divides evenly a little further right', () => {
  const title = (left: number, number: string): [number, string][] => [
    [left, number],
    [left + 15, 'Girls'],
    [left + 40, '50'],
    [left + 55, 'Yard'],
    [left + 80, 'Freestyle'],
  ]
  const header = (left: number): [number, string][] => [
    [left + 10, 'Name'],
    [left + 125, 'Age'],
    [left + 145, 'Team'],
    [left + 205, 'Seed'],
    [left + 225, 'Time'],
  ]
  const lines = [
    lineAt(100, ...title(30, '#1'), ...title(310, '#2')),
    lineAt(110, ...header(30), ...header(310)),
  ]
  expect(findColumnLeftEdges(lines, 595, meetGrammar)).toEqual([30, 310])
})

it('finds a column without titles from the width of a psych sheet table', () => {
  const header: [number, string][] = [
    [45, 'Name'],
    [143, 'Age'],
    [160, 'Team'],
    [226, 'Seed'],
    [246, 'Time'],
  ]
  const lines = [
    lineAt(100, [19, 'Event'], [45, '1'], [55, 'Boys'], [80, '100'], [100, 'Yard'], [125, 'IM']),
    lineAt(110, ...header, [321, '4'], [335, 'QQ'], [447, 'A'], [528, '18:23.75']),
  ]
  const [first, second, ...others] = findColumnLeftEdges(lines, 595, meetGrammar)
  expect({ first, others }).toEqual({ first: 19, others: [] })
  expect(second).toBeGreaterThan(270)
  expect(second).toBeLessThan(321)
})

it('does not start a column where it would cut entries apart', () => {
  const entry = (y: number, lane: string, name: string) =>
    lineAt(y, [50, lane], [80, name], [200, '12'], [260, 'Club'], [420, '1:02.33'])
  const entries = [
    entry(130, '1', 'Ann'),
    entry(140, '2', 'Ida'),
    entry(160, '1', 'Mia'),
    entry(170, '2', 'Zoe'),
  ]
  const event = lineAt(100, [50, 'Event'], [80, '1'], [90, 'Girls'], [120, '50m'], [150, 'Back'])
  const header = lineAt(110, [50, 'Lane'], [75, 'Name'], [100, 'Age'], [120, 'Time'])
  const heat = (y: number, left: number) => lineAt(y, [left, 'Heat'], [left + 20, '1'])
  expect(findColumnLeftEdges([event, header, heat(120, 50), ...entries], 595, meetGrammar)).toEqual(
    [50],
  )
  const centred = [heat(120, 230), heat(150, 230)]
  expect(findColumnLeftEdges([event, ...centred, ...entries], 595, meetGrammar)).toEqual([50])
})
