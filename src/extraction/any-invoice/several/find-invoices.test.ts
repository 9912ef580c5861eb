import { expect, it } from 'vitest'
import { drawPdf } from '../../../../test/fixtures/pdfs.ts'
import { severalInvoicesPdf } from '../../../../test/fixtures/several-invoices.ts'
import { loadVocabulary } from '../../mapping/load-vocabulary.ts'
import { readPages } from '../../pdf/pages.ts'
import { findInvoices } from './find-invoices.ts'

const vocabulary = loadVocabulary('mappings/vocabulary')

interface DrawnPage {
  title?: string
  number?: string
  total?: string
  mark?: string
}

/** Finds the invoices in a document with these pages. */
async function findIn(pages: DrawnPage[]) {
  const pdf = await drawPdf((document) => {
    for (const [index, { title, number, total, mark }] of pages.entries()) {
      if (index > 0) document.addPage()
      document
        .fontSize(16)
        .text(title ?? 'PT Lentera Contoh', 50, 50)
        .fontSize(10)
      if (number) document.text(number, 330, 90)
      document.text('Lantern, brass  2  100  200', 50, 200)
      if (total) document.text(total, 50, 300)
      if (mark) document.text(mark, 450, 750)
    }
  })
  return findInvoices(await readPages(pdf), vocabulary)
}

const invoice = (number: string, more: DrawnPage = {}) => ({
  title: 'Invoice',
  number: `Invoice number: ${number}`,
  total: 'Total 200',
  ...more,
})

it('starts an invoice on each page with a new invoice number', async () => {
  const pages = await readPages(await severalInvoicesPdf())
  expect(findInvoices(pages, vocabulary)).toEqual({
    ranges: [
      [1, 2],
      [3, 4],
      [5, 6],
    ],
    confidence: 0.95,
  })
})

it('finds an invoice by its labelled number if it has no title', async () => {
  const first = invoice('A-17', { title: 'PT Lentera' })
  const second = invoice('A-18', { title: 'PT Lentera' })
  expect(await findIn([first, second])).toMatchObject({
    ranges: [
      [1, 1],
      [2, 2],
    ],
  })
})

it('is more confident if the page count restarts as well', async () => {
  const pages = [
    invoice('A-17', { mark: 'Page 1 of 1' }),
    invoice('A-18', { mark: 'Halaman 1 dari 1' }),
  ]
  expect(await findIn(pages)).toMatchObject({ confidence: 0.99 })
})

it('relies on a restarting page count if a number is missing', async () => {
  const page = { title: 'Invoice', total: 'Total 200', mark: 'Page 1 of 1' }
  expect(await findIn([page, page])).toMatchObject({ confidence: 0.7 })
})

it('treats pages with the same number, and copies, as one invoice', async () => {
  const copy = invoice('A-17', { mark: 'Page 1 of 1' })
  expect(await findIn([copy, copy])).toBeUndefined()
  expect(await findIn([invoice('A-17'), { total: 'Total 200' }])).toBeUndefined()
})

it('treats an annex without totals as part of the invoice before it', async () => {
  const annex = { title: 'Invoice', number: 'Invoice number: A-99' }
  expect(await findIn([invoice('A-17'), annex])).toBeUndefined()
  expect(await findIn([invoice('A-17'), annex, invoice('A-18')])).toMatchObject({
    ranges: [
      [1, 2],
      [3, 3],
    ],
  })
})

it('does not treat an untitled page in the middle of a page count as an invoice', async () => {
  const number = 'Document number: A-18'
  const second = invoice('A-18', { title: 'PT Lentera', number, mark: 'Page 2 of 2' })
  expect(await findIn([invoice('A-17', { mark: 'Page 1 of 2' }), second])).toBeUndefined()
})
