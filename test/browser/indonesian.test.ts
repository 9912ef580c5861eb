import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { exampleInvoice } from '../fixtures/invoices/any-invoice.ts'
import { invoicePdf } from '../fixtures/invoices/draw.ts'
import { faktur } from '../fixtures/invoices/other-languages.ts'
import { drawMeet, springSplash } from '../fixtures/meets.ts'
import { makeUnique, samplePdf, scannedPdf } from '../fixtures/pdfs.ts'
import { type ChosenFile, pdfFile, visitDocket, withoutOcr } from '../support/browser/browser.ts'
import { takeScreenshots, sizes } from '../support/browser/screenshots.ts'

const visited = visitDocket(withoutOcr)

async function send(page: Page, files: ChosenFile[], swimmer?: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Pilih PDF' }).click()
  await (await chooser).setFiles(files)
  if (swimmer !== undefined) {
    await page.getByRole('radio', { name: 'Heat sheet' }).check()
    await page.getByRole('textbox', { name: 'Perenang' }).fill(swimmer)
  }
  await page.getByRole('button', { name: /^Proses \d+ dokumen$/ }).click()
  await page.waitForURL('**/batch/*')
}

async function screenshotSizes(page: Page, name: string, shown?: Locator): Promise<void> {
  for (const [size, viewport] of Object.entries(sizes)) {
    await page.setViewportSize(viewport)
    await shown?.scrollIntoViewIfNeeded()
    await takeScreenshots(page, `${name}-${size}-id`)
  }
}

async function wrongInvoice(): Promise<Buffer> {
  const { totals, ...invoice } = exampleInvoice(faktur, 6)
  const lines = invoice.lines.map((line, index) => (index === 1 ? { ...line, amount: '7' } : line))
  const wrong = {
    ...invoice,
    currency: 'IDR',
    lines,
    totals: { ...totals, grand_total: '12345678.9' },
  }
  return invoicePdf(wrong, faktur, {
    numbers: '1.234,56',
    dates: '05/01/2026',
    per_page: 20,
    hasTotalsApart: false,
  })
}

/** Returns the text of elements marked as English on an Indonesian page. */
const readEnglishTexts = (page: Page) => page.locator('#root [lang=en]').allInnerTexts()

it('shows all review reasons to an accountant in Indonesian', async () => {
  const page = await visited.open('/', { locale: 'id-ID' })
  await send(page, [
    pdfFile('contoh.pdf', makeUnique(await samplePdf())),
    pdfFile('salah.pdf', makeUnique(await wrongInvoice())),
    pdfFile('pindai.pdf', await scannedPdf()),
  ])
  const unknownSeller = page.getByText(
    'NPWP penjual belum ada. Tambahkan PT Lentera Contoh ke direktori.',
  )
  await unknownSeller.first().waitFor()
  await page.getByRole('link', { name: 'Tinjau salah.pdf' }).waitFor()
  const imagesOnlyText =
    'PDF ini hanya berisi gambar, tanpa teks. Pengenalan teks (OCR) dimatikan di server ini.'
  await page.getByRole('list', { name: 'Dokumen' }).getByText(imagesOnlyText).waitFor()
  await page.getByRole('button', { name: 'CSV' }).click()
  await page.getByText(`pindai.pdf gagal: ${imagesOnlyText}`).waitFor()

  await page.goto(`${visited.url}/queue?status=review`)
  // A row shows a short title of the problem. Its tooltip shows the full sentence.
  await page
    .getByTitle(/NPWP penjual belum ada\. Tambahkan PT Lentera/)
    .first()
    .waitFor()
  expect(await readEnglishTexts(page)).toEqual([])
  await screenshotSizes(page, 'queue-review')
  const mark = page.locator('svg.lucide-triangle-alert').first()
  expect((await mark.boundingBox())?.width).toBe(16)

  await page.getByTitle('salah.pdf', { exact: true }).click()
  await page.getByRole('heading', { name: 'salah.pdf' }).waitFor()
  await page.getByText(/alasan lagi$/).click()
  await page.getByText(/^NPWP pembeli belum ada/).waitFor()
  expect(await readEnglishTexts(page)).toEqual([])
  await screenshotSizes(page, 'job-review')

  await page.getByRole('link', { name: 'Tinjau salah.pdf' }).click()
  await page.getByRole('region', { name: 'Dokumen' }).waitFor()
  const checks = page.getByRole('list', { name: 'Pemeriksaan' })
  await checks.getByText('tetapi total akhirnya 12.345.678,9').waitFor()
  expect(await readEnglishTexts(page)).toEqual([])
  await screenshotSizes(page, 'review-doubtful', checks)
})

it('shows warnings about a heat sheet in Indonesian', async () => {
  const page = await visited.open('/', { locale: 'id-ID' })
  const sheet = await drawMeet({ ...springSplash, title: 'Spring' })
  await send(page, [pdfFile('lomba.pdf', sheet)], 'Ada Ahlgren')
  const noDay = page.getByText('Lembar ini tidak menyebutkan hari lombanya.')
  await noDay.waitFor()
  await page.getByRole('link', { name: 'Tinjau lomba.pdf' }).click()
  // Waits for the review page, because the previous page shows the same text.
  await page.getByRole('region', { name: 'Dokumen' }).waitFor()
  await page.getByRole('heading', { name: 'lomba.pdf' }).waitFor()
  await noDay.waitFor()
  expect(await readEnglishTexts(page)).toEqual([])
  await screenshotSizes(page, 'review-sheet')
})
