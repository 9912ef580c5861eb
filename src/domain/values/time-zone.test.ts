import { describe, expect, it } from 'vitest'
import { isTimeZone } from './time-zone.ts'

describe('a time zone', () => {
  it.each(['UTC', 'Asia/Jakarta', 'America/Argentina/Buenos_Aires'])('can be %s', (zone) => {
    expect(isTimeZone(zone)).toBe(true)
  })

  it('can be a former name, which the list of zones omits', () => {
    const former = ['Asia/Saigon', 'Asia/Calcutta', 'Europe/Kyiv', 'Europe/Kiev']
    const listed = new Set(Intl.supportedValuesOf('timeZone'))
    expect(former.some((zone) => !listed.has(zone))).toBe(true)
    expect(former.filter((zone) => !isTimeZone(zone))).toEqual([])
  })

  it.each(['+07:00', 'Etc/Nowhere', 'Jakarta', ''])('cannot be %j', (text) => {
    expect(isTimeZone(text)).toBe(false)
  })
})
