import fc from 'fast-check'
import { expect, it } from 'vitest'
import { anInvoice, anyInvoice } from '../../../test/support/invoice.ts'
import type { Evidence } from '../../domain/reading/evidence.ts'
import { renderWithEvidence } from './json.ts'

const found: Evidence = {
  page: 1,
  box: [1, 2, 3, 4],
  text: 'INV/1',
  confidence: 1,
  source: 'rule',
}

it('writes the whole reading, with each piece of evidence on one line', () => {
  const reading = anInvoice({ evidence: { number: found, 'lines.0.amount': found } })
  const json = renderWithEvidence(reading)
  expect(JSON.parse(json)).toEqual(reading)
  expect(json).toContain('\n    "number": {"page":1,"box":[1,2,3,4],')
})

it('writes valid JSON for any reading', () => {
  fc.assert(
    fc.property(anyInvoice, (reading) => {
      expect(JSON.parse(renderWithEvidence(reading))).toEqual(reading)
    }),
  )
})
