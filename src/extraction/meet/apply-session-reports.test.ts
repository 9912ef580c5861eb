import { describe, expect, it } from 'vitest'
import { createHeatSheet, createSwim } from '../../../test/support/readings/heat-sheet.ts'
import type { HeatSheetEvent } from '../../domain/heat-sheet/heat-sheet.ts'
import { applySessionReports } from './apply-session-reports.ts'

const row = (values: Partial<HeatSheetEvent>) =>
  createSwim({
    session: '2 Saturday',
    heat_number: null,
    lane: null,
    swimmer_name: null,
    heats_total: 4,
    event_name: 'Girls 11-12 200 Freestyle',
    ...values,
  })

const report = (...rows: Partial<HeatSheetEvent>[]) =>
  createHeatSheet({ sheet: 'session_report', events: rows.map(row) })

const twoEvents = report(
  { event_number: 12, heat_start_time: '09:00' },
  { event_number: 13, heat_start_time: '09:10', heats_total: 2 },
)

/** Returns a swim's start time after merging these reports, and whether it is estimated. */
function readStart(swim: Partial<HeatSheetEvent>, ...reports: ReturnType<typeof report>[]) {
  const sheet = createHeatSheet({ events: [createSwim({ heat_start_time: null, ...swim })] })
  const [read] = applySessionReports([sheet, ...reports])
  const [event] = read?.events ?? []
  return [event?.heat_start_time, event?.estimated]
}

describe('applySessionReports', () => {
  it('sets the event time on the first heat and marks interpolated times on the others', () => {
    expect(readStart({ heat_number: 1 }, twoEvents)).toEqual(['09:00', false])
    expect(readStart({ heat_number: 2 }, twoEvents)).toEqual(['09:02', true])
    expect(readStart({ heat_number: 4 }, twoEvents)).toEqual(['09:07', true])
  })

  it('replaces estimated times but not printed times', () => {
    expect(
      readStart({ heat_number: 1, heat_start_time: '11:00', estimated: true }, twoEvents),
    ).toEqual(['09:00', false])
    expect(readStart({ heat_number: 1, heat_start_time: '11:00' }, twoEvents)).toEqual([
      '11:00',
      false,
    ])
  })

  it('times the last event, and events before a break, by distance', () => {
    expect(readStart({ event_number: 13, heat_number: 2 }, twoEvents)).toEqual(['09:15', true])
    const long = report(
      { event_number: 12, heat_start_time: '09:00' },
      { event_number: 13, heat_start_time: '12:00' },
    )
    expect(readStart({ heat_number: 2 }, long)).toEqual(['09:05', true])
  })

  it.each([
    ['another event', { event_number: 99 }],
    ['another letter', { event_letter: 'A' }],
    ['another day', { session_date: '2026-05-03' }],
    ['an alternate', { alternate: 2 }],
    ['no heat', { heat_number: null }],
  ])('ignores a report about %s', (_, swim) => {
    expect(readStart(swim, twoEvents)).toEqual([null, false])
  })

  it('ignores a report from another meet but accepts a report without a name', () => {
    const other = { ...twoEvents, meet_name: 'Autumn Cup' }
    expect(readStart({ heat_number: 1 }, other)).toEqual([null, false])
    const unnamed = { ...twoEvents, meet_name: null }
    expect(readStart({ heat_number: 1 }, unnamed)).toEqual(['09:00', false])
    expect(readStart({ heat_number: 1 }, { ...twoEvents, meet_name: 'SPRING  splash' })[0]).toBe(
      '09:00',
    )
  })

  it('matches the same round if a report has two rounds', () => {
    const both = report(
      { round: 'Prelims', heat_start_time: '08:00' },
      { round: 'Finals-1', heat_start_time: '17:00' },
    )
    expect(readStart({ heat_number: 1, round: 'Finals' }, both)[0]).toBe('17:00')
    expect(readStart({ heat_number: 1, round: 'Prelims' }, both)[0]).toBe('08:00')
    expect(readStart({ heat_number: 1, round: null }, both)[0]).toBe(null)
  })

  it('fills in the date if the sheet has none', () => {
    const events = [createSwim({ heat_start_time: null, heat_number: 1, session_date: null })]
    const [read] = applySessionReports([createHeatSheet({ events }), twoEvents])
    expect(read?.events[0]).toMatchObject({ session_date: '2026-05-02', heat_start_time: '09:00' })
  })
})
