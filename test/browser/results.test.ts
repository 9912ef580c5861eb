import { readFile } from 'node:fs/promises'
import ICAL from 'ical.js'
import { describe, expect, it, vi } from 'vitest'
import { drawMeet, springSplash } from '../fixtures/meets.ts'
import { makeUnique, samplePdf, scannedPdf, textPdf } from '../fixtures/pdfs.ts'
import {
  choose,
  pauseQueue,
  pdfFile,
  send,
  visitDocket,
  withoutOcr,
} from '../support/browser/browser.ts'
import {
  takeScreenshots,
  takeScreenshot,
  takeTourScreenshots,
} from '../support/browser/screenshots.ts'
import {
  addCompanies,
  printedDate,
  sampleCompanies,
  verifyDownloadedFile,
} from '../support/browser/coretax.ts'
import { sendSpringSplash } from '../support/browser/send-sheets.ts'
import { adminKey } from '../support/docket/tokens.ts'

const visited = visitDocket({ ...withoutOcr, ADMIN_KEY: adminKey })

describe('a batch', () => {
  it('shows invoices with their totals and downloads them as one file', async () => {
    const page = await visited.open('/')
    await addCompanies(page, sampleCompanies)
    await send(page, [
      pdfFile('one.pdf', makeUnique(await samplePdf({ date: printedDate }))),
      pdfFile('two.pdf', makeUnique(await samplePdf({ date: printedDate }))),
    ])
    await page.getByText('Duplicate invoice number').waitFor()
    await page.getByRole('row', { name: /^Total IDR/ }).waitFor()
    await takeScreenshots(page, 'batch-invoices')
    await page.getByRole('button', { name: 'Coretax XML' }).click()
    await page.getByText('has the same invoice number').waitFor()
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export anyway' }).click()
    const xml = await readFile(await (await downloading).path(), 'utf8')
    expect(xml.match(/<TaxInvoice>/g)).toHaveLength(2)
    await verifyDownloadedFile(page, xml, ['filing_duplicate'])
  })

  it("shows a swimmer's events by session and downloads the selected events as a calendar", async () => {
    const page = await visited.open('/')
    await sendSpringSplash(page, 'Noémie Núñez; Ida Tamm')
    await page.waitForURL('**/batch/*')
    const add = page.getByRole('button', { name: /to calendar/ })
    await add.waitFor()
    await takeScreenshots(page, 'batch-meet')
    await takeTourScreenshots(page, 'batch-meet')
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await takeScreenshot(page, 'batch-meet-print')
    const pressable = page.getByRole('button').or(page.getByRole('checkbox'))
    expect(await pressable.filter({ visible: true }).count()).toBe(0)
    await page
      .getByText(/Event 1/)
      .first()
      .waitFor()
    expect(await page.evaluate('getComputedStyle(document.documentElement).colorScheme')).toBe(
      'light',
    )
    await page.emulateMedia({ media: 'screen', colorScheme: 'light' })
    const boxes = page.getByRole('checkbox', { name: /^Select Event/ })
    const all = await boxes.count()
    expect(all).toBeGreaterThan(1)
    await boxes.first().uncheck()
    await page.getByText('Time zone and reminders').click()
    await page.getByRole('combobox', { name: 'Remind me' }).selectOption('30 min before')
    const downloading = page.waitForEvent('download')
    await add.click()
    const calendar = new ICAL.Component(
      ICAL.parse(await readFile(await (await downloading).path(), 'utf8')) as unknown[],
    )
    const events = calendar.getAllSubcomponents('vevent')
    expect(events).toHaveLength(all - 1)
    expect(page.getByRole('link', { name: /to Google Calendar/ }).first()).toBeTruthy()
  })

  it('accepts fifteen documents of all kinds in the order set by keyboard', async () => {
    const page = await visited.open('/')
    const kinds = [samplePdf, textPdf, scannedPdf, () => drawMeet(springSplash)]
    const files = Array.from({ length: 15 }, async (_, index) => {
      const bytes = await (kinds[index % kinds.length] ?? textPdf)()
      return pdfFile(`document ${index + 1}.pdf`, makeUnique(bytes))
    })
    await choose(page, await Promise.all(files))
    await page.getByRole('button', { name: 'Process 15 documents' }).waitFor()
    await page.getByRole('button', { name: /^Move document 15\.pdf/ }).focus()
    for (let place = 14; place >= 1; place--) {
      await page.keyboard.press('ArrowUp')
      await page
        .getByText(`document 15.pdf moved to position ${place} of 15.`)
        .waitFor({ state: 'attached' })
    }
    await page.getByRole('button', { name: 'Process 15 documents' }).press('Enter')
    await page.waitForURL('**/batch/*')
    await page.getByRole('button', { name: 'Retry failed (4)' }).waitFor()
    await page.getByText('Partially complete').waitFor()
    const sent = page.getByRole('list', { name: 'Documents' }).locator('bdi')
    const [first, second, ...rest] = await sent.allTextContents()
    expect([first, second, rest.length]).toEqual(['document 15.pdf', 'document 1.pdf', 13])
  })

  it('polls if streams are blocked', async () => {
    const page = await visited.open('/llms.txt')
    await page.route('**/api/stream*', (route) => route.fulfill({ status: 403 }))
    await page.goto(visited.url)
    const request = page.waitForRequest('**/api/jobs?*since=*')
    await send(page, [pdfFile('asked for.pdf', makeUnique(await textPdf()))])
    await page.getByRole('link', { name: 'Download asked for.pdf as TXT' }).waitFor()
    await request
  })

  it("shows each document's history, page by page, including by keyboard", async () => {
    const page = await visited.open('/')
    await send(page, [pdfFile('long story.pdf', makeUnique(await textPdf()))])
    await page.getByRole('link', { name: 'Download long story.pdf as TXT' }).waitFor()
    const isOfEvents = /\/events\?/
    await page.route(isOfEvents, (route) => {
      const url = new URL(route.request().url())
      url.searchParams.set('limit', '1')
      return route.continue({ url: url.href })
    })
    await page.getByRole('link', { name: 'long story.pdf', exact: true }).click()
    const events = page.getByRole('region', { name: 'Timeline' }).getByRole('listitem')
    await events.filter({ hasText: 'Uploaded and queued' }).waitFor()
    expect(await events.count()).toBe(1)
    const more = page.getByRole('button', { name: 'Show more' })
    for (let shown = 1; await more.isVisible(); shown++) {
      await more.press('Enter')
      await events.nth(shown).waitFor()
      await vi.waitFor(async () =>
        expect(await page.locator(':focus').textContent()).toBe(
          await events.nth(shown).textContent(),
        ),
      )
    }
    expect(await events.last().textContent()).toContain('Complete')
  })

  it('is cancelled and retried', async () => {
    // No job starts before it is cancelled.
    const resumeQueue = await pauseQueue(visited.url)
    const page = await visited.open('/')
    const pdf = await textPdf()
    await send(
      page,
      Array.from({ length: 6 }, (_, index) => pdfFile(`part ${index}.pdf`, makeUnique(pdf))),
    )
    await page.getByRole('button', { name: 'Cancel remaining' }).click()
    await page.getByText('Cancelled').first().waitFor()
    await resumeQueue()
    await page.getByRole('button', { name: 'Retry part 5.pdf' }).click()
    await page.getByRole('link', { name: 'Download part 5.pdf as TXT' }).waitFor()
  })

  it('continues after Docket restarts and after the tab was closed', async () => {
    const page = await visited.open('/', {
      expectedErrors: [
        /ERR_CONNECTION_(REFUSED|RESET|CLOSED)|ERR_EMPTY_RESPONSE|ERR_INCOMPLETE_CHUNKED|status of 50\d|fetching the script/,
      ],
    })
    const pdf = await textPdf({ pages: 200 })
    await send(
      page,
      Array.from({ length: 5 }, (_, index) => pdfFile(`part ${index}.pdf`, makeUnique(pdf))),
    )
    const address = page.url()
    await visited.restart()
    await page.getByRole('link', { name: 'Download part 4.pdf as TXT' }).waitFor()
    const newPage = await page.context().newPage()
    await page.close()
    await newPage.goto(address)
    await newPage.getByRole('link', { name: 'Download part 0.pdf as TXT' }).waitFor()
  })
})

