import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { downPaymentPdf } from '../fixtures/down-payment-invoice.ts'
import { makeUnique, samplePdf, textPdf } from '../fixtures/pdfs.ts'
import type { SampleChanges } from '../fixtures/sample.ts'
import { addCompanies, printedDate } from '../support/browser/coretax.ts'
import { pdfFile, visitDocket } from '../support/browser/browser.ts'
import { sizes, takeScreenshotsAtSizes } from '../support/browser/screenshots.ts'

const visited = visitDocket()

const invoices: SampleChanges[] = [
  { number: 'LC-1' },
  { number: 'LC-2', npwp: '01.234.567.4-901.001' },
  { number: 'LC-3', buyer: 'PT Perdagangan Umum Angin Laut Sejahtera Abadi', error: 1000 },
  { number: 'LC-3', buyer: 'PT Perdagangan Umum Angin Laut Sejahtera Abadi' },
  { number: 'INV-2026/XI/000417', buyer: 'CV Roda', date: '' },
]

/** Uploads invoices of all kinds for this visitor, and waits until they are read. */
async function uploadInvoices(page: Page): Promise<Map<string, string>> {
  const files = [
    ...invoices.map(async (changes, index) =>
      pdfFile(`invoice ${index + 1}.pdf`, await samplePdf({ date: printedDate, ...changes })),
    ),
    downPaymentPdf('UM-1', printedDate).then((bytes) => pdfFile('deposit.pdf', bytes)),
    textPdf().then((bytes) => pdfFile('letter.pdf', makeUnique(bytes))),
  ]
  const ids = new Map<string, string>()
  for (const file of await Promise.all(files)) {
    const response = await page.request.post(`${visited.url}/api/upload`, { multipart: { file } })
    const { job } = (await response.json()) as { job: { id: string } }
    ids.set(file.name, job.id)
  }
  await settle(page)
  return ids
}

async function settle(page: Page): Promise<void> {
  await expect
    .poll(async () => {
      const response = await page.request.get(`${visited.url}/api/jobs?limit=1`)
      return ((await response.json()) as { active_count: number }).active_count
    })
    .toBe(0)
}

it.each(['en', 'id'])('fit both widths and pass axe in both themes: %s', async (locale) => {
  const page = await visited.open('/', { locale })
  const ids = await uploadInvoices(page)
  const show = async (path: string, name: string, content: string) => {
    await page.goto(visited.url + path)
    await page.locator(content).first().waitFor()
    await takeScreenshotsAtSizes(page, `accountant-${name}-${locale}`)
  }
  await show('/queue', 'queue', 'main li a[href^="/review/"]')
  await page.setViewportSize(sizes.phone)
  const cutOff = `[...document.querySelectorAll('main li a')]
    .filter((link) => link.scrollWidth > link.clientWidth).map((link) => link.textContent)`
  expect(await page.evaluate(cutOff)).toEqual([])
  // The header of a phone has no room for this link.
  await page.locator('h1 + a[href="/month"]').waitFor()
  await show('/directory/missing', 'numbers', 'main li input')
  await show('/month', 'blocked', 'main table')
  await addCompanies(page, ['PT Lentera Contoh', 'CV Warung Imajinasi'])
  await settle(page)
  await show('/month', 'month', 'main table')
  await show('/directory', 'directory', 'main li, main table')
  await show(`/review/${ids.get('invoice 2.pdf')}`, 'review', 'figure canvas')
  await show(`/review/${ids.get('deposit.pdf')}`, 'deposit', 'figure canvas')
  await show(`/jobs/${ids.get('invoice 1.pdf')}`, 'job', 'main table')
})
