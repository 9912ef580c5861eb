import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { doubtfulInvoicePdf } from '../fixtures/doubtful-invoice.ts'
import { makeUnique, samplePdf } from '../fixtures/pdfs.ts'
import { pdfFile, send, visitDocket } from '../support/browser/browser.ts'
import { sizes, takeScreenshots, takeScreenshotsAtSizes } from '../support/browser/screenshots.ts'

const visited = visitDocket()

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const saved = (page: Page) => page.getByText('Saved', { exact: true }).waitFor()
const boxTop = (page: Page, path: string) =>
  page.locator(`[data-box="${path}"][data-current]`).getAttribute('y').then(Number)

const isFocused = (page: Page, name: string) =>
  expect
    .poll(() => page.evaluate<string>('document.activeElement?.getAttribute("aria-label") ?? ""'))
    .toBe(name)

async function openReview(page: Page): Promise<void> {
  await send(page, [pdfFile('doubtful.pdf', makeUnique(await doubtfulInvoicePdf()))])
  await page.getByRole('link', { name: 'Review doubtful.pdf' }).click()
  await page.getByText('Page 1 of 1').waitFor()
  await page.locator('[data-box="number"]').waitFor()
}

it('replaces an uncertain value with an alternative at the press of a key', async () => {
  const page = await visited.open('/')
  await openReview(page)
  await page.keyboard.press('j')
  const number = field(page, 'Invoice number')
  await expect.poll(() => number.inputValue()).toBe('AP-1701')
  const others = page.getByRole('list', { name: 'Other values found for Invoice number' })
  await others.getByText('“Invoice no”, page 1').waitFor()
  await others.getByText('Alt+1').waitFor()
  await takeScreenshotsAtSizes(page, 'candidates')
  const before = await boxTop(page, 'number')
  await page.keyboard.press('Alt+1')
  await expect.poll(() => number.inputValue()).toBe('AP-1710')
  await expect.poll(() => boxTop(page, 'number')).toBeGreaterThan(before)
  await saved(page)
  const history = page.getByRole('list', { name: 'Change history' })
  await history.getByText('“AP-1701” → “AP-1710”').waitFor()
  await page.keyboard.press('Alt+1')
  await expect.poll(() => number.inputValue()).toBe('AP-1701')
  await expect.poll(() => boxTop(page, 'number')).toBe(before)
  await page.keyboard.press('Control+z')
  await expect.poll(() => number.inputValue()).toBe('AP-1710')
  await saved(page)
  await page.reload()
  await expect.poll(() => number.inputValue()).toBe('AP-1710')

  await page.keyboard.press('?')
  await page.getByRole('dialog').getByText('Use another detected value').waitFor()
  await page.getByRole('dialog').getByText('Alt+1–3').waitFor()
})

it('links each reason to its position and lets the user choose a value by touch', async () => {
  const page = await visited.open('/', { viewport: sizes.phone, hasTouch: true, isMobile: true })
  await openReview(page)
  await page.getByRole('button', { name: /^The date 03\/04\/2026 could be/ }).tap()
  await page.locator('[data-box="date"][data-current]').waitFor()
  await page.getByRole('button', { name: /^Mar 4, 2026/ }).tap()
  await expect.poll(() => field(page, 'Date').inputValue()).toBe('2026-03-04')
  await saved(page)
  await takeScreenshots(page, 'candidates-chosen-phone')
})

it('points to the nearest evidence for a value that is not on the page', async () => {
  const page = await visited.open('/')
  await send(page, [pdfFile('bill.pdf', makeUnique(await samplePdf()))])
  await page.getByRole('link', { name: 'Review bill.pdf' }).click()
  await page.getByRole('button', { name: 'Hide document' }).click()
  await page.getByTitle('Show on the page').filter({ hasText: 'NPWP' }).first().click()
  await page.locator('[data-near][data-current]').waitFor()
  await isFocused(page, 'Seller NPWP')
  await takeScreenshots(page, 'candidates-near-desk')
})
