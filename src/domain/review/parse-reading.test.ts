import { expect, it } from 'vitest'
import { createInvoice } from '../../../test/support/readings/invoice.ts'
import { parseReading } from './parse-reading.ts'

it('drops computed filing values in an older format', () => {
  const stored = { ...createInvoice(), filing: { seller: { tin: null }, lines: 3 } }
  const reading = parseReading(JSON.stringify(stored))
  expect(reading).toMatchObject({ kind: 'invoice', number: stored.number })
  expect(reading.kind === 'invoice' && reading.filing).toBeUndefined()
})
