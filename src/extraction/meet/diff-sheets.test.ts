import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createHeatSheet, createSwim } from '../../../test/support/readings/heat-sheet.ts'
import type { HeatSheetEvent } from '../../domain/heat-sheet/heat-sheet.ts'
import { diffSheets } from './diff-sheets.ts'

const diff = (older: HeatSheetEvent[], newer: HeatSheetEvent[]) =>
  diffSheets(createHeatSheet({ events: older }), createHeatSheet({ events: newer }))

describe('diffSheets', () => {
  it('reports exactly what changed', () => {
    const older = [
      createSwim(),
      createSwim({ event_number: 14 }),
      createSwim({ event_number: 16 }),
      createSwim({ event_number: 18 }),
    ]
    const newer = [
      createSwim({ heat_number: 2, lane: 6, heat_start_time: '09:01' }),
      createSwim({ event_number: 14 }),
      createSwim({ event_number: 18, session_date: '2026-05-03' }),
      createSwim({ event_number: 20 }),
    ]
    const changes = diff(older, newer).map(({ kind, event_number, fields }) => [
      kind,
      event_number,
      fields,
    ])
    expect(changes).toEqual([
      [
        'moved',
        12,
        [
          { field: 'heat_start_time', from: '09:05', to: '09:01' },
          { field: 'heat_number', from: 3, to: 2 },
          { field: 'lane', from: 4, to: 6 },
        ],
      ],
      ['moved', 18, [{ field: 'session_date', from: '2026-05-02', to: '2026-05-03' }]],
      ['added', 20, []],
      ['scratched', 16, []],
    ])
  })

  it('ignores changed seed times, spellings and estimates', () => {
    const older = [createSwim({ heat_start_time: '09:05', estimated: true })]
    const newer = [
      createSwim({
        heat_start_time: '09:07',
        estimated: true,
        seed_time: '30.99',
        swimmer_name: 'AHLGREN, Ada',
        team: 'aqua-xx',
      }),
    ]
    expect(diff(older, newer)).toEqual([])
  })

  it('reports an estimate that became a printed time', () => {
    const older = [createSwim({ heat_start_time: '09:05', estimated: true })]
    const newer = [createSwim({ heat_start_time: '09:07' })]
    expect(diff(older, newer)[0]?.fields).toEqual([
      { field: 'heat_start_time', from: '09:05', to: '09:07' },
    ])
  })

  it('distinguishes rounds, relays and swimmers with the same name', () => {
    const both = [
      createSwim({ round: 'Prelims' }),
      createSwim({ round: 'Finals' }),
      createSwim({ team: 'LAKE-XX' }),
    ]
    const moved = both.map((swim, index) => (index === 1 ? { ...swim, lane: 1 } : swim))
    expect(diff(both, moved)).toMatchObject([{ kind: 'moved', round: 'Finals' }])
  })

  it('does not report changes for an identical sheet and reports everything for an empty sheet', () => {
    const swim = fc
      .record({
        event_number: fc.integer({ min: 1, max: 9 }),
        lane: fc.integer({ min: 1, max: 8 }),
        swimmer_name: fc.constantFrom('Ahlgren, Ada', 'Tamm, Ivo'),
      })
      .map((values) => createSwim(values))
    fc.assert(
      fc.property(fc.array(swim, { maxLength: 10 }), (events) => {
        expect(diff(events, events)).toEqual([])
        expect(diff(events, []).map(({ kind }) => kind)).toEqual(events.map(() => 'scratched'))
        expect(diff([], events).map(({ kind }) => kind)).toEqual(events.map(() => 'added'))
      }),
    )
  })
})
