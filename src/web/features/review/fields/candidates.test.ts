import { expect, it } from 'vitest'
import { createInvoice } from '../../../../../test/support/readings/invoice.ts'
import { correct } from '../../../../domain/review/correct.ts'
import { candidateKey, listCandidates } from './candidates.ts'

const place = (at: number) => ({
  page: 1,
  box: [at, at, at + 9, at + 9] as const,
  text: `no ${at}`,
})
const candidate = (value: string, at: number) => ({
  value,
  ...place(at),
  box: [at, at, at + 9, at + 9] as [number, number, number, number],
})
const invoice = createInvoice({
  number: 'A',
  evidence: {
    number: { ...candidate('A', 1), confidence: 0.5, source: 'generic' },
  },
  alternatives: {
    number: [candidate('B', 20), candidate('C', 40), candidate('D', 60), candidate('E', 80)],
  },
})
const values = (reading = invoice) => listCandidates(reading, 'number').map(({ value }) => value)

it('offers the most likely alternatives for a value', () => {
  expect(values()).toEqual(['B', 'C', 'D'])
  expect(listCandidates(invoice, 'date')).toEqual([])
})

it('offers the first value again after another value was chosen', () => {
  const { value, ...location } = candidate('C', 40)
  const { reading } = correct(invoice, [{ op: 'set', path: 'number', value, location }])
  expect(listCandidates(reading, 'number')[0]).toMatchObject({ value: 'A', box: [1, 1, 10, 10] })
  expect(values(reading)).toEqual(['A', 'B', 'D'])
})

it('chooses a candidate with Alt and a digit, on any keyboard layout', () => {
  const press = (code: string, keys = {}) =>
    candidateKey({ code, altKey: true, ctrlKey: false, metaKey: false, ...keys })
  expect([press('Digit1'), press('Numpad3'), press('Digit4'), press('KeyA')]).toEqual([
    0,
    2,
    undefined,
    undefined,
  ])
  expect(press('Digit1', { altKey: false })).toBeUndefined()
  expect(press('Digit1', { ctrlKey: true })).toBeUndefined()
})
