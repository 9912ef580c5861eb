import { readFile } from 'node:fs/promises'
import type { Download, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { downPaymentPdf } from '../fixtures/down-payment-invoice.ts'
import type { SampleChanges } from '../fixtures/sample.ts'
import { samplePdf } from '../fixtures/pdfs.ts'
import { pdfFile, pressUntil, send, visitDocket } from '../support/browser/browser.ts'
import { sizes, takeScreenshots, takeTourScreenshots } from '../support/browser/screenshots.ts'
import {
  addCompanies,
  printedDate,
  sampleCompanies,
  verifyDownloadedFile,
} from '../support/browser/coretax.ts'

const visited = visitDocket()

async function sendInvoices(page: Page, invoices: SampleChanges[]): Promise<void> {
  const files = invoices.map(async (changes) =>
    pdfFile(`${changes.number}.pdf`, await samplePdf({ date: printedDate, ...changes })),
  )
  await send(page, await Promise.all(files))
}

async function saved(download: Promise<Download>): Promise<{ name: string; xml: string }> {
  const file = await download
  return { name: file.suggestedFilename(), xml: await readFile(await file.path(), 'utf8') }
}

it('checks a month, exports one Coretax file, and lets an export be undone', async () => {
  const page = await visited.open('/')
  await sendInvoices(page, [
    { number: 'LC-1', buyer: 'CV Warung Imajinasi' },
    { number: 'LC-2', buyer: 'PT Angin Laut' },
    { number: 'LC-3', buyer: 'PT Angin Laut', error: 1000 },
    { number: 'LC-4', buyer: 'PT Angin Laut', date: '' },
  ])
  await page.getByRole('heading', { name: 'Invoices' }).waitFor()
  await page.getByRole('link', { name: 'Month' }).first().click()
  await page.getByRole('button', { name: 'Nothing to export' }).waitFor()
  await page.getByText(/^3 × .*Seller NPWP/).waitFor()
  const undated = page.getByRole('link', { name: '1 invoice without a date' })
  expect(await undated.getAttribute('href')).toBe('/queue?status=review')
  await takeScreenshots(page, 'month-blocked-desk-light')

  await addCompanies(page, [...sampleCompanies, 'PT Angin Laut'])
  // The waiting documents are rechecked, and the page updates without a reload.
  await page.getByRole('button', { name: 'Export 2 of 3 invoices' }).waitFor()
  await page.getByText(/grand total is/).waitFor()
  const row = page.getByRole('row', { name: /PT Lentera Contoh/ })
  expect(await row.innerText()).toMatch(/3\s+18,918,000\s+2,080,980/)
  await page.setViewportSize(sizes.phone)
  await page.emulateMedia({ colorScheme: 'dark' })
  await takeScreenshots(page, 'month-phone')
  await takeTourScreenshots(page, 'month')

  const first = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export 2 of 3 invoices' }).click()
  const { name, xml } = await saved(first)
  expect(name).toMatch(/^coretax-PT-Lentera-Contoh-\d{4}-\d\d\.xml$/)
  expect(xml.match(/<TaxInvoice>/g)).toHaveLength(2)
  expect(xml).not.toMatch(/<(?:TIN|BuyerTin)\/>|<BuyerTin><\/BuyerTin>/)
  expect(xml).not.toContain('LC-3')
  await verifyDownloadedFile(page, xml)
  await page.getByRole('heading', { name: 'Exported files' }).waitFor()
  await page.getByText(/^2 × /).waitFor()
  expect(await page.getByRole('cell', { name: 'Exported', exact: true }).count()).toBe(2)
  await page.getByRole('button', { name: 'Include all 2 again' }).waitFor()
  await page.getByText(/^2 invoices · .* · DPP 12,612,000 · PPN 1,387,320$/).waitFor()
  await page.emulateMedia({ colorScheme: 'light' })
  await page.evaluate('scrollTo(0, document.body.scrollHeight)')
  await takeScreenshots(page, 'month-exported-desk-light')

  await page.getByRole('link', { name: 'LC-1', exact: true }).click()
  await page.getByText(/^Exported in coretax-PT-Lentera-Contoh-.* on /).waitFor()
  await page.getByRole('link', { name: 'Exported files' }).click()

  await page.getByRole('button', { name: /^Undo export of/ }).click()
  await page.getByRole('button', { name: 'Export 2 of 3 invoices' }).waitFor()
  // The confirmation stays when the user chooses a seller.
  await page.goto(`${visited.url}/month?seller=PT%20Lentera%20Contoh`)
  await page.getByRole('button', { name: 'Export 2 of 3 invoices' }).waitFor()
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await page.getByRole('combobox', { name: 'Seller' }).selectOption('All sellers')
  const second = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export 3 invoices' }).click()
  const whole = (await saved(second)).xml
  expect(whole.match(/<TaxInvoice>/g)).toHaveLength(3)
  await verifyDownloadedFile(page, whole, ['grand_total_differs'])
})

it('keeps a down payment out of every Coretax file, even if it is approved', async () => {
  const page = await visited.open('/')
  await addCompanies(page, ['PT Sinar Abadi', 'PT Maju Bersama'])
  await send(page, [pdfFile('deposit.pdf', await downPaymentPdf('UM-1', printedDate))])
  await page.getByRole('link', { name: 'Review deposit.pdf' }).click()
  await page.getByRole('region', { name: 'Document' }).waitFor()
  const address = page.url().replace('/review/', '/api/jobs/')
  const reason = /instalment of 55,620,000 .*Enter it in Coretax by hand/
  await page.getByText(reason).first().waitFor()
  await takeScreenshots(page, 'review-down-payment')
  await page.getByRole('button', { name: /^Approve \(\d open\)/ }).click()
  await page.getByRole('button', { name: 'Approve anyway' }).click()
  await page.getByText('Approved. Nothing else').first().waitFor()
  expect((await page.request.get(`${address}/download?format=xml`)).status()).toBe(409)

  await page.goto(`${visited.url}/queue`)
  await page.getByText('No Coretax XML', { exact: true }).waitFor()
  await page.getByRole('checkbox', { name: 'Select deposit.pdf' }).check()
  await page.getByRole('button', { name: 'Download', exact: true }).click()
  await page.getByRole('button', { name: 'Coretax XML' }).click()
  await page
    .getByRole('alert')
    .getByText(/deposit\.pdf.*instalment/)
    .waitFor()
  await takeScreenshots(page, 'queue-down-payment')

  await page.goto(`${visited.url}/month`)
  await page.getByRole('button', { name: 'Nothing to export' }).waitFor()
  await page
    .getByText(/instalment/)
    .first()
    .waitFor()
  // The lines cover the whole contract, but the books contain only the down payment so far.
  await page.getByText(/^Not counted: 1 invoice to enter by hand/).waitFor()
  expect(await page.getByText('185,400,000').count()).toBe(0)
  await takeScreenshots(page, 'month-down-payment')
})

it('explains what to do when there are no invoices', async () => {
  const page = await visited.open('/queue', { locale: 'id' })
  await pressUntil(page, ['g', 't'], page.getByText('Belum ada faktur'))
  await takeScreenshots(page, 'month-empty-id')
})
