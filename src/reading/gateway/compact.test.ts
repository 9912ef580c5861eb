import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createInvoice, anyInvoice } from '../../../test/support/readings/invoice.ts'
import { renderWithEvidence } from '../../extraction/outputs/json.ts'
import { compact } from './compact.ts'

function compacted(written: string, pieces = 7): Promise<string> {
  const bytes = Buffer.from(written)
  const chunks = Array.from({ length: Math.ceil(bytes.length / pieces) }, (_, index) =>
    bytes.subarray(index * pieces, (index + 1) * pieces),
  )
  return text(Readable.from(chunks).pipe(compact()))
}

describe('compact', () => {
  it('writes a file on one line', async () => {
    const xml = '<?xml version="1.0"?>\n<a>\n  <b>two  spaces</b>\n</a>\n'
    expect(await compacted(xml)).toBe('<?xml version="1.0"?><a><b>two  spaces</b></a>')
    expect(await compacted(renderWithEvidence(createInvoice()))).not.toContain('\n')
  })

  it('does not change any value in a reading, however the file is split into chunks', async () => {
    const pieces = fc.integer({ min: 1, max: 50 })
    await fc.assert(
      fc.asyncProperty(anyInvoice, pieces, async (invoice, size) => {
        const written = renderWithEvidence(invoice)
        expect(JSON.parse(await compacted(written, size))).toEqual(JSON.parse(written))
      }),
      { numRuns: 30 },
    )
  })
})
