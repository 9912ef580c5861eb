import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { makeUnique, samplePdf } from '../fixtures/pdfs.ts'
import { pdfFile, pressUntil, send, visitDocket } from '../support/browser/browser.ts'
import {
  takeScreenshots,
  takeScreenshot,
  sizes,
  sizesWithThemes,
  takeScreenshotsAtSizes,
} from '../support/browser/screenshots.ts'

const visited = visitDocket()
const tin = '0123456782012000'
const header = { 'content-type': 'text/csv' }

const rows = (page: Page, list: string) => page.getByRole('list', { name: list }).locator('> li')
const csvFile = (text: string) => {
  return { name: 'table.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
}

/** Chooses a CSV file with the button on the page, which opens a preview. */
async function chooseCsv(page: Page, text: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await (await chooser).setFiles([csvFile(text)])
  await page.getByRole('region', { name: 'Preview' }).waitFor()
}

describe('companies', () => {
  it('are added, found, changed, deleted and restored by keyboard', async () => {
    const page = await visited.open('/queue')
    await page.getByRole('heading', { name: 'No jobs yet' }).waitFor()
    await pressUntil(page, ['g', 'd'], page.getByText('No companies yet.'))
    await page.keyboard.press('n')
    await page.keyboard.type('PT Maju Jaya')
    await page.keyboard.press('Tab')
    await page.keyboard.type('123')
    await page.keyboard.press('Enter')
    await page.getByText('Must be 16 digits.', { exact: true }).waitFor()
    const number = page.getByRole('textbox', { name: 'NPWP' })
    expect(await number.getAttribute('aria-invalid')).toBe('true')
    await number.fill(tin)
    await page.getByRole('textbox', { name: 'Other names on invoices' }).fill('Maju\nMJ')
    await page.getByRole('button', { name: 'Add customer number' }).click()
    await page.getByRole('textbox', { name: 'Seller 1' }).fill('PT Toko')
    await page.getByRole('textbox', { name: 'Customer number 1', exact: true }).fill('C-1')
    await page.keyboard.press('Enter')
    const edit = page.getByRole('button', { name: 'Edit PT Maju Jaya' })
    await edit.waitFor()
    await page.getByText('C-1 with PT Toko').waitFor()

    await page.keyboard.press('/')
    await page.keyboard.type('nobody')
    await page.waitForURL('**/directory?q=nobody')
    await page.getByText('No matches for “nobody”.').waitFor()
    await page.getByRole('searchbox').fill('mj')
    await page.waitForURL('**/directory?q=mj')
    await edit.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('PT Maju Mundur')
    await page.getByRole('link', { name: 'Units' }).click()
    await page.waitForURL('**/directory?show=units')
    await page.getByRole('link', { name: 'Companies' }).click()
    const name = page.getByRole('textbox', { name: 'Name', exact: true })
    expect(await name.inputValue()).toBe('PT Maju Mundur')
    await name.press('Enter')
    await page.getByRole('button', { name: 'Delete PT Maju Mundur' }).click()
    await page.getByText('No companies yet.').waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Edit PT Maju Mundur' }).waitFor()
    await page.getByText('C-1 with PT Toko').waitFor()
  })

  it('are imported from any table after a preview; invalid rows are listed and can be downloaded', async () => {
    const page = await visited.open('/directory')
    await chooseCsv(page, `Nama;NPWP;Kota\nPT Satu;${tin};Bogor\nPT Dua;12;\nPT Tiga;;\n`)
    await page.getByText('1 new, 0 to update, 0 unchanged.').waitFor()
    await page.getByText('→ ignored').waitFor()
    const fault = page.getByRole('region', { name: 'Errors by line' })
    await fault.getByText('Line 3').waitFor()
    await fault.getByText('Line 4').waitFor()
    await takeScreenshots(page, 'import-preview')
    await page.setViewportSize(sizes.phone)
    await takeScreenshots(page, 'import-preview-phone')
    await page.setViewportSize(sizes.desk)
    await page.getByRole('button', { name: 'Import 1 entry' }).click()
    await page.getByText('1 added, 0 updated, 0 unchanged.').waitFor()
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download these rows' }).click()
    const rejected = await readFile(await (await saving).path(), 'utf8')
    expect(rejected).toContain('PT Dua;12;;')
    await chooseCsv(page, `name,tin,aliases\nPT Satu,${tin},Satu | Uno\nPT Dua,${tin},\n`)
    await page.getByRole('button', { name: 'Import 2 entries' }).click()
    await page.getByText('1 added, 1 updated, 0 unchanged.').waitFor()
    await page.getByText('Uno', { exact: true }).waitFor()
    const downloading = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Export CSV' }).click()
    const csv = await readFile(await (await downloading).path(), 'utf8')
    expect(csv).toContain('Satu | Uno')
  })
})

describe('units and goods', () => {
  it("override built-in entries, which return when the user's entries are deleted", async () => {
    const page = await visited.open('/directory?show=units&q=UM.0021')
    await page.getByText('Built-in').waitFor()
    await page.getByRole('button', { name: /^Edit/ }).click()
    await page.getByRole('textbox', { name: 'Other names' }).fill('bijian')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('bijian').waitFor()
    await page.getByRole('button', { name: /^Delete/ }).click()
    await page.getByText('Built-in').waitFor()
  })

  it('are all listed, page by page', async () => {
    const page = await visited.open('/directory?show=goods')
    await page.getByText('No codes yet.').waitFor()
    const lines = Array.from({ length: 130 }, (_, index) => `${100_000 + index},A`)
    await page.request.post(`${visited.url}/api/goods/import`, {
      headers: header,
      data: ['code,option', ...lines].join('\n'),
    })
    await page.reload()
    await page.getByText('First 100 entries').waitFor()
    await page.getByRole('button', { name: 'Show more' }).click()
    await page.getByText('130 entries').waitFor()
    expect(await rows(page, 'Goods codes').count()).toBe(130)
  })
})

/** Corrects a name in a document, which stores a learned correction. */
async function learnCorrection(page: Page): Promise<void> {
  await send(page, [pdfFile('bill.pdf', makeUnique(await samplePdf()))])
  await page.getByRole('link', { name: 'Download bill.pdf as JSON' }).waitFor()
  const { jobs } = (await (await page.request.get(`${visited.url}/api/jobs`)).json()) as {
    jobs: { id: string }[]
  }
  const address = `${visited.url}/api/jobs/${jobs[0]?.id}/reading`
  const etag = (await page.request.get(address)).headers().etag ?? ''
  const corrected = await page.request.patch(address, {
    headers: { 'if-match': etag },
    data: { changes: [{ path: 'buyer.name', value: 'PT Baru' }] },
  })
  expect(corrected.status()).toBe(200)
}

it('lists learned corrections and deletes them', async () => {
  const page = await visited.open('/')
  await learnCorrection(page)
  await page.goto(`${visited.url}/directory?show=corrections`)
  const correction = page.getByText(/→ “PT Baru”/)
  await correction.waitFor()
  await takeScreenshots(page, 'directory-learned')
  await page.getByRole('button', { name: /^Remove:/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByText('No corrections yet.').waitFor()
})

it('is translated into Indonesian', async () => {
  const page = await visited.open('/directory?show=units', { locale: 'id-ID' })
  await page.getByRole('heading', { name: 'Direktori' }).waitFor()
  await page.getByText('Bawaan Docket').first().waitFor()
  await takeScreenshots(page, 'directory-id')
})

it.each(sizesWithThemes)(
  'passes axe and fits the width on a %s in %s mode',
  async (size, theme) => {
    const page = await visited.open('/directory', { viewport: sizes[size], colorScheme: theme })
    await chooseCsv(
      page,
      [
        'name,tin,aliases,codes,address',
        `PT Maju Jaya Sentosa Makmur,${tin},Maju Jaya | MJSM,PT Toko = C-1 | CV Gudang = 77,Jalan Panjang 12 Bandung`,
        `CV Angin Ribut,${tin},,,`,
        `Toko Langit Biru,${tin},Langit Biru,,Jalan Pendek 3`,
      ].join('\n'),
    )
    await page.getByRole('button', { name: 'Import 3 entries' }).click()
    await page.getByText('3 added').waitFor()
    await takeScreenshot(page, `directory-${size}-${theme}`)
    await page.getByRole('button', { name: 'Edit PT Maju' }).click()
    await page.getByText('More fields').click()
    await page.getByRole('textbox', { name: 'Country' }).fill('Indonesia')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Must be a Coretax country code, such as IDN.', { exact: true }).waitFor()
    await chooseCsv(page, 'name,tin\nPT Dua,12\n')
    await page.getByText('1 row can’t be imported:').waitFor()
    await takeScreenshots(page, `directory-form-${size}-${theme}`)
  },
)

it('keeps weekly exchange rates', async () => {
  const page = await visited.open('/directory?show=rates')
  await page.getByText('No exchange rates yet.', { exact: false }).waitFor()
  await page.getByLabel('Invoice date').fill('2026-11-15')
  await page.getByText('Applies from Nov 11, 2026 to Nov 17, 2026.').waitFor()
  await page.getByLabel('Rate in rupiah').fill('15,875.50')
  await page.getByRole('button', { name: 'Save rate' }).click()
  const list = page.getByRole('list', { name: 'Exchange rates' })
  await list.getByText('1 USD = Rp 15,875.5').waitFor()
  await takeScreenshotsAtSizes(page, 'rates')
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Import CSV' }).click()
  const buffer = Buffer.from('currency,valid_from,rate,units\nJPY,2026-11-11,10512.33,100\n')
  await (await chooser).setFiles([{ name: 'kurs.csv', mimeType: 'text/csv', buffer }])
  await list.getByText('100 JPY = Rp 10,512.33').waitFor()
  await page.getByRole('button', { name: 'Delete the USD rate for Nov 11, 2026' }).click()
  await expect.poll(() => list.getByRole('listitem').count()).toBe(1)
})
