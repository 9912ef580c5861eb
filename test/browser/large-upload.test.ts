import { expect, it, vi } from 'vitest'
import { makeUnique, textPdf } from '../fixtures/pdfs.ts'
import { choose, pauseQueue, pdfFile, selectAll, visitDocket } from '../support/browser/browser.ts'
import { takeScreenshot } from '../support/browser/screenshots.ts'
import { adminKey } from '../support/docket/tokens.ts'

// The other browser tests lift the limit.
const visited = visitDocket({ ADMIN_KEY: adminKey, UPLOADS_PER_MINUTE: '10' })
// A small server checks 500 files.
vi.setConfig({ testTimeout: 400_000 })

it('sends 500 files within the usual limit, selects everything that matches, and cancels all', async () => {
  await pauseQueue(visited.url)
  const page = await visited.open('/')
  const pdf = await textPdf()
  const files = Array.from({ length: 500 }, (_, index) =>
    pdfFile(`${index < 180 ? 'north' : 'south'} ${index + 1}.pdf`, makeUnique(pdf)),
  )
  const refused: string[] = []
  page.on('response', (response) => {
    if (response.status() === 429) refused.push(response.url())
  })
  await choose(page, files)
  await page.getByRole('button', { name: 'Process 500 documents' }).click()
  await page.waitForURL('**/queue?upload=*', { timeout: 300_000 })
  expect(refused).toEqual([])
  await page.getByRole('heading', { name: 'Upload of 500 documents' }).waitFor()
  await page.getByRole('link', { name: 'Active 500' }).waitFor()

  // Matches more than one page of the list.
  await page.getByRole('searchbox').fill('north')
  await page.getByText('180 jobs', { exact: true }).waitFor()
  await selectAll(page, 'north', 180)
  await takeScreenshot(page, 'queue-matching')
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await page.getByRole('link', { name: 'Active 320' }).waitFor()

  await page.getByRole('button', { name: 'Cancel all' }).click()
  await page.getByRole('link', { name: 'Active 0' }).waitFor()
  await page.getByRole('button', { name: 'Cancel all' }).waitFor({ state: 'detached' })
})
