import type { IncomingMessage, ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { drawMeet, springSplash } from '../fixtures/meets.ts'
import { makeUnique, textPdf } from '../fixtures/pdfs.ts'
import { choose, openLatestBatch, pdfFile, send, visitDocket } from '../support/browser/browser.ts'
import { takeScreenshots } from '../support/browser/screenshots.ts'
import { fileServerForTest } from '../support/servers/file-server.ts'

const visited = visitDocket({ NODE_ENV: 'test', ALLOW_LOOPBACK_URLS_FOR_TESTS: 'true' })

const meetPage = `<html><head><title>Spring Splash 2026</title></head><body><h1>Spring Splash</h1>
  <ul><li><a href="/heats.pdf">Heat Sheet, Session 1 Saturday AM</a></li>
  <li><a href="/2024/heats.pdf">Heat Sheet 2024</a></li>
  <li><a href="http://10.0.0.1/heats.pdf">Heat Sheet, Session 2</a></li>
  <li><a href="/results.pdf">Results</a></li></ul></body></html>`

/** A swimming club's website. */
async function startClubSite(): Promise<string> {
  const sheet = await drawMeet(springSplash)
  const { url } = await fileServerForTest((request: IncomingMessage, response: ServerResponse) => {
    const isPdf = request.url?.endsWith('.pdf') === true
    response.setHeader('content-type', isPdf ? 'application/pdf' : 'text/html')
    response.end(isPdf ? sheet : meetPage)
  })
  return url
}

describe('a URL', () => {
  it('is converted like a file', async () => {
    const url = await startClubSite()
    const page = await visited.open('/')
    await page.getByRole('button', { name: 'Add from the web' }).click()
    await page.getByRole('textbox', { name: /Link to a PDF/ }).fill('no address')
    await page.getByRole('button', { name: 'Add as PDF' }).click()
    await page.getByText('Enter a link that starts with').waitFor()
    await page.getByRole('textbox', { name: /Link to a PDF/ }).fill(`${url}/heats.pdf`)
    await page.getByRole('button', { name: 'Add as PDF' }).click()
    await page.getByRole('button', { name: 'Process 1 document' }).click()
    await openLatestBatch(page)
    await page.getByRole('link', { name: /as CSV$/ }).waitFor()
  })

  it('can be pasted anywhere', async () => {
    const page = await visited.open('/queue')
    await page.getByRole('heading', { name: 'No jobs yet' }).waitFor()
    await page.evaluate(`(() => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text', 'see https://club.test/a.pdf and https://club.test/b.pdf')
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
    })()`)
    await page.getByRole('button', { name: 'Process 2 documents' }).waitFor()
  })

  it('that leads to a meet page lists its heat sheets to choose from', async () => {
    const url = await startClubSite()
    const page = await visited.open('/')
    await page.getByRole('button', { name: 'Add from the web' }).click()
    await page.getByRole('textbox', { name: /Link to a PDF/ }).fill(url)
    await page.getByRole('button', { name: 'Find PDFs on this page' }).click()
    await page.getByRole('checkbox', { name: /^Heat Sheet, Session 1/ }).waitFor()
    await page.getByRole('heading', { name: '1 link could not be used' }).waitFor()
    await page.getByText('This address is not public.').waitFor()
    expect(await page.getByRole('checkbox', { name: /Session 2/ }).count()).toBe(0)
    const older = page.getByRole('checkbox', { name: /Heat Sheet 2024.*Earlier edition/ })
    expect(await older.isChecked()).toBe(false)
    await takeScreenshots(page, 'discovery')
    expect(await page.getByRole('checkbox', { name: /^Results/ }).isChecked()).toBe(false)
    await page.getByRole('button', { name: 'Add 1 PDF' }).click()
    const heatSheets = page.getByRole('radio', { name: 'Heat sheets' })
    await expect.poll(() => heatSheets.isChecked()).toBe(true)
    await page.getByRole('textbox', { name: 'Swimmer' }).fill('Ida Tamm')
    await page.getByRole('button', { name: 'Process 1 document' }).click()
    await page.waitForURL('**/batch/*')
    await page.getByRole('button', { name: 'Add 1 event to calendar' }).waitFor()
  })
})

describe('the settings page', () => {
  it('deletes all personal data after confirmation', async () => {
    const page = await visited.open('/')
    await send(page, [pdfFile('secret.pdf', makeUnique(await textPdf()))])
    await page.getByRole('link', { name: 'Download secret.pdf as TXT' }).waitFor()
    await page.getByRole('link', { name: 'secret.pdf', exact: true }).click()
    await page.getByRole('heading', { name: 'Timeline' }).waitFor()
    await page.getByRole('button', { name: 'Delete' }).click()
    await takeScreenshots(page, 'delete')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.waitForURL('**/queue')
    await page.getByRole('heading', { name: 'No jobs yet' }).waitFor()
  })

  it('creates an API key that is shown once', async () => {
    const page = await visited.open('/settings')
    await page.getByRole('textbox', { name: 'Name' }).fill('My script')
    await page.getByRole('button', { name: 'Create key' }).click()
    const key = await page.getByRole('alert').locator('code').textContent()
    await takeScreenshots(page, 'settings-key')
    const response = await fetch(`${visited.url}/api/jobs`, {
      headers: { authorization: `Bearer ${key}` },
    })
    expect(response.status).toBe(200)
    await page.getByRole('button', { name: 'Revoke key My script' }).click()
    await page.getByText('Revoked', { exact: true }).waitFor()
    await page.reload()
    await page.getByText('My script').waitFor()
    expect(await page.getByText(key ?? '').count()).toBe(0)
  })
})

describe('with batches disabled', () => {
  const single = visitDocket({ ENABLE_BATCH_API: 'false' })

  it('sends documents one by one', async () => {
    const page = await single.open('/')
    const pdf = await textPdf()
    await choose(
      page,
      [1, 2, 3].map((place) => pdfFile(`page ${place}.pdf`, makeUnique(pdf))),
    )
    await page.getByRole('button', { name: 'Process 3 documents' }).click()
    await page.waitForURL('**/queue')
    await page.getByRole('link', { name: 'Complete 3' }).waitFor()
  })
})
