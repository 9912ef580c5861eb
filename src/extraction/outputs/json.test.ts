import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createEvidence } from '../../../test/support/readings/evidence.ts'
import { createInvoice, anyInvoice } from '../../../test/support/readings/invoice.ts'
import { renderWithEvidence } from './json.ts'

const found = createEvidence({ text: 'INV/1' })

it('writes the whole reading, with each piece of evidence on one line', () => {
  const reading = createInvoice({ evidence: { number: found, 'lines.0.amount': found } })
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
