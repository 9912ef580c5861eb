import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { makeUnique, samplePdf, textPdf } from '../fixtures/pdfs.ts'
import { pdfFile, send, visitDocket } from '../support/browser/browser.ts'
import {
  takeScreenshots,
  takeScreenshot,
  sizes,
  takeScreenshotsAtSizes,
} from '../support/browser/screenshots.ts'
import { verifyDownloadedFile } from '../support/browser/coretax.ts'
import {
  addLines,
  field,
  holdSaves,
  isFocused,
  openReview,
  toCheck,
  waitUntilSaved,
} from '../support/browser/review-page.ts'
import { sendSpringSplash } from '../support/browser/send-sheets.ts'

const visited = visitDocket()

const sellerTin = '0123456782012000'
const buyerTin = '0543210983654000'

/** Uploads two invoices that need review and approves the first, after which the page shows the second. */
async function approveFirstOfTwo() {
  const page = await visited.open('/')
  const pdf = await samplePdf()
  await send(
    page,
    [0, 1].map((at) => pdfFile(`${at}.pdf`, makeUnique(pdf))),
  )
  await page.getByRole('link', { name: 'Review 1.pdf' }).waitFor()
  await page.getByRole('link', { name: 'Review 0.pdf' }).click()
  await approveAnyway(page)
  await page.getByRole('heading', { name: '1.pdf' }).waitFor()
  return page
}

describe('a new user', () => {
  it('reviews the sample by keyboard alone, approves it and gets the XML', async () => {
    const page = await visited.open('/')
    await page.getByRole('button', { name: 'Try a sample PDF' }).press('Enter')
    await page.getByRole('link', { name: 'Review sample.pdf' }).press('Enter')
    await page.getByText('Page 1 of 2').waitFor()
    await page.getByRole('heading', { name: 'sample.pdf' }).waitFor()
    await takeScreenshotsAtSizes(page, 'review')
    await page.keyboard.press('?')
    await page.getByRole('dialog').getByText('Next unchecked item', { exact: true }).waitFor()
    await page.keyboard.press('Escape')

    await page.keyboard.press('j')
    await isFocused(page, 'Seller NPWP')
    await page.keyboard.type(sellerTin)
    await page.keyboard.press('Tab')
    await isFocused(page, 'Buyer NPWP')
    await page.keyboard.type(buyerTin)
    await page.getByText('Nothing left to check').first().waitFor()
    await page.keyboard.press('Enter')
    await waitUntilSaved(page)
    await isFocused(page, 'Buyer NPWP')
    await page.keyboard.press('Control+Enter')
    await page.getByText('Nothing else needs review.').first().waitFor()
    await page.getByText(/^Approved by /).waitFor()
    await takeScreenshot(page, 'review-approved')

    const downloading = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download sample.pdf as XML' }).press('Enter')
    const xml = await readFile(await (await downloading).path(), 'utf8')
    expect(xml).toContain(`<TIN>${sellerTin}</TIN>`)
    expect(xml).toContain(`<BuyerTin>${buyerTin}</BuyerTin>`)
    // The sample is from January 2026, so its deadline has passed.
    await verifyDownloadedFile(page, xml, ['filing_deadline_passed'])
  })

  it('moves from one document that needs review to the next', async () => {
    const page = await approveFirstOfTwo()
    await approveAnyway(page)
    await page.getByText('Nothing else needs review.').first().waitFor()
  })
})

/** Approves a document with two open reasons. */
async function approveAnyway(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Approve (2 open)' }).click()
  await page.getByRole('button', { name: 'Approve anyway' }).click()
}

describe('approval', () => {
  it('never takes focus, asks when something is open, and can be undone', async () => {
    const page = await visited.open('/')
    await openReview(page)
    const next = page.getByRole('button', { name: '2 items to check' })
    for (const name of ['Seller NPWP', 'Buyer NPWP', 'Seller NPWP']) {
      await next.click()
      await isFocused(page, name)
    }
    await page.keyboard.type('012')
    expect(await field(page, 'Seller NPWP').inputValue()).toBe('012')
    await page.keyboard.press('Escape')

    await page.keyboard.press('Control+Enter')
    const dialog = page.getByRole('dialog', { name: 'Approve with 2 open items?' })
    await dialog.getByText(/^Seller NPWP missing/).waitFor()
    await takeScreenshotsAtSizes(page, 'review-approve-anyway')
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await toCheck(page, 2)

    await approveAnyway(page)
    await page.getByText(/^Approved by /).waitFor()
    const toast = page.getByRole('region', { name: 'Notification' })
    await toast.getByText('bill.pdf approved').waitFor()
    await takeScreenshotsAtSizes(page, 'review-toast')
    await toast.getByRole('button', { name: 'Undo approval' }).click()
    await toCheck(page, 2)
    await page.getByText(/^Approved by /).waitFor({ state: 'detached' })
    const history = page.getByRole('list', { name: 'Change history' })
    await history.getByText('withdrew the approval').waitFor()
  })

  it("is undone on the document's page, after the next document has opened", async () => {
    const page = await approveFirstOfTwo()
    await page.getByRole('button', { name: 'Undo approval' }).click()
    await page.getByRole('heading', { name: '0.pdf' }).waitFor()
    await toCheck(page, 2)
  })
})

