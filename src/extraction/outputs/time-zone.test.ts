import fc from 'fast-check'
import { expect, it } from 'vitest'
import { toUtc } from './time-zone.ts'

const moment = (wall: string, zone: string) =>
  new Date(toUtc(Date.parse(`${wall}Z`), zone)).toISOString().slice(0, 16)

it.each([
  ['2026-07-18T08:30', 'America/New_York', '2026-07-18T12:30'],
  ['2026-01-18T08:30', 'America/New_York', '2026-01-18T13:30'],
  ['2026-07-18T08:30', 'Asia/Kolkata', '2026-07-18T03:00'],
  ['2026-07-18T08:30', 'UTC', '2026-07-18T08:30'],
  // Occurs twice that night; the first occurrence counts.
  ['2026-11-01T01:30', 'America/New_York', '2026-11-01T05:30'],
  ['2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T00:30'],
  // Skipped that night; the earlier offset applies.
  ['2026-03-08T02:30', 'America/New_York', '2026-03-08T07:30'],
  ['2026-03-29T02:30', 'Europe/Berlin', '2026-03-29T01:30'],
])('converts %s in %s to %s', (wall, zone, utc) => {
  expect(moment(wall, zone)).toBe(utc)
})

it('agrees with the local clock for any time that it shows', () => {
  const zones = ['America/New_York', 'Europe/Berlin', 'Australia/Lord_Howe', 'Asia/Jakarta']
  const hours = fc.integer({ min: 0, max: 24 * 365 * 2 })
  fc.assert(
    fc.property(fc.constantFrom(...zones), hours, (timeZone, hour) => {
      const wall = Date.UTC(2026, 0, 1, hour)
      const shown = new Date(toUtc(wall, timeZone)).toLocaleString('sv-SE', { timeZone })
      const isLeapt =
        shown.slice(0, 16) !== new Date(wall).toISOString().slice(0, 16).replace('T', ' ')
      // Only a skipped time is read back as a later one.
      if (isLeapt) expect(Date.parse(`${shown}Z`) - wall).toBeLessThanOrEqual(3_600_000)
      if (isLeapt) expect(Date.parse(`${shown}Z`)).toBeGreaterThan(wall)
    }),
  )
})
