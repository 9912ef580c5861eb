import { expect, it } from 'vitest'
import { createHeatSheet, createSwim } from '../../../test/support/readings/heat-sheet.ts'
import { repeatCorrections } from './repeat-corrections.ts'

const original = createHeatSheet({ events: [createSwim(), createSwim({ event_number: 13 })] })

it("keeps the user's corrections when other swimmers or starts are chosen", () => {
  const stored = {
    ...original,
    venue: 'Corrected Pool',
    events: [createSwim({ lane: 7 }), createSwim({ event_number: 13 })],
  }
  const adjusted = createHeatSheet({
    events: [createSwim({ heat_start_time: '10:00' }), createSwim({ swimmer_name: 'Tamm, Ida' })],
  })
  const { venue, events } = repeatCorrections(adjusted, { stored, original })
  expect(venue).toBe('Corrected Pool')
  expect(events.map(({ lane, heat_start_time }) => [lane, heat_start_time])).toEqual([
    [7, '10:00'],
    [4, '09:05'],
  ])
})

it('omits swims that the user removed', () => {
  const stored = { ...original, events: [createSwim({ event_number: 13, lane: 2 })] }
  const { events } = repeatCorrections(original, { stored, original })
  expect(events.map(({ event_number, lane }) => [event_number, lane])).toEqual([[13, 2]])
})

it('changes nothing without corrections', () => {
  const stored = { ...original, evidence: {} }
  expect(repeatCorrections(original, { stored, original })).toEqual(original)
})
