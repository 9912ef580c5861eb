import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, it, vi } from 'vitest'
import { findNpwpDoubts } from '../../src/domain/invoice/tax-numbers.ts'
import { samplePdf } from '../fixtures/pdfs.ts'
import { choose, paste, pdfFile, visitDocket } from '../support/browser/browser.ts'
import { takeScreenshot } from '../support/browser/screenshots.ts'
import { createNpwp, printedDate, verifyDownloadedFile } from '../support/browser/coretax.ts'

const visited = visitDocket()
// Reads two months of invoices on one small server.
vi.setConfig({ testTimeout: 400_000 })

const buyers = Array.from({ length: 12 }, (_, index) => `PT Pembeli ${'ABCDEFGHIJKL'[index]}jaya`)
const doubts = 8
const taxOfEach = 693_660

/** Draws one month of invoices. The amounts of the last ones do not add up. */
function drawMonth(prefix: string, count: number) {
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const number = `${prefix}-${index + 1}`
      const error = index >= count - doubts ? 1000 : 0
      const buyer = buyers[index % buyers.length] ?? ''
      return pdfFile(`${number}.pdf`, await samplePdf({ number, date: printedDate, buyer, error }))
    }),
  )
}

/** Counts every click and key press from now on, across pages. */
async function countActions(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(`
    const add = () => sessionStorage.setItem('actions', 1 + Number(sessionStorage.actions ?? 0))
    addEventListener('keydown', (event) => event.isTrusted && add(), true)
    addEventListener('click', (event) => event.isTrusted && event.detail > 0 && add(), true)
  `)
  await page.reload()
  return () => page.evaluate<number>('Number(sessionStorage.actions ?? 0)')
}

async function upload(page: Page, prefix: string, count: number): Promise<void> {
  await choose(page, await drawMonth(prefix, count))
  await page.getByRole('button', { name: `Process ${count} documents` }).waitFor()
  await takeScreenshot(page, `${prefix}-upload`)
  await page.getByRole('button', { name: `Process ${count} documents` }).click()
  await page.waitForURL('**/queue?upload=*')
  await page.getByRole('link', { name: `Complete ${count}` }).waitFor({ timeout: 200_000 })
}

/** Pastes one tax number per company, in the order of the page, and waits until all invoices are rechecked. */
async function enterNumbers(page: Page): Promise<void> {
  await page.getByRole('link', { name: /buyer NPWP missing$/ }).waitFor()
  await takeScreenshot(page, 'JAN-queue')
  await page.getByRole('link', { name: /buyer NPWP missing$/ }).click()
  const fields = page.getByRole('textbox', { name: /^NPWP for / })
  await expect.poll(() => fields.count()).toBe(buyers.length + 1)
  const column = Array.from({ length: buyers.length + 1 }, (_, index) =>
    createNpwp(index + 1),
  ).join('\n')
  await fields.first().click()
  await paste(page, column)
  await page.getByRole('button', { name: `Save ${buyers.length + 1} numbers` }).waitFor()
  await takeScreenshot(page, 'JAN-numbers')
  await page.getByRole('button', { name: `Save ${buyers.length + 1} numbers` }).click()
  await page.getByText('No NPWPs are missing.').waitFor({ timeout: 200_000 })
}

/** Approves every invoice that needs review by keyboard. */
async function approveDoubts(page: Page, prefix: string): Promise<void> {
  await page.getByRole('link', { name: 'Queue' }).first().click()
  await page.getByRole('link', { name: `Needs review ${doubts}` }).click({ timeout: 200_000 })
  await page
    .getByRole('link', { name: /^Review / })
    .first()
    .click()
  for (let left = doubts; left > 0; left--) {
    await page.getByRole('button', { name: /^Approve \(1 open\)/ }).waitFor()
    if (left === doubts) await showReview(page, prefix)
    await page.keyboard.press('Control+Enter')
    await page.getByRole('button', { name: 'Approve anyway' }).waitFor()
    await page.keyboard.press('Control+Enter')
    const next = left > 1 ? 'Approved. Showing the next document.' : 'Approved. Nothing else'
    await page.getByText(next).first().waitFor()
  }
}

async function showReview(page: Page, prefix: string): Promise<void> {
  await page.locator('figure canvas').first().waitFor()
  await takeScreenshot(page, `${prefix}-review`)
}

async function exportMonth(page: Page, count: number): Promise<string> {
  await page.getByRole('link', { name: 'Month' }).first().click()
  const button = page.getByRole('button', { name: `Export ${count} ` })
  await button.waitFor({ timeout: 60_000 })
  await takeScreenshot(page, `month-${count}`)
  const downloading = page.waitForEvent('download')
  await button.click()
  return readFile(await (await downloading).path(), 'utf8')
}

const values = (xml: string, tag: string) =>
  [...xml.matchAll(new RegExp(`<${tag}>([^<]*)</${tag}>`, 'g'))].map(([, value = '']) => value)

function expectComplete(xml: string, prefix: string, count: number): void {
  const numbers = Array.from({ length: count }, (_, index) => `${prefix}-${index + 1}`)
  expect(values(xml, 'RefDesc').sort()).toEqual(numbers.sort())
  const tins = [...values(xml, 'TIN'), ...values(xml, 'BuyerTin')]
  expect(tins).toHaveLength(count + 1)
  for (const tin of tins) expect([tin.length, findNpwpDoubts(tin)]).toEqual([16, []])
  const tax = values(xml, 'VAT').reduce((sum, value) => sum + Number(value), 0)
  expect(Math.round(tax)).toBe(count * taxOfEach)
}

it('files two months with few clicks and key presses', async () => {
  const page = await visited.open('/', { serviceWorkers: 'allow' })
  const actions = await countActions(page)
  await upload(page, 'JAN', 100)
  await enterNumbers(page)
  await approveDoubts(page, 'JAN')
  const january = await exportMonth(page, 100)
  expectComplete(january, 'JAN', 100)
  await verifyDownloadedFile(page, january)
  const first = await actions()
  expect(first).toBeLessThanOrEqual(120)

  await page.goto(visited.url)
  await upload(page, 'FEB', 40)
  await approveDoubts(page, 'FEB')
  const february = await exportMonth(page, 40)
  expectComplete(february, 'FEB', 40)
  await verifyDownloadedFile(page, february)
  expect((await actions()) - first).toBeLessThanOrEqual(40)
})
