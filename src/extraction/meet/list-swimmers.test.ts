import { expect, it } from 'vitest'
import { createProgram } from '../../../test/support/readings/program.ts'
import { listSwimmers } from './list-swimmers.ts'

const countEvents = (...programs: Parameters<typeof createProgram>[0][]) =>
  listSwimmers(programs.map(createProgram)).map(({ events }) => events)

const saturday = '2026-05-02'
const free = { number: 12, name: 'Girls 11-12 50 Yard Freestyle' }
const back = { number: 14, name: 'Girls 11-12 100 Yard Backstroke' }

it.each([
  ['a psych sheet, without rounds and dates', { round: null, date: null }],
  ['another form of the name', { ...free, name: 'Girls 11-12 50 Free' }],
])('counts an event once in a program and on a sheet with %s', (_, other) => {
  const psych = [
    { ...free, ...other },
    { ...back, round: null, date: null },
  ]
  const program = [
    { ...free, round: 'Finals', date: saturday },
    { ...back, round: 'Finals', date: saturday },
  ]
  expect(countEvents(psych, program)).toEqual([2])
  expect(countEvents(program, psych)).toEqual([2])
})

it('counts prelims and finals as one event', () => {
  const rounds = ['Prelims', 'Finals'].map((round) => ({ ...free, round, date: saturday }))
  expect(countEvents(rounds)).toEqual([1])
})

it('counts events with the same number but another name in another session', () => {
  expect(countEvents([free, { ...back, number: free.number }])).toEqual([2])
  const sunday = { ...back, number: free.number, date: '2026-05-03' }
  expect(countEvents([{ ...free, date: saturday }], [sunday])).toEqual([2])
})
