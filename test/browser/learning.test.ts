import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import {
  firstSupplierInvoice,
  secondSupplierInvoice,
  type SupplierInvoice,
  supplierPdf,
} from '../fixtures/supplier-invoice.ts'
import { pdfFile, send, visitDocket } from '../support/browser/browser.ts'
import { takeScreenshotsAtSizes } from '../support/browser/screenshots.ts'

const visited = visitDocket()

const sellerTin = '0123456782012000'
const buyerTin = '0543210983654000'
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

async function sendInvoice(page: Page, name: string, invoice: SupplierInvoice): Promise<void> {
  await send(page, [pdfFile(name, new Uint8Array(await supplierPdf(invoice)))])
}

async function jobs(page: Page) {
  const response = await page.evaluate<{
    jobs: { original_filename: string; read_by: string; needs_review: boolean }[]
  }>("fetch('/api/jobs').then((response) => response.json())")
  return response.jobs
}

describe('a user who corrects an invoice', () => {
  it('accepts the offer, and the next invoice from the sender needs no review', async () => {
    const page = await visited.open('/')
    await sendInvoice(page, 'first.pdf', firstSupplierInvoice)
    await page.getByRole('link', { name: 'Review first.pdf' }).click()
    await page.getByRole('region', { name: 'Document' }).waitFor()
    await field(page, 'Seller NPWP').fill(sellerTin)
    await field(page, 'Buyer NPWP').fill(buyerTin)
    await field(page, 'Buyer NPWP').press('Tab')
    await page.getByText('Saved', { exact: true }).waitFor()
    await page.getByRole('button', { name: /^Approve \(/ }).click()
    await page.getByRole('button', { name: 'Approve anyway' }).click()
    await page.getByText('Read future documents from PT Kapal Kertas this way?').waitFor()
    await takeScreenshotsAtSizes(page, 'layout-offer')
    await page.getByRole('button', { name: 'Yes, read them this way' }).click()
    await page
      .getByText('Future documents from PT Kapal Kertas will be read this way.')
      .first()
      .waitFor()

    await page.goto(visited.url)
    const next = { ...secondSupplierInvoice, buyer: firstSupplierInvoice.buyer }
    await sendInvoice(page, 'second.pdf', next)
    await expect
      .poll(async () => (await jobs(page)).find((job) => job.original_filename === 'second.pdf'))
      .toMatchObject({ read_by: 'pt_kapal_kertas_invoice_v1', needs_review: false })

    await page.goto(`${visited.url}/mappings`)
    const learnedSection = page.getByRole('region', { name: 'Learned from your invoices' })
    await learnedSection.getByRole('link', { name: 'Invoice of PT Kapal Kertas' }).waitFor()
    await takeScreenshotsAtSizes(page, 'layouts')
    await learnedSection.getByRole('link', { name: 'Invoice of PT Kapal Kertas' }).click()
    await page.getByRole('textbox', { name: 'YAML for pt_kapal_kertas_invoice_v1' }).waitFor()
    await page.getByRole('button', { name: 'Delete layout' }).click()
    await page.getByText('pt_kapal_kertas_invoice_v1 deleted.').first().waitFor()
    await learnedSection.waitFor({ state: 'detached' })
  })
})
