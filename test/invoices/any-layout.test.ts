import { describe, it } from 'vitest'
import { carried, centred, netAmounts, ruled, tight } from '../fixtures/invoices/english.ts'
import { facture, faktur, rechnung } from '../fixtures/invoices/other-languages.ts'
import { expectReadBack } from '../support/corpus/read-back.ts'
import { readWithoutMapping } from '../support/corpus/read-without-mapping.ts'

/**
 * Justified review reasons: a dollar invoice dated 01/04/2025 may use the American date order, and a seller who
 * appears only in a return address may be uncertain. The values must be right nonetheless.
 */
const acceptedDoubts =
  /could be day\/month or month\/day|before a discount|[Ss]eller name is probably/

describe.each([ruled, netAmounts, faktur, rechnung])(
  'an invoice in the layout $name, read without a mapping',
  (layout) => {
    it('is read exactly, because its labels and headers are common', async () => {
      await expectReadBack(layout, readWithoutMapping, { numRuns: 20, mayDoubt: acceptedDoubts })
    })
  },
)

describe.each([centred, carried, tight, facture])(
  'an invoice in the layout $name with unusual labels, read without a mapping',
  (layout) => {
    it('is read correctly or flagged, and never silently wrong', async () => {
      await expectReadBack(layout, readWithoutMapping, { numRuns: 20, mayFlag: true })
    })
  },
)
