import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { downPaymentPdf } from '../fixtures/down-payment-invoice.ts'
import { makeUnique, samplePdf, scannedPdf, textPdf } from '../fixtures/pdfs.ts'
import { pauseQueue, pdfFile, send, visitDocket, withoutOcr } from '../support/browser/browser.ts'
import { takeScreenshots, takeScreenshot, sizes } from '../support/browser/screenshots.ts'
import {
  addCompanies,
  createNpwp,
  printedDate,
  sampleCompanies,
  verifyDownloadedFile,
} from '../support/browser/coretax.ts'
import { adminKey } from '../support/docket/tokens.ts'

const visited = visitDocket({ ...withoutOcr, ADMIN_KEY: adminKey })

/** Opens a page for a user who has sent three readable documents and an unreadable one. */
async function withJobs(companies: string[] = []): Promise<Page> {
  const page = await visited.open('/')
  await addCompanies(page, companies)
  await send(page, [
    pdfFile('scan.pdf', makeUnique(await scannedPdf())),
    pdfFile('bill of may.pdf', makeUnique(await samplePdf({ date: printedDate }))),
    pdfFile('letter.pdf', makeUnique(await textPdf())),
    pdfFile('note.pdf', makeUnique(await textPdf({ text: 'A note' }))),
  ])
  await page
    .getByRole('list', { name: 'Documents' })
    .getByText(/contains only images/)
    .waitFor()
  await page.getByRole('link', { name: 'Download note.pdf as TXT' }).waitFor()
  await page.getByRole('link', { name: 'Download bill of may.pdf as JSON' }).waitFor()
  await page.getByRole('link', { name: 'Queue', exact: true }).first().click()
  await page.getByRole('checkbox', { name: 'Select scan.pdf' }).waitFor()
  return page
}

const jobList = (page: Page) => page.getByRole('list', { name: 'Jobs' })
const jobRows = (page: Page) => jobList(page).locator('> li')

/** Sends an invoice whose amounts do not add up. */
async function sendDoubtful(page: Page): Promise<void> {
  await page.goto(visited.url)
  await send(page, [
    pdfFile('odd.pdf', await samplePdf({ date: printedDate, number: 'LC-7', error: 1000 })),
  ])
  await page.getByRole('link', { name: 'Review odd.pdf' }).waitFor()
}

/** True if the selected filter is partly or fully outside its row. */
const isCut = (page: Page) =>
  page.evaluate<boolean>(`(() => {
    const chip = document.querySelector('main nav [aria-current=page]')
    if (!chip) return true
    const [inner, outer] = [chip, chip.parentElement].map((one) => one.getBoundingClientRect())
    return inner.left < outer.left || inner.right > outer.right
  })()`)

