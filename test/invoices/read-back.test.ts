import { describe, expect, it } from 'vitest'
import { exampleInvoice } from '../fixtures/invoices/any-invoice.ts'
import { invoicePdf } from '../fixtures/invoices/draw.ts'
import { carried } from '../fixtures/invoices/english.ts'
import { layouts } from '../fixtures/invoices/layouts.ts'
import { cpuSeconds } from '../support/processes/cpu-time.ts'
import { expectReadBack } from '../support/corpus/read-back.ts'
import { readByMapping } from '../support/corpus/read-by-mapping.ts'

describe.each(layouts)('any invoice in the layout $name', (layout) => {
  it('is read back exactly, with any numbers, dates, wraps and pages', async () => {
    await expectReadBack(layout, readByMapping, { numRuns: 50 })
  })
})

describe('a long invoice', () => {
  it('is read in linear time', async () => {
    const measureTime = async (count: number) => {
      const style = { numbers: '1,234.56', dates: '05/01/2026', per_page: 20 } as const
      const invoice = exampleInvoice(carried, count)
      const pdf = await invoicePdf(invoice, carried, { ...style, hasTotalsApart: false })
      const times: number[] = []
      for (const _ of Array(3)) {
        times.push(
          await cpuSeconds(async () => {
            expect((await readByMapping(pdf, carried)).lines).toHaveLength(count)
          }),
        )
      }
      // Uses the minimum, because garbage collection adds varying CPU time.
      return Math.min(...times)
    }
    const short = await measureTime(170)
    expect(await measureTime(510)).toBeLessThan(6 * short + 0.3)
  })
})
