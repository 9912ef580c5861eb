import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { makeUnique, samplePdf } from '../../fixtures/pdfs.ts'
import { pdfFile, send } from './browser.ts'
import { deferred } from '../processes/deferred.ts'

/** Uploads a sample with unique bytes and opens its review. */
export async function openReview(page: Page, name = 'bill.pdf'): Promise<void> {
  await send(page, [pdfFile(name, makeUnique(await samplePdf()))])
  await page.getByRole('link', { name: `Review ${name}` }).click()
  await page.getByRole('region', { name: 'Document' }).waitFor()
}

export const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
export const waitUntilSaved = (page: Page) => page.getByText('Saved', { exact: true }).waitFor()
export const toCheck = (page: Page, count: number) =>
  page.getByRole('button', { name: `${count} items to check` }).waitFor()
export const isFocused = (page: Page, name: string) =>
  expect
    .poll(() => page.evaluate<string>('document.activeElement?.getAttribute("aria-label") ?? ""'))
    .toBe(name)

/** Holds back corrections from this page until the returned function is called. */
export async function holdSaves(page: Page): Promise<() => void> {
  const { promise, resolve } = deferred()
  await page.route('**/api/jobs/*/reading', async (route) => {
    if (route.request().method() === 'PATCH') await promise
    await route.continue()
  })
  return resolve
}

/** Sends a change through the API while the page is open. */
export async function addLines(page: Page, count: number): Promise<void> {
  const address = `${new URL(page.url()).origin}/api/jobs/${page.url().split('/').at(-1)}/reading`
  const { etag = '' } = (await page.request.get(address)).headers()
  const value = { description: 'Lantern', quantity: '1', unit_price: '0', amount: '0' }
  const changes = Array.from({ length: count }, () => ({ op: 'insert', path: 'lines.6', value }))
  const response = await page.request.patch(address, {
    data: { changes },
    headers: { 'if-match': etag },
  })
  expect(response.status()).toBe(200)
}