describe('the queue', () => {
  it('shows why a document failed and retries all failed jobs', async () => {
    const page = await withJobs()
    await takeScreenshots(page, 'queue')
    await page.getByRole('link', { name: 'Failed 1' }).click()
    await page.waitForURL('**/queue?status=failed')
    await expect.poll(() => jobRows(page).count()).toBe(1)
    await jobList(page)
      .getByText(/contains only images/)
      .waitFor()
    // The announcement stays until the next one replaces it.
    const resumeQueue = await pauseQueue(visited.url)
    await page.getByRole('button', { name: 'Retry failed (1)' }).click()
    await page.getByText('Retrying 1 job.').waitFor({ state: 'attached' })
    await resumeQueue()
    await page.getByRole('button', { name: 'Retry failed (1)' }).waitFor()
  })

  it('keeps the filter and the search in the URL', async () => {
    const page = await withJobs()
    await page.keyboard.press('/')
    await page.keyboard.type('MAY')
    await page.waitForURL('**/queue?q=MAY')
    await expect.poll(() => jobRows(page).count()).toBe(1)
    await page.reload()
    await page.getByRole('checkbox', { name: 'Select bill of may.pdf' }).waitFor()
    await page.getByRole('link', { name: /^Failed/ }).click()
    await page.waitForURL('**/queue?q=MAY&status=failed')
    await page.getByText('No jobs match “MAY”.').waitFor()
    await page.getByRole('link', { name: 'Show all jobs' }).click()
    const field = page.getByRole('searchbox', { name: 'Number, company or amount' })
    await expect.poll(() => field.inputValue()).toBe('')
    await expect.poll(() => jobRows(page).count()).toBe(4)
    await page.keyboard.press('/')
    await page.keyboard.type('note')
    await page.waitForURL('**/queue?q=note')
    expect(await field.inputValue()).toBe('note')
  })

  it('saves views, and finds them, pages, actions and jobs with Ctrl+K', async () => {
    const page = await withJobs()
    await page.getByRole('link', { name: 'Failed 1' }).click()
    await page.waitForURL('**/queue?status=failed')
    await page.getByRole('button', { name: 'Saved views' }).click()
    await page.getByRole('button', { name: 'Save or delete views…' }).click()
    await page.getByLabel('View name').fill('To repair')
    await page.keyboard.press('Enter')
    await page.getByText('“To repair” saved.').waitFor()
    await takeScreenshots(page, 'queue-views')
    await page.keyboard.press('Escape')

    await page.goto(`${visited.url}/settings`)
    await page.getByRole('heading', { name: 'Settings' }).waitFor()
    const openPalette = async () => {
      await page.keyboard.press('Control+k')
      await page.locator('[role=combobox]:focus').waitFor()
    }
    await openPalette()
    await page.getByRole('combobox', { name: /^Search pages/ }).waitFor()
    await takeScreenshots(page, 'palette')
    await page.keyboard.type('repair')
    await page.getByRole('option', { name: 'To repair', selected: true }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/queue?status=failed')
    // The shortcut works in a text field too, where a letter alone is typed as text.
    await page.getByRole('searchbox').focus()
    await openPalette()
    await page.keyboard.type('scan.pdf')
    await page.getByRole('option', { name: 'scan.pdf', selected: true }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/jobs/*')
    await page.getByRole('button', { name: /^Copy NO_TEXT [\da-f-]{36}$/ }).waitFor()

    await openPalette()
    await page.keyboard.type('bahasa')
    await page.getByRole('option', { name: /Bahasa/, selected: true }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Antrean', exact: true }).first().click()
    await openPalette()
    await page.getByRole('dialog', { name: 'Cari dan perintah' }).waitFor()
    await page.keyboard.press('ArrowUp')
    await page.getByRole('option', { name: 'Bahasa: Bahasa Indonesia', selected: true }).waitFor()
    await page.setViewportSize(sizes.phone)
    await takeScreenshots(page, 'palette-phone-id')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Tampilan tersimpan' }).click()
    await page.getByRole('link', { name: 'To repair' }).waitFor()
    await page.getByRole('button', { name: 'Simpan atau hapus tampilan…' }).click()
    await page.getByRole('button', { name: 'Hapus tampilan To repair' }).click()
    await page.getByText('“To repair” dihapus.').waitFor()
  })

  it('shows an invoice summary and finds the invoice by its contents', async () => {
    const page = await withJobs()
    const row = jobRows(page).filter({ hasText: 'LC-2026-0042' })
    await row.getByText('PT Lentera Contoh', { exact: true }).waitFor()
    await row.getByText('CV Warung Imajinasi', { exact: true }).waitFor()
    await row.getByText('6,999,660', { exact: true }).waitFor()
    // Must be the row height that the virtual list assumes.
    expect((await row.boundingBox())?.height).toBeLessThanOrEqual(49)
    await page.getByRole('searchbox').fill('warung 0042')
    await page.waitForURL('**/queue?q=warung*')
    await expect.poll(() => jobRows(page).count()).toBe(1)
    await row.waitFor()
    await page.getByRole('searchbox').fill('6.999.660')
    await page.waitForURL('**/queue?q=6.999.660')
    await row.waitFor()
  })

  it('marks a duplicate invoice and explains why it has no XML', async () => {
    const page = await withJobs()
    await page.goto(visited.url)
    await send(page, [pdfFile('copy.pdf', await samplePdf({ error: 1000 }))])
    await page.getByText(/bill of may\.pdf has the same seller and number/).waitFor()
    await page.goto(`${visited.url}/queue`)
    const row = jobRows(page).filter({ hasText: 'copy.pdf' })
    await row.getByRole('link', { name: 'Duplicate number' }).waitFor()
    await row.getByRole('button', { name: 'Download copy.pdf' }).click()
    await row.getByRole('link', { name: 'XML: fix errors first (copy.pdf)' }).waitFor()
    await takeScreenshots(page, 'queue-copy')
    await page.keyboard.press('Escape')
    await row.getByRole('link', { name: 'Duplicate number' }).click()
    await page.getByRole('heading', { name: 'bill of may.pdf' }).waitFor()
  })

  it('sorts by column, and keeps the order in the URL', async () => {
    const page = await visited.open('/')
    const invoices = [
      { number: 'Z-9', buyer: 'CV Warung Imajinasi' },
      { number: 'Z-10', buyer: 'PT Angin Laut' },
      { number: 'Z-1', buyer: 'PT Bahari' },
    ]
    const files = invoices.map(async (changes) =>
      pdfFile(`${changes.number}.pdf`, await samplePdf({ date: printedDate, ...changes })),
    )
    await send(page, await Promise.all(files))
    await page.goto(`${visited.url}/queue`)
    await page.getByRole('link', { name: 'Complete 3' }).waitFor()
    const numbers = async () =>
      (
        await jobRows(page)
          .getByRole('link', { name: /^Z-\d+$/ })
          .allInnerTexts()
      ).join(' ')
    await page.getByRole('button', { name: 'Number' }).click()
    await expect.poll(numbers).toBe('Z-1 Z-9 Z-10')
    await page.getByRole('button', { name: 'Number' }).click()
    await page.waitForURL('**/queue?sort=number&order=desc')
    await expect.poll(numbers).toBe('Z-10 Z-9 Z-1')
    await page.getByRole('button', { name: 'Buyer' }).click()
    await page.reload()
    await expect.poll(numbers).toBe('Z-9 Z-10 Z-1')
    await page.setViewportSize(sizes.phone)
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Number ↓')
    await expect.poll(numbers).toBe('Z-10 Z-9 Z-1')
    await takeScreenshots(page, 'queue-sorted-phone')
  })

  it('filters by month and seller, and keeps both in the URL', async () => {
    const page = await withJobs()
    await page.goto(visited.url)
    await send(page, [pdfFile('deposit.pdf', await downPaymentPdf('UM-7', '5 January 2026'))])
    await page.getByRole('link', { name: 'Review deposit.pdf' }).waitFor()
    await page.goto(`${visited.url}/queue`)
    await page.getByRole('combobox', { name: 'Month' }).selectOption('2026-01')
    await page.waitForURL('**/queue?period=2026-01')
    await expect.poll(() => jobRows(page).count()).toBe(1)
    await jobRows(page).getByText('UM-7').waitFor()
    await page.reload()
    await expect.poll(() => jobRows(page).count()).toBe(1)
    await page.getByRole('combobox', { name: 'Month' }).selectOption('')
    await page.getByRole('combobox', { name: 'Seller' }).selectOption('PT Lentera Contoh')
    await page.waitForURL('**/queue?seller=*')
    await expect.poll(() => jobRows(page).count()).toBe(1)
    await jobRows(page).getByText('LC-2026-0042').waitFor()
  })

  it('groups the reasons for review, and one leads to the missing tax numbers', async () => {
    const page = await withJobs()
    await sendDoubtful(page)
    await page.goto(`${visited.url}/queue`)
    const reasons = page.getByRole('navigation', { name: 'Reasons for review' })
    await reasons.getByRole('link', { name: '2 × buyer NPWP missing' }).waitFor()
    await reasons.getByRole('link', { name: '1 × grand total differs' }).click()
    await page.waitForURL('**/queue?reason=grand_total_differs')
    await expect.poll(() => jobRows(page).count()).toBe(1)
    await page.getByText('1 job', { exact: true }).waitFor()
    await page.getByRole('checkbox').first().check()
    await page.getByText('1 selected').waitFor()
    await takeScreenshots(page, 'queue-reasons')
    await reasons.getByRole('link', { name: '2 × buyer NPWP missing' }).click()
    await page.getByRole('heading', { name: 'Missing NPWPs' }).waitFor()
  })

  it('downloads selected jobs as one file and lists omitted jobs first', async () => {
    const page = await withJobs(sampleCompanies)
    await page.getByRole('checkbox', { name: 'Select scan.pdf' }).check()
    await page.getByRole('checkbox', { name: 'Select bill of may.pdf' }).check()
    await page.getByText('2 selected').waitFor()
    await page.getByRole('button', { name: 'Download', exact: true }).click()
    await takeScreenshots(page, 'queue-download-menu')
    await page.getByRole('button', { name: 'Coretax XML' }).click()
    await page
      .getByRole('alert')
      .getByText(/scan\.pdf/)
      .waitFor()
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export the other 1' }).click()
    const xml = await readFile(await (await downloading).path(), 'utf8')
    await verifyDownloadedFile(page, xml)
    await takeScreenshots(page, 'queue-chosen')
  })

  it('downloads tables with taxes, totals and NPWPs that Excel reads as UTF-8', async () => {
    const page = await withJobs(sampleCompanies)
    const download = async (click: () => Promise<void>) => {
      const downloading = page.waitForEvent('download')
      await click()
      return readFile(await (await downloading).path(), 'utf8')
    }
    const row = jobRows(page).filter({ hasText: 'LC-2026-0042' })
    await row.getByRole('button', { name: 'Download bill of may.pdf' }).click()
    const one = await download(() =>
      page.getByRole('link', { name: 'Download bill of may.pdf as CSV' }).click(),
    )
    const [header, first] = one.split('\r\n')
    expect(header).toMatch(/^\ufeffnumber,date,.*,seller_npwp,.*,buyer_npwp,subtotal,tax_base,tax,/)
    const [seller, buyer] = [createNpwp(1), createNpwp(2)]
    expect(first).toMatch(
      `PT Lentera Contoh,${seller},CV Warung Imajinasi,${buyer},6306000,,693660,6999660,false,`,
    )
    await sendDoubtful(page)
    await page.goto(`${visited.url}/queue`)
    for (const name of ['bill of may.pdf', 'odd.pdf'])
      await page.getByRole('checkbox', { name: `Select ${name}` }).check()
    await page.getByRole('button', { name: 'Download', exact: true }).click()
    const both = await download(() => page.getByRole('button', { name: 'CSV' }).click())
    expect(both.split('\ufeff')).toHaveLength(2)
    expect(both.split('\r\n').filter((line) => line.includes(`,${buyer},`))).toHaveLength(12)
  })

  it('can be used by keyboard', async () => {
    const page = await withJobs()
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await page.getByText('1 selected').waitFor()
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await takeScreenshots(page, 'help')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await page.keyboard.press('o')
    await page.waitForURL('**/jobs/*')
    await page.getByRole('heading', { name: 'Attempts' }).waitFor()
  })

  it('fully shows the selected filter on a phone', async () => {
    const page = await visited.open('/queue', { viewport: sizes.phone, locale: 'id-ID' })
    for (const name of [/^Perlu ditinjau/, /^Gagal/, /^Semua/]) {
      await page.getByRole('link', { name }).click()
      await expect.poll(() => isCut(page)).toBe(false)
    }
    await page.goto(`${visited.url}/queue?status=review`)
    await expect.poll(() => isCut(page)).toBe(false)
    await takeScreenshots(page, 'queue-filter-phone-id')
  })

  it('explains what to do when it is empty', async () => {
    const page = await visited.open('/queue')
    await page.getByRole('heading', { name: 'No jobs yet' }).waitFor()
    await takeScreenshots(page, 'queue-empty')
    await page.getByRole('link', { name: /^Needs review/ }).click()
    await page.getByText('No jobs need review.').waitFor()
  })
})

it('links to the API documentation', async () => {
  const page = await visited.open('/')
  await page.getByRole('link', { name: 'API' }).click()
  await page.getByText('Upload one PDF or image, as a file or a URL').waitFor()
  await takeScreenshot(page, 'docs')
})

it('follows the jobs in its session, even on the first visit', async () => {
  const page = await visited.open('/llms.txt')
  const streaming = page.waitForRequest('**/api/stream*')
  await page.goto(`${visited.url}/queue`)
  const cookie = await (await streaming).headerValue('cookie')
  expect(cookie).toContain('docket_session=')
})
