import { describe, expect, it } from 'vitest'
import { createHeatSheet, createSwim } from '../../../test/support/readings/heat-sheet.ts'
import { findChosenId, findSessionAliases, spreadStarts } from './session-aliases.ts'

const saturday = { session: 'Saturday AM', session_date: '2026-05-02' }
const sheet = (...swims: Parameters<typeof createSwim>[0][]) =>
  createHeatSheet({ events: swims.map((swim) => createSwim(swim)) })

describe('a chosen start', () => {
  it.each([
    ['saturday-am', 'without the day', { ...saturday, session_date: null }],
    ['2026-05-02', 'without the name', { ...saturday, session: null }],
    ['session-1-2026-05-02', 'with another name', { ...saturday, session: 'Session 1' }],
  ])('applies to the same session on a sheet: %s, %s', (id, _, session) => {
    const aliases = findSessionAliases([sheet(session), sheet(saturday)])
    for (const start of [`${id}@09:15`, 'saturday-am-2026-05-02@09:15']) {
      const spread = spreadStarts({ start }, aliases).start?.split(',')
      expect(new Set(spread)).toEqual(new Set([`${id}@09:15`, 'saturday-am-2026-05-02@09:15']))
    }
    const options = { start: `${id}@09:15` }
    expect(findChosenId('saturday-am-2026-05-02', options, aliases)).toBe(id)
  })

  it('applies to one of two sessions that another sheet combines', () => {
    const morning = { ...saturday, event_number: 1 }
    const evening = { ...saturday, session: 'Saturday PM', event_number: 2 }
    const together = { ...saturday, session: null }
    const aliases = findSessionAliases([
      sheet(morning, evening),
      sheet({ ...together, event_number: 1 }, { ...together, event_number: 2 }),
    ])
    const start = 'saturday-am-2026-05-02@09:15'
    expect(spreadStarts({ start }, aliases)).toEqual({ start })
    expect(findChosenId('saturday-pm-2026-05-02', { start }, aliases)).toBe(
      'saturday-pm-2026-05-02',
    )
  })

  it('applies to one of two days that a sheet without days combines', () => {
    const sunday = { session: 'AM', session_date: '2026-05-03', event_number: 2 }
    const undated = { session: 'AM', session_date: null }
    const aliases = findSessionAliases([
      sheet({ ...undated, event_number: 1 }, { ...undated, event_number: 2 }),
      sheet({ session: 'AM', session_date: '2026-05-02', event_number: 1 }),
      sheet(sunday),
    ])
    const start = 'am-2026-05-03@09:15'
    expect(spreadStarts({ start }, aliases)).toEqual({ start })
  })
})
