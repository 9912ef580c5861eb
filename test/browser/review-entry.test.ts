import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { sizes, takeScreenshots, visitDocket } from '../support/browser.ts'
import { addLines, field, isFocused, openReview, waitUntilSaved } from '../support/review-page.ts'

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

/** Pastes text into the focused field. */
async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate(`(() => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', ${JSON.stringify(text)})
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    document.activeElement.dispatchEvent(event)
  })()`)
}

describe('tax numbers', () => {
  it('are saved to the directory in place, and shown with their source', async () => {
    const page = await visited.open('/')
    await openReview(page)
    await field(page, 'Seller NPWP').fill('123')
    await page.getByText('must be an NPWP: 16 digits, or the old 15 digits').waitFor()
    await field(page, 'Seller NPWP').fill(sellerTin)
    await field(page, 'Seller NPWP').press('Enter')
    await page.getByText(`Filed: NPWP ${sellerTin}, NITKU ${sellerTin}000000 (typed in)`).waitFor()
    await takeScreenshots(page, 'review-filed-typed')
    await page.getByRole('button', { name: 'Save PT Lentera Contoh to directory' }).click()
    const fromDirectory = page.getByText(
      `Filed: NPWP ${sellerTin}, NITKU ${sellerTin}000000 (from your directory)`,
    )
    await fromDirectory.waitFor()
    await page.getByText('PT Lentera Contoh saved to your directory.').first().waitFor()

    await page.goto(visited.url)
    await openReview(page, 'second.pdf')
    await fromDirectory.waitFor()
    for (const [size, viewport] of Object.entries(sizes)) {
      await page.setViewportSize(viewport)
      await field(page, 'Seller NPWP').scrollIntoViewIfNeeded()
      await takeScreenshots(page, `review-filed-directory-${size}`)
    }
  })
})
