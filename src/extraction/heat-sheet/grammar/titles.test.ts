import { describe, expect, it } from 'vitest'
import { meetGrammar } from '../../../../test/support/readings/meet-grammar.ts'
import { parseSeedSeconds, parseStartTime, seedPattern } from './times.ts'

const { parseEventTitle, parseHeatTitle } = meetGrammar

describe('parseEventTitle', () => {
  it.each([
    ['Event 12 Girls 11-12 50 SC Meter Freestyle', 12, null, 'Girls 11-12 50 SC Meter Freestyle'],
    ['#104 Boys 9-10 100 LC Meter Freestyle', 104, null, 'Boys 9-10 100 LC Meter Freestyle'],
    ['Event 12A Women 200 Yard IM', 12, 'A', 'Women 200 Yard IM'],
    ['Event 6 ...(Men 50 SC Meter Backstroke)', 6, null, 'Men 50 SC Meter Backstroke'],
    ['(Event 6 Men 50 SC Meter Backstroke)', 6, null, 'Men 50 SC Meter Backstroke'],
    ['Event 3 - Girls Open 100m Medley Relay', 3, null, 'Girls Open 100m Medley Relay'],
    ['Event 3 8 & Under 25 Yard Kick', 3, null, '8 & Under 25 Yard Kick'],
    ['Wettkampf 101 - 50m Rücken weiblich', 101, null, '50m Rücken weiblich'],
    ['ACARA 7 50 M GAYA BEBAS KU III PUTRI', 7, null, '50 M GAYA BEBAS KU III PUTRI'],
    ['Acara 5 Lelaki 12 Tahun 100 Meter Kuak Dada', 5, null, 'Lelaki 12 Tahun 100 Meter Kuak Dada'],
    ['noch Wettkampf 101 - 50m Rücken weiblich', 101, null, '50m Rücken weiblich'],
  ])('parses %j', (text, number, letter, name) => {
    expect(parseEventTitle(text)).toEqual({ number, letter, name })
  })

  it.each([
    'Event 12',
    'Event schedule 2026',
    '4 Event 9 Girls Fan, 12',
    '#3 of 7',
    'Eventful 3 Girls',
  ])('rejects %j', (text) => {
    expect(parseEventTitle(text)).toBeUndefined()
  })
})

describe('parseHeatTitle', () => {
  const plain = { total: null, round: null, start: null, estimated: false, event: null }

  it.each([
    ['SERI 2', { number: 2 }],
    ['Seri 2 dari 3', { number: 2, total: 3 }],
    ['Saringan 1 daripada 4', { number: 1, total: 4 }],
    ['Heat 3 of 6 Prelims', { number: 3, total: 6, round: 'Prelims' }],
    [
      'Heat 1 of 14 Finals Starts at 01:00 PM',
      { number: 1, total: 14, round: 'Finals', start: 780 },
    ],
    ['Heat 1 of 11 Finals - Swimming with Finals', { number: 1, total: 11, round: 'Finals' }],
    ['Heat 2 of 4 Timed Finals', { number: 2, total: 4, round: 'Timed Finals' }],
    ['Heat 2 of 3 (est. 9:05 AM)', { number: 2, total: 3, start: 545, estimated: true }],
    ['Lauf 5/19 (ca. 09:06 Uhr)', { number: 5, total: 19, start: 546, estimated: true }],
    ['Heat 10', { number: 10 }],
  ])('parses %j', (text, facts) => {
    expect(parseHeatTitle(text)).toEqual({ ...plain, ...facts })
  })

  it.each([
    ['Heat 3 Finals (#12 Girls 11-12 50 SC Meter Freestyle)', 'Finals'],
    ['Heat 3 (#12 Girls 11-12 50 SC Meter Freestyle', null],
  ])('parses the event title after a page break: %j', (text, round) => {
    const event = { number: 12, letter: null, name: 'Girls 11-12 50 SC Meter Freestyle' }
    expect(parseHeatTitle(text)).toEqual({ ...plain, number: 3, round, event })
  })

  it.each(['Heat 3 Lane 5,', 'Heat Wave, Ada', 'Heat 4 Interval: 30 Seconds'])(
    'rejects %j',
    (text) => {
      expect(parseHeatTitle(text)).toBeUndefined()
    },
  )
})

it.each([
  ['01:00 PM', 780],
  ['12:05 AM', 5],
  ['12:30 PM', 750],
  ['8.30am', 510],
  ['17:45', 1065],
  ['13:00 PM', null],
  ['25:00', null],
  ['1:02.33', null],
  ['', null],
])('parses %j as minute %j of the day', (text, minutes) => {
  expect(parseStartTime(text)).toBe(minutes)
})

it.each([
  ['32.77', 32.77],
  ['1:29.56', 89.56],
  ['2:51,37', 171.37],
  ['X31.02', 31.02],
  ['32.77Y', 32.77],
  ['1:02:03.04', 3723.04],
  ['NT', undefined],
  ['XNT', undefined],
])('parses %j as %j seconds', (seed, seconds) => {
  expect(seedPattern.test(seed)).toBe(true)
  expect(parseSeedSeconds(seed)).toBe(seconds)
})

it.each(['11', 'W11', 'AQUA-NT', '3.5', '12:30', '1)'])('rejects %j as a time', (text) => {
  expect(seedPattern.test(text)).toBe(false)
})

it('does not mistake a club named Lauf and a time for a heat', () => {
  expect(parseHeatTitle('Lauf 02:30,91 Lauf 1/1 (14:42)')).toBeUndefined()
})

it.each([
  '3. Heat, Ida 10 Leeds 1:12.40',
  '3. Race Ida 10 City 100 1:12.40',
  '3. Race, Ida 10 Leeds',
])('does not mistake a swimmer whose name resembles a title for a title: %s', (row) => {
  expect([parseHeatTitle(row), parseEventTitle(row)]).toEqual([undefined, undefined])
})

it.each([
  ['5. versenyszám Női, 4x50m gyors', 'Női, 4x50m gyors'],
  ['12. versenyszám Férfi, 100m hát', 'Férfi, 100m hát'],
])('reads an ordinal event title without a colon: %s', (row, name) => {
  expect(parseEventTitle(row)?.name).toBe(name)
})
