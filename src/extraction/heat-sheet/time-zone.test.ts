import { expect, it } from 'vitest'
import { drawnPages } from '../../../test/fixtures/drawn-page.ts'
import { meetGrammar } from '../../../test/support/readings/meet-grammar.ts'
import { isValidParam } from '../../domain/mapping/param-kinds.ts'
import { toHeatSheetReading } from './read-heat-sheet.ts'
import { readProgram } from './read-program.ts'

const read = (...header: string[]) =>
  readProgram(
    drawnPages(`${header.join('\n')}
Event 1 Girls 11-12 50 Yard Freestyle
Heat 1 of 1
 1 Ahlgren, Ada                11  AQUA-XX             31.02
`),
    meetGrammar,
  )

it.each([
  ['Europe/Zurich', 'Hallenbad Wyler, Bern, Schweiz'],
  ['Europe/Tallinn', 'Tallinn, 11. - 12.10.2025'],
  ['Europe/Vienna', 'Hallenbad, A-1010 Wien'],
  ['Europe/Oslo', 'Aquatic Centre, Bergen (NOR)'],
  ['Europe/London', 'Lake Pool, Invented Road, LS1 4AP'],
])('derives %s from %j', (zone, venue) => {
  expect(read('Spring Cup', venue).time_zone).toBe(zone)
})

it.each([
  ['America/Phoenix', 'Lake Aquatic Center, 1 Lake Road, Phoenix, AZ 85001'],
  ['Asia/Singapore', 'Lake Aquatic Centre, Singapore'],
])('derives %s from %j below a title with a date', (zone, venue) => {
  expect(read('Spring Cup - 5/2/2026', venue).time_zone).toBe(zone)
})

it.each([
  ['a town with the name of a country', 'Holland Aquatic Center'],
  ['a town name found in several countries', 'London Aquatic Centre - 5/2/2026'],
  ['a country with several zones', 'Aquatic Centre, Canada'],
  ['two countries', 'Deutschland - Schweiz'],
  ['a state without a ZIP code, which could be a country', 'Hallenbad, Berlin, DE'],
  ['nothing', 'Spring Cup'],
])('derives no zone from %s', (_why, line) => {
  expect(read('Spring Cup', line).time_zone).toBe(null)
})

const readIn = (event: string, heat: string, venue: string) =>
  readProgram(
    drawnPages(`Frühlingspokal 2026
${venue}
${event}
${heat}
 1 Ahlgren, Ada                11  AQUA-XX             31.02
`),
    meetGrammar,
  ).time_zone

const german = ['Wettkampf 1 - 50m Freistil weiblich', 'Lauf 1'] as const
const italian = ['Gara 1 - 50m Dorso Femmine', 'Batteria 1'] as const

it.each([
  ['Europe/Berlin', ...german, 'Sportbad am See, Seeweg 3, 10115 Neustadt'],
  ['Europe/Berlin', ...german, 'Hallenbad, Seeweg 3 39104 Neustadt'],
  ['Europe/Paris', 'Épreuve 1 - 50m Nage libre Dames', 'Série 1', 'Piscine, 75012 Villeneuve'],
  ['Europe/Rome', ...italian, 'Piscina, 20121 Cittanova'],
  ['Europe/Zurich', ...italian, 'Piscina, 6500 Cittanova'],
  ['Europe/Stockholm', 'Gren 1 - 50m Frisim Damer', 'Heat 1', 'Simhall, 114 33 Nystad'],
  [
    'Europe/Amsterdam',
    'Programmanummer 1 - 50m Rugslag Dames',
    'Serie 1',
    'Zwembad, 1012 AB Nieuwstad',
  ],
  [null, ...german, 'Hallenbad, Seeweg 3, 1010 Neustadt'],
  [null, ...german, 'Hallenbad, Seeweg 3, 39100 Neustadt'],
  [null, 'Event 1 Girls 50 Meter Freestyle', 'Heat 1', 'Lake Pool, 10115 Newtown'],
  [null, 'Wettkampf 1 / Event 1 - 50m Freistil Girls', 'Lauf 1', 'Hallenbad, 10115 Neustadt'],
])('derives %s from a postal code in the language of the sheet: %s', (zone, event, heat, venue) => {
  expect(readIn(event, heat, venue)).toBe(zone)
})

it('maps places only to existing time zones', () => {
  const zones = meetGrammar.places.map(({ zone }) => zone)
  expect(zones.filter((zone) => !isValidParam('time_zone', zone))).toEqual([])
})

it('lets the user choose another zone or none', () => {
  const program = read('Spring Cup', 'Hallenbad Wyler, Bern, Schweiz')
  const zone = (params: Record<string, string>) => toHeatSheetReading(program, params).time_zone
  expect(zone({})).toBe('Europe/Zurich')
  expect(zone({ time_zone: 'Asia/Jakarta' })).toBe('Asia/Jakarta')
  expect(zone({ time_zone: '' })).toBe(null)
  const evidence = (params: Record<string, string>) =>
    toHeatSheetReading(program, params).evidence['time_zone']?.text
  expect(evidence({})).toBe('Hallenbad Wyler, Bern, Schweiz')
  expect(evidence({ time_zone: 'Asia/Jakarta' })).toBeUndefined()
})
