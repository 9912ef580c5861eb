import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { samplePdf } from '../fixtures/pdfs.ts'
import { paste, pdfFile, send, visitDocket } from '../support/browser/browser.ts'
import { sizes, takeScreenshots } from '../support/browser/screenshots.ts'
import { addCompanies, printedDate, verifyDownloadedFile } from '../support/browser/coretax.ts'
import {
  addLines,
  field,
  isFocused,
  openReview,
  waitUntilSaved,
} from '../support/browser/review-page.ts'

const visited = visitDocket()

const sellerTin = '0123456782012000'

describe('the lines', () => {
  it('form a grid that supports arrow keys and blocks pasted from a spreadsheet', async () => {
    const page = await visited.open('/')
    await openReview(page)
    await addLines(page, 86)
    await page.getByRole('heading', { name: '92 lines' }).waitFor()
    await field(page, 'Line 1: Quantity').focus()
    for (let line = 2; line <= 92; line++) {
      await page.keyboard.press('ArrowDown')
      await isFocused(page, `Line ${line}: Quantity`)
    }
    await page.keyboard.press('ArrowLeft')
    await isFocused(page, 'Line 92: Description')
    await page.keyboard.press('ArrowUp')
    await isFocused(page, 'Line 91: Description')
    await paste(page, 'Boat\t3\r\nFlag\t4\r\nRope\t5\r\n')
    await page.getByRole('heading', { name: '93 lines' }).waitFor()
    await expect.poll(() => field(page, 'Line 93: Quantity').inputValue()).toBe('5')
    expect(await field(page, 'Line 91: Description').inputValue()).toBe('Boat')
    expect(await field(page, 'Line 92: Quantity').inputValue()).toBe('4')
    await takeScreenshots(page, 'review-grid')
    await page.keyboard.press('Control+z')
    await page.getByRole('heading', { name: '92 lines' }).waitFor()
    await waitUntilSaved(page)
  })
})

describe('the page', () => {
  it('fills the current field with a clicked word or with text dragged over', async () => {
    const page = await visited.open('/')
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await openReview(page)
    await field(page, 'Invoice number').focus()
    const number = await field(page, 'Invoice number').inputValue()
    await field(page, 'Invoice number').fill('wrong')
    await drag(page, await printedNumber(page))
    await expect.poll(() => field(page, 'Invoice number').inputValue()).toBe(number)
    await isFocused(page, 'Invoice number')

    // A click on a value selects its field, so this test clicks the label before the number.
    await field(page, 'Customer number').focus()
    const { x, y, height } = await printedNumber(page)
    await page.mouse.click(x - 12, y + height / 2)
    await expect.poll(() => field(page, 'Customer number').inputValue()).not.toBe('')
    await field(page, 'Grand total').focus()
    await drag(page, await printedNumber(page))
    await page.getByText(/doesn’t fit Grand total/).waitFor()
    await waitUntilSaved(page)
  })
})

/** Returns the position of the printed invoice number on the screen. */
async function printedNumber(page: Page) {
  const box = page.locator('[data-box="number"]')
  await box.scrollIntoViewIfNeeded()
  const area = await box.boundingBox()
  if (!area) throw new Error('the number is not on the page')
  return area
}

async function drag(
  page: Page,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
): Promise<void> {
  await page.mouse.move(x - 2, y - 2)
  await page.mouse.down()
  await page.mouse.move(x + width / 2, y + height / 2)
  await page.mouse.move(x + width + 2, y + height + 2)
  await page.mouse.up()
}

describe('the Coretax values', () => {
  it('are shown with their source before anything is filed', async () => {
    const page = await visited.open('/')
    await openReview(page)
    await page.getByRole('heading', { name: 'In the Coretax file' }).waitFor()
    await page.getByText('Filed: 04 (default)').waitFor()
    await page
      .getByText(/^Filed: A000000 \(default\), unit UM\.\d{4} .*DPP .*PPN/)
      .first()
      .waitFor()
    const code = page.getByRole('combobox', { name: 'Transaction code' })
    await code.fill('99')
    await page.getByText('must be a transaction code', { exact: false }).waitFor()
    await code.fill('07')
    await code.press('Enter')
    await page.getByText('Filed: 07 (entered manually)').waitFor()
    await field(page, 'Facility (two digits)').fill('05')
    await field(page, 'Facility (two digits)').press('Enter')
    await page.getByText('Filed: TD.00505 (entered manually)').waitFor()
    for (const [size, viewport] of Object.entries(sizes)) {
      await page.setViewportSize(viewport)
      await code.scrollIntoViewIfNeeded()
      await takeScreenshots(page, `review-coretax-${size}`)
    }
  })
})

