import { describe, expect, it } from 'vitest'
import type { InvoiceReading } from '../../src/domain/invoice/invoice.ts'
import { readAnyInvoice } from '../../src/extraction/any-invoice/read-any-invoice.ts'
import { loadVocabulary } from '../../src/extraction/mapping/load-vocabulary.ts'
import { drawnInvoice } from '../fixtures/drawn-invoice.ts'
import { drawnPages } from '../fixtures/drawn-page.ts'

const vocabulary = loadVocabulary('mappings/vocabulary')

const read = (drawing: string): InvoiceReading => readAnyInvoice(drawnPages(drawing), vocabulary)

function listDoubts({ review }: InvoiceReading, path: RegExp): string[] {
  return review.reasons
    .filter((reason) => path.test(reason.path ?? ''))
    .map((reason) => `${reason.path} ${reason.code}`)
}

const items = `
Description             Quantity         Price            Amount
Lesson                         2        145.00            290.00
Book                           5         18.50             92.50
`
const totals = `
                                Total net                 382.50
                                VAT 20%                    76.50
                                Invoice total             459.00`

describe('the invoice number', () => {
  it.each(['112 / INV / DKM / XI / 2026', 'FA 2026 / 0412', '045/INV/ DKM /XI/2026'])(
    'may have spaces around its slashes: %s',
    (number) => {
      const reading = read(drawnInvoice.replace('017/INV/V/2024', number))
      expect(reading.number).toBe(number)
      expect(listDoubts(reading, /^number/)).toEqual([])
    },
  )

  it('and the date may stand in a row of boxes below their labels', () => {
    const reading = read(`
Studio Ferri Contoh                       Spett.le
Via Emilia 210                            Birrificio Contoh S.r.l.
40068 Bologna                             Via Roma 3
P.IVA 03382210377                         12030 Manta

Documento           Numero              Data              Pagamento
Fattura             12/A                28/10/2026        Bonifico
${items}${totals}`)
    expect([reading.number, reading.date]).toEqual(['12/A', '2026-10-28'])
    expect(listDoubts(reading, /^(number|date)/)).toEqual([])
  })

  it('and the date are not those of the invoice that a credit note corrects', () => {
    const reading = read(`
Northgate Glass Ltd                         Credit note no: SC-00417
Foundry Lane                                Tax date: 05/11/2026
Leeds LS10 1QN                              Original invoice: SI-30991 of 21/10/2026
                                            VAT No: GB 998 1123 45
To: Carrick Joinery
Otley LS21 3HX

CREDIT NOTE
${items}
                                Total net             GBP 382.50
                                VAT 20%                    76.50
                                Credit total              459.00`)
    expect([reading.number, reading.date]).toEqual(['SC-00417', '2026-11-05'])
    expect(listDoubts(reading, /^(number|date)/)).toEqual([])
  })
})

describe('a company', () => {
  it('may follow the role of its addressee', () => {
    const reading = read(drawnInvoice.replace(/PT Maju Bersama {9}/, 'Pimpinan PT Maju Bersama'))
    expect(reading.buyer.name).toBe('PT Maju Bersama')
  })
})
