import fc from 'fast-check'
import { expect, it } from 'vitest'
import { toUtc } from './time-zone.ts'

const moment = (localTime: string, zone: string) =>
  new Date(toUtc(Date.parse(`${localTime}Z`), zone)).toISOString().slice(0, 16)

it.each([
  ['2026-07-18T08:30', 'America/New_York', '2026-07-18T12:30'],
  ['2026-01-18T08:30', 'America/New_York', '2026-01-18T13:30'],
  ['2026-07-18T08:30', 'Asia/Kolkata', '2026-07-18T03:00'],
  ['2026-07-18T08:30', 'UTC', '2026-07-18T08:30'],
  // This local time occurs twice that night, and the first occurrence is used.
  ['2026-11-01T01:30', 'America/New_York', '2026-11-01T05:30'],
  ['2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T00:30'],
  // This local time does not exist that night, and the earlier offset is used.
  ['2026-03-08T02:30', 'America/New_York', '2026-03-08T07:30'],
  ['2026-03-29T02:30', 'Europe/Berlin', '2026-03-29T01:30'],
])('converts %s in %s to %s', (localTime, zone, utc) => {
  expect(moment(localTime, zone)).toBe(utc)
})

it('agrees with the local clock for any time that it shows', () => {
  const zones = ['America/New_York', 'Europe/Berlin', 'Australia/Lord_Howe', 'Asia/Jakarta']
  const hours = fc.integer({ min: 0, max: 24 * 365 * 2 })
  fc.assert(
    fc.property(fc.constantFrom(...zones), hours, (timeZone, hour) => {
      const localTime = Date.UTC(2026, 0, 1, hour)
      const shown = new Date(toUtc(localTime, timeZone)).toLocaleString('sv-SE', { timeZone })
      const isSkipped =
        shown.slice(0, 16) !== new Date(localTime).toISOString().slice(0, 16).replace('T', ' ')
      // Only a time that does not exist is later after a round trip through UTC.
      if (isSkipped) expect(Date.parse(`${shown}Z`) - localTime).toBeLessThanOrEqual(3_600_000)
      if (isSkipped) expect(Date.parse(`${shown}Z`)).toBeGreaterThan(localTime)
    }),
  )
})