describe('a correction', () => {
  it('is located on the page, checked while typing, and undone', async () => {
    const page = await visited.open('/', { reducedMotion: 'reduce' })
    await openReview(page)
    await field(page, 'Grand total').focus()
    const box = page.locator('[data-box="totals.grand_total"]')
    await expect.poll(() => box.getAttribute('data-current')).toBe('')
    const motion = `getComputedStyle(document.querySelector('[data-box][data-current]')).animationName`
    expect(await page.evaluate<string>(motion)).toBe('none')
    await page.locator('[data-box="lines.4.quantity"]').click()
    await isFocused(page, 'Line 5: Quantity')
    await page.getByRole('button', { name: 'Zoom in' }).click()
    await page.getByRole('button', { name: 'Next page' }).click()
    await page.getByText('Page 2 of 2').waitFor()

    const amount = field(page, 'Line 2: Amount')
    await amount.fill('1280001')
    await toCheck(page, 4)
    await page.getByText('Failed check').first().waitFor()
    await amount.fill('12x')
    await page.getByText('Enter a number.').waitFor()
    await page.keyboard.press('Control+z')
    await toCheck(page, 2)
    await expect.poll(() => amount.inputValue()).toBe('1,280,000')
    await page.keyboard.press('Control+Shift+z')
    await expect.poll(() => amount.inputValue()).toBe('1,280,001')
    await page.getByRole('button', { name: 'Undo' }).click()
    await waitUntilSaved(page)
  })

  it('shows amounts in the billions in full', async () => {
    const page = await visited.open('/')
    await openReview(page)
    await page.getByRole('button', { name: 'Add charge' }).click()
    for (const name of [
      'Line 1: Unit price',
      'Line 1: Discount',
      'Line 1: Amount',
      'Grand total',
      'Charge amount 1',
    ]) {
      await field(page, name).fill('1,234,567,890.05')
    }
    for (const [size, viewport] of Object.entries(sizes)) {
      await page.setViewportSize(viewport)
      const cut = `[...document.querySelectorAll('input[inputmode=decimal]')]
        .filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.ariaLabel)`
      expect(await page.evaluate<string[]>(cut)).toEqual([])
      await field(page, 'Line 1: Amount').scrollIntoViewIfNeeded()
      await takeScreenshot(page, `review-billions-${size}`)
      await field(page, 'Grand total').scrollIntoViewIfNeeded()
      await takeScreenshot(page, `review-totals-${size}`)
    }
  })

  it('splits, merges, adds and deletes lines and records who did it', async () => {
    const page = await visited.open('/')
    await openReview(page)
    await page.getByRole('button', { name: 'Split Line 1' }).click()
    const quantity = page.getByRole('textbox', { name: 'Quantity on the new line' })
    await quantity.and(page.locator(':focus')).waitFor()
    await page.keyboard.type('5')
    await takeScreenshot(page, 'review-split')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: '7 lines' }).waitFor()
    expect(await field(page, 'Line 1: Quantity').inputValue()).toBe('7')
    expect(await field(page, 'Line 2: Amount').inputValue()).toBe('925,000')
    await page.getByText('Quantity × price matches the amount on all 7 lines.').waitFor()
    await waitUntilSaved(page)
    const history = page.getByRole('list', { name: 'Change history' })
    await history.getByText('Line 2 added').waitFor()
    await page.getByRole('button', { name: 'Merge Line 1 with next line' }).click()
    await page.getByRole('heading', { name: '6 lines' }).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('heading', { name: '7 lines' }).waitFor()
    await page.getByRole('button', { name: 'Delete Line 2' }).click()
    await page.getByRole('button', { name: 'Add line', exact: true }).click()
    await isFocused(page, 'Line 7: Description')
    await waitUntilSaved(page)
    await addLines(page, 500)
    await page.getByRole('heading', { name: '507 lines' }).waitFor()
    expect(await page.locator('li[aria-setsize="507"]').count()).toBeLessThan(40)
    await field(page, 'Line 1: Quantity').fill('13')
    await page
      .getByText(/^Line 1: /)
      .first()
      .waitFor()
    await page.keyboard.press('Enter')
    await waitUntilSaved(page)
    await page.reload()
    await page.getByRole('heading', { name: '507 lines' }).waitFor()
    await page.getByRole('button', { name: 'Show all' }).click()
    await history.getByText('Line 2 deleted').first().waitFor()
  })

  it('picks values from the directory', async () => {
    const page = await visited.open('/')
    await openReview(page)
    const party = { name: 'CV Warung Imajinasi Jaya', tin: buyerTin }
    await page.request.post(`${visited.url}/api/parties`, { data: party })
    const buyer = page.getByRole('combobox', { name: 'Buyer', exact: true })
    await buyer.fill('imajinasi')
    await page.getByRole('option', { name: /Imajinasi Jaya/ }).waitFor()
    await takeScreenshots(page, 'review-pick')
    await buyer.press('ArrowDown')
    await buyer.press('Enter')
    await expect.poll(() => buyer.inputValue()).toBe('CV Warung Imajinasi Jaya')
    await expect.poll(() => field(page, 'Buyer NPWP').inputValue()).toBe(buyerTin)
    const unit = page.getByRole('combobox', { name: 'Line 1: Unit' })
    await unit.fill('kilogr')
    await page.getByRole('option', { name: /Kilogram/ }).click()
    await expect.poll(() => unit.inputValue()).toBe('Kilogram')
    await waitUntilSaved(page)
  })
})

