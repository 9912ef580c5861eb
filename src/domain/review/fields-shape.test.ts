import { expect, it } from 'vitest'
import type { FieldsReading } from '../fields/fields-reading.ts'
import { approve, correct } from './correct.ts'

const reading: FieldsReading = {
  kind: 'fields',
  read_as: 'document_text_v1',
  schema: {
    type: 'object',
    properties: {
      total: { type: 'number' },
      due: { type: 'string', format: 'date' },
      goods: {
        type: 'array',
        items: { type: 'object', properties: { cartons: { type: 'integer' } } },
      },
    },
  },
  data: { total: null, due: null, goods: [{ cartons: 3 }] },
  review: {
    needed: true,
    reasons: [
      { code: 'custom_value_missing', path: 'data.total', params: { field: 'total' } },
      { code: 'custom_value_missing', path: 'data.due', params: { field: 'due' } },
    ],
  },
  evidence: {},
}

it('accepts corrections that fit the schema and settles their reasons', () => {
  const { reading: corrected } = correct(reading, [
    { op: 'set', path: 'data.total', value: 12.5 },
    { op: 'set', path: 'data.goods.0.cartons', value: 4 },
  ])
  expect(corrected.data).toEqual({ total: 12.5, due: null, goods: [{ cartons: 4 }] })
  expect(corrected.review).toMatchObject({ needed: true, reasons: [{ settled: true }, {}] })
  expect(corrected.evidence['data.total']).toMatchObject({ source: 'human' })
  expect(approve(reading).review.needed).toBe(false)
})

it.each([
  ['data.total', 'twelve'],
  ['data.due', '31.12.2026'],
  ['data.goods.0.cartons', 1.5],
  ['data.goods', []],
  ['data.other', 'x'],
  ['schema', {}],
])('rejects a value for %s that does not fit', (path, value) => {
  expect(() => correct(reading, [{ op: 'set', path, value }])).toThrow()
})
