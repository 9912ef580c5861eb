import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { severalInvoicesPdf } from '../fixtures/several-invoices.ts'
import { visitDocket } from '../support/browser/browser.ts'
import { takeScreenshots, takeScreenshotsAtSizes } from '../support/browser/screenshots.ts'

const visited = visitDocket()

/** Uploads a PDF in the session of this page, waits until it has been read, and returns the id of the job. */
function upload(page: Page, name: string, pdf: Uint8Array): Promise<string> {
  return page.evaluate(
    async ({ name, bytes }) => {
      const body = new FormData()
      body.set('file', new Blob([new Uint8Array(bytes)]), name)
      const response = await fetch('/api/upload', { method: 'POST', body })
      const { job } = (await response.json()) as { job: { id: string } }
      await fetch(`/api/jobs/${job.id}?wait=50`)
      return job.id
    },
    { name, bytes: [...pdf] },
  )
}

describe('a PDF with several invoices', () => {
  it('is split where the user says, with the keyboard', async () => {
    const page = await visited.open('/')
    const id = await upload(page, 'january.pdf', await severalInvoicesPdf())
    await page.goto(`${visited.url}/jobs/${id}`)
    await page.getByRole('link', { name: 'Split january.pdf' }).click()
    await page.getByText('Docket found 3 invoices in this PDF.').waitFor()
    const second = page.getByRole('listitem').filter({ hasText: 'Invoice 2' }).first()
    await second.getByText('Pages 3–4').waitFor()
    await page.getByRole('figure', { name: 'Page 6' }).locator('canvas').waitFor()
    await takeScreenshotsAtSizes(page, 'split')

    await page.getByRole('button', { name: 'Start invoice 2 one page later' }).focus()
    await page.keyboard.press('Enter')
    await second.getByText('Pages 4', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Start invoice 2 one page earlier' }).click()
    await second.getByText('Pages 3–4').waitFor()
    await page.getByRole('button', { name: 'Merge invoice 3 with the previous one' }).click()
    await page.getByRole('button', { name: 'Split into 2 invoices' }).waitFor()
    await page.getByRole('button', { name: 'Start an invoice on page 5' }).click()
    await page.getByRole('button', { name: 'Split into 3 invoices' }).click()
    await page.waitForURL('**/batch/*')
    await page.getByText('january (5-6).pdf').first().waitFor()
    await page.goto(`${visited.url}/split/${id}`)
    await page.getByText('This PDF was split.').waitFor()
    expect(await page.getByRole('link', { name: 'View invoices' }).count()).toBe(1)
  })

  it('is shown in Indonesian', async () => {
    const page = await visited.open('/', { locale: 'id-ID' })
    const id = await upload(page, 'januari.pdf', await severalInvoicesPdf(['LC-1', 'LC-2']))
    await page.goto(`${visited.url}/review/${id}`)
    await page.getByText('Docket menemukan 2 faktur dalam PDF ini.').waitFor()
    await page.getByRole('figure', { name: 'Halaman 4' }).locator('canvas').waitFor()
    await takeScreenshots(page, 'split-id')
  })
})