describe('a job', () => {
  it('shows all details, and is shared until the link is revoked', async () => {
    const page = await visited.open('/')
    await send(page, [pdfFile('sample.pdf', makeUnique(await samplePdf()))])
    await page.getByRole('link', { name: 'sample.pdf', exact: true }).click()
    await page.getByRole('region', { name: 'Line items' }).waitFor()
    await page.getByText('curl command').click()
    await page.getByText(/curl -H "Authorization: Bearer/).waitFor()
    await takeScreenshots(page, 'job')
    await page.getByRole('button', { name: 'Create link' }).click()
    const link = page.getByRole('link', { name: /\/result\// })
    const address = (await link.getAttribute('href')) ?? ''
    const stranger = await visited.open(new URL(address).pathname)
    await stranger.getByText('Someone shared this result with you.').waitFor()
    await stranger.getByRole('region', { name: 'Line items' }).waitFor()
    await takeScreenshots(stranger, 'shared')
    await takeTourScreenshots(stranger, 'shared')
    await page.getByRole('button', { name: 'Revoke' }).click()
    await page.getByRole('button', { name: 'Create link' }).waitFor()
    await stranger.reload()
    await stranger.getByRole('heading', { name: 'This link isn’t available' }).waitFor()
    await takeScreenshots(stranger, 'shared-gone')
  })

  it('keeps a link created while the list of links was loading', async () => {
    const page = await visited.open('/')
    await send(page, [pdfFile('sample.pdf', makeUnique(await samplePdf()))])
    const link = page.getByRole('link', { name: /\/result\// })
    const isLate = new Promise<void>((resolve) => {
      void page.route('**/api/shares?*', async (route) => {
        const response = await route.fetch()
        await link.waitFor()
        // The request may already be aborted.
        await route.fulfill({ response }).catch(() => undefined)
        resolve()
      })
    })
    await page.getByRole('link', { name: 'sample.pdf', exact: true }).click()
    await page.getByRole('button', { name: 'Create link' }).click()
    await isLate
    // Gives the page time to react, in case it does so by mistake.
    await page.evaluate(
      'new Promise((drawn) => setTimeout(() => requestAnimationFrame(drawn), 100))',
    )
    expect(await link.count()).toBe(1)
  })

  it('lists every attempt after a failure', async () => {
    const page = await visited.open('/')
    await send(page, [pdfFile('scan.pdf', makeUnique(await scannedPdf()))])
    await page
      .getByRole('list', { name: 'Documents' })
      .getByText(/contains only images/)
      .waitFor()
    await page.getByRole('link', { name: 'scan.pdf', exact: true }).click()
    await page.getByText('Attempt 1').waitFor()
    await page.getByRole('button', { name: 'Retry scan.pdf' }).click()
    await page.getByText('Attempt 1').nth(1).or(page.getByText('Attempt 2')).waitFor()
  })
})