describe('unsaved changes', () => {
  it('survive a conflict between two users', async () => {
    const page = await visited.open('/')
    await openReview(page)
    const other = await page.context().newPage()
    const release = await holdSaves(other)
    await other.goto(page.url())
    await field(other, 'Invoice number').fill('MINE-1')
    await field(other, 'Invoice number').press('Enter')
    await other.getByText('Saving…', { exact: true }).waitFor()
    await field(page, 'Currency').fill('USD')
    await page.getByRole('button', { name: 'Delete Line 1' }).click()
    await waitUntilSaved(page)
    release()
    await other.getByRole('heading', { name: 'Someone else changed this document' }).waitFor()
    await other.getByRole('dialog').getByText('Line 1 deleted').waitFor()
    await takeScreenshots(other, 'review-conflict')
    await other.getByRole('button', { name: 'Keep my changes' }).click()
    await waitUntilSaved(other)
    expect(await field(other, 'Currency').inputValue()).toBe('USD')
    expect(await field(other, 'Invoice number').inputValue()).toBe('MINE-1')
    await expect.poll(() => field(page, 'Invoice number').inputValue()).toBe('MINE-1')
  })

  it('survive an outage and a reload', async () => {
    const page = await visited.open('/', { expectedErrors: [/ERR_FAILED/] })
    await openReview(page)
    await page.route('**/api/jobs/*/reading', (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.continue(),
    )
    await field(page, 'Invoice number').fill('KEPT-1')
    await page.keyboard.press('Enter')
    await page.getByText(/^Not saved: no connection/).waitFor()
    await takeScreenshot(page, 'review-offline')
    await page.unroute('**/api/jobs/*/reading')
    await page.reload()
    await waitUntilSaved(page)
    await page
      .getByRole('list', { name: 'Change history' })
      .getByText(/KEPT-1/)
      .waitFor()
    expect(await field(page, 'Invoice number').inputValue()).toBe('KEPT-1')
  })
})

describe('other documents', () => {
  it("show each of a meet's swims on the page", async () => {
    const page = await visited.open('/')
    await sendSpringSplash(page, 'Ida Tamm')
    await page.getByRole('link', { name: 'Review meet.pdf' }).click()
    await field(page, 'Swim 1: Lane').focus()
    await page.locator('[data-box][data-current]').first().waitFor()
    await field(page, 'Swim 1: Start').fill('09:41')
    await page.keyboard.press('Enter')
    await waitUntilSaved(page)
    await takeScreenshots(page, 'review-sheet')
  })

  it('show plain text, even if the document is deleted', async () => {
    const page = await visited.open('/')
    await send(page, [pdfFile('note.pdf', makeUnique(await textPdf({ text: 'A note' })))])
    await page.getByRole('link', { name: 'note.pdf', exact: true }).click()
    await page.route('**/source*', (route) => route.fulfill({ status: 404, body: '' }))
    await page.getByRole('link', { name: 'Edit results' }).click()
    await page.getByText('there is nothing to correct').waitFor()
    await page.getByText(/^The document can’t be displayed/).waitFor()
    await page.getByText('A note').waitFor()
    await takeScreenshot(page, 'review-text')
  })
})
