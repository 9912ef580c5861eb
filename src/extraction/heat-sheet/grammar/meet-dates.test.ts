import { describe, expect, it } from 'vitest'
import { meetGrammar } from '../../../../test/support/readings/meet-grammar.ts'
import { findMeetDays, findSessionDate } from './meet-dates.ts'

describe('findMeetDays', () => {
  it.each([
    // Another date in the document, or the range itself, identifies the month.
    ['5/1/2026', '5/3/2026', ['7/25/2019'], '2026-05-01', '2026-05-03', false],
    ['5/1/2026', '6/1/2026', ['25/7/2019'], '2026-01-05', '2026-01-06', false],
    ['23/11/2026', '24/11/2026', [], '2026-11-23', '2026-11-24', false],
    ['2026-03-12', '2026-03-15', [], '2026-03-12', '2026-03-15', false],
    ['21 November 2026', '21 November 2026', [], '2026-11-21', '2026-11-21', false],
    // A meet from March to April is too long.
    ['5/3/2026', '5/4/2026', [], '2026-05-03', '2026-05-04', false],
    ['3/5/2026', '4/5/2026', [], '2026-05-03', '2026-05-04', false],
    // An ambiguous date is interpreted in American order.
    ['5/3/2026', '5/3/2026', [], '2026-05-03', '2026-05-03', true],
    ['5/5/2026', '5/5/2026', [], '2026-05-05', '2026-05-05', false],
  ])('finds %s to %s from %j', (from, to, others, start, end, is_ambiguous) => {
    const dates = meetGrammar.findDates(`${from} to ${to}`)
    expect(findMeetDays(dates, others)).toMatchObject({ start, end, is_ambiguous })
  })

  it('returns nothing for days that do not exist', () => {
    const dates = meetGrammar.findDates('31/31/2026 to 31/31/2026')
    expect(findMeetDays(dates, [])).toEqual({
      is_ambiguous: false,
      order: 'month',
      is_order_known: false,
    })
  })
})

describe('findSessionDate', () => {
  // Friday to Sunday.
  const weekend = { start: '2026-05-01', end: '2026-05-03' }

  it.each([
    ['Saturday AM', '2026-05-02'],
    ["Sunday - Men's Prelim", '2026-05-03'],
    ['13 & Over Fri', '2026-05-01'],
    ['Session 3 5/2/2026', '2026-05-02'],
    ['Sat 5/2', '2026-05-02'],
    ['03.05.', '2026-05-03'],
    ['Day 3', '2026-05-03'],
    ['Saturday and Sunday', null],
    ['Monday', null],
    ['Satellite finals', null],
    ['All Events', null],
    ['Day 4', null],
    [null, null],
  ])('finds the date for %j', (session, date) => {
    expect(findSessionDate(session, weekend, meetGrammar)).toBe(date)
  })

  it('uses the only day of the meet, regardless of the session name', () => {
    const day = { start: '2026-05-02', end: '2026-05-02' }
    expect(findSessionDate('All Events', day, meetGrammar)).toBe('2026-05-02')
  })

  it('returns null if the meet has that weekday twice, or has no dates', () => {
    expect(
      findSessionDate('Saturday', { start: '2026-05-02', end: '2026-05-09' }, meetGrammar),
    ).toBeNull()
    expect(findSessionDate('Saturday', {}, meetGrammar)).toBeNull()
  })
})

describe('the name of a month', () => {
  const find = (text: string) => meetGrammar.findDates(text)?.read('day')?.start ?? null

  it.each([
    // Names that start alike in other languages: Polish lipiec is July, Czech srpen is August.
    ['6. lipnja 2026.', '2026-06-06'],
    ['6 lipca 2026', '2026-07-06'],
    ['11. srpnja 2026.', '2026-07-11'],
    ['11. srpna 2026', '2026-08-11'],
    ['3. siječnja 2026.', '2026-01-03'],
    ['7. ožujka 2026.', '2026-03-07'],
    ['15. prosinca 2026.', '2026-12-15'],
    ['15. avgust 2026', '2026-08-15'],
    ['3 Kas 2026', '2026-11-03'],
    ['3 Kasım 2026', '2026-11-03'],
    ['3 ağustos 2026', '2026-08-03'],
    ['2026 balandžio 11', '2026-04-11'],
    ['15. listopadu 2026', '2026-11-15'],
    // October in Croatian, November in Polish.
    ['15. listopada 2026', null],
    ['3 spalio 2026', '2026-10-03'],
  ])('is read in %s', (text, day) => {
    expect(find(text)).toBe(day)
  })

  it.each(['Cup 3 Kassel 2026', 'Cup 3 Spandau 2026', 'Cup 3 Ballerup 2026'])(
    'is not found in a town: %s',
    (text) => {
      expect(find(text)).toBeNull()
    },
  )
})

describe('the days of a meet', () => {
  const find = (text: string) => meetGrammar.findDates(text)?.read('day')

  it.each([
    ['2026-03-14 - 25 m', '2026-03-14', '2026-03-14'],
    ['2026-03-14 - 16h00', '2026-03-14', '2026-03-14'],
    ['2026-03-14 - 16:00', '2026-03-14', '2026-03-14'],
    ['2026.03.14. / 18 klub', '2026-03-14', '2026-03-14'],
    ['2026. március 14. / 18 klub', '2026-03-14', '2026-03-14'],
    ['2026.03.14. - 15., Lake', '2026-03-14', '2026-03-15'],
    ['2026.03.14 - 15 Lake', '2026-03-14', '2026-03-15'],
    ['2026. március 14 - 15. között', '2026-03-14', '2026-03-15'],
    ['2026-03-14 - 15 i Lake', '2026-03-14', '2026-03-15'],
    ['2026-03-14 - 15 (25 m)', '2026-03-14', '2026-03-15'],
    // A weekday before the last day only.
    ['14 March to Sunday 16 March 2026', '2026-03-14', '2026-03-16'],
    ['14.03.2026 bis Sonntag, 16.03.2026', '2026-03-14', '2026-03-16'],
    ['2 - Sunday 15 March 2026', '2026-03-15', '2026-03-15'],
  ])('are read in %s', (text, start, end) => {
    expect(find(text)).toEqual({ start, end })
  })
})
