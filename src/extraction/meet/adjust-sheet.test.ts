import { expect, it } from 'vitest'
import { createProgram } from '../../../test/support/readings/program.ts'
import { readAdjustedSheet } from './adjust-sheet.ts'

it.each([
  ['fills the only gap', '2026-05-03', '2026-05-03'],
  ['is ignored if another session prints it', '2026-05-02', null],
])('the date of the user %s', (_, date, expected) => {
  const program = createProgram([
    { number: 1, name: 'Girls 50 Free', date: '2026-05-02' },
    { number: 2, name: 'Girls 100 Free', date: null },
  ])
  const { events, warnings } = readAdjustedSheet(program, { date }, { swimmer: 'Ahlgren' })
  expect(events.map(({ session_date }) => session_date)).toEqual(['2026-05-02', expected])
  expect(warnings.some(({ code }) => code === 'no_date')).toBe(expected === null)
})