it('files a printed NPWP and the bare name of goods', async () => {
  const page = await visited.open('/')
  const npwp = '01.234.567.4-901.000'
  const item = 'Lamp oil CARTON BOX 25 KG Country of origin: Peru'
  const pdf = await samplePdf({ number: 'PRINTED-1', date: printedDate, npwp, item })
  await send(page, [pdfFile('printed.pdf', pdf)])
  await page.getByRole('link', { name: 'Review printed.pdf' }).click()
  await page.getByText(/^Filed: NPWP 0012345674901000, .*\(from the page\)$/).waitFor()
  expect(await field(page, 'Buyer NPWP').inputValue()).toBe(npwp)
  expect(await field(page, 'Buyer address').inputValue()).toBe('Gang Pelangi 21, Kota Senja')
  expect(await field(page, 'Line 1: Description').inputValue()).toBe(item)

  await addCompanies(page, ['PT Lentera Contoh'])
  const address = page.url().replace('/review/', '/api/jobs/')
  await expect
    .poll(async () => (await page.request.get(`${address}/download?format=xml`)).status())
    .toBe(200)
  const xml = await (await page.request.get(`${address}/download?format=xml`)).text()
  expect(xml).toContain('<Name>Lamp oil</Name>')
  await verifyDownloadedFile(page, xml)
})

describe('tax numbers', () => {
  it('are saved to the directory in place, and shown with their source', async () => {
    const page = await visited.open('/')
    await openReview(page)
    await field(page, 'Seller NPWP').fill('123')
    await page.getByText('must be an NPWP with 16 digits, or 15 in the old format').waitFor()
    await field(page, 'Seller NPWP').fill(sellerTin)
    await field(page, 'Seller NPWP').press('Enter')
    await page
      .getByText(`Filed: NPWP ${sellerTin}, NITKU ${sellerTin}000000 (entered manually)`)
      .waitFor()
    await page.getByRole('textbox', { name: /^NITKU/ }).fill('123')
    await page.getByText('A NITKU has 22 digits.').waitFor()
    await page.getByRole('textbox', { name: /^NITKU/ }).fill(`${sellerTin}000001`)
    await takeScreenshots(page, 'review-filed-typed')
    await page.getByRole('button', { name: 'Save PT Lentera Contoh to directory' }).click()
    const fromDirectory = page.getByText(
      `Filed: NPWP ${sellerTin}, NITKU ${sellerTin}000001 (from your directory)`,
    )
    await fromDirectory.waitFor()
    await page.getByText('PT Lentera Contoh saved to your directory.').first().waitFor()

    await page.goto(visited.url)
    await openReview(page, 'second.pdf')
    await fromDirectory.waitFor()
    // The page does not show a tax number, so the field shows the one in the directory.
    expect(await field(page, 'Seller NPWP').getAttribute('placeholder')).toBe(sellerTin)
    for (const [size, viewport] of Object.entries(sizes)) {
      await page.setViewportSize(viewport)
      await field(page, 'Seller NPWP').scrollIntoViewIfNeeded()
      await takeScreenshots(page, `review-filed-directory-${size}`)
    }
  })

  it('may be a NIK, filed as NPWP or as identity document', async () => {
    const page = await visited.open('/')
    await openReview(page)
    const nik = '3174012304590001'
    await field(page, 'Buyer NPWP').fill('3174013204590001')
    await field(page, 'Buyer NPWP').press('Enter')
    await page
      .getByText(/nor a NIK, whose digits 7 to 12/)
      .first()
      .waitFor()
    await field(page, 'Buyer NPWP').fill(nik)
    await field(page, 'Buyer NPWP').press('Enter')
    await page.getByText(`Filed: NIK ${nik}, as a personal NPWP`, { exact: false }).waitFor()
    await page.getByRole('checkbox', { name: /^This person has no NPWP/ }).check()
    await takeScreenshots(page, 'review-nik')
    await page.getByRole('button', { name: 'Save CV Warung Imajinasi to directory' }).click()
    await page
      .getByText(`Filed: NIK ${nik}, as an identity document (from your directory)`)
      .waitFor()
  })
})
