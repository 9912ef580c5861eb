import { readFile } from 'node:fs/promises'
import ICAL from 'ical.js'
import { describe, expect, it } from 'vitest'
import { drawMeet, springSplash } from '../fixtures/meets.ts'
import { distinct, samplePdf, scannedPdf, textPdf } from '../fixtures/pdfs.ts'
import { choose, look, pdfFile, send, tourPictures, visitDocket } from '../support/browser.ts'

// A scan fails at once: to try reading one takes many seconds.
const visited = visitDocket({ OCR: 'off' })

describe('a batch', () => {
  it('shows invoices with their totals and gives them as one file', async () => {
    const page = await visited.open('/')
    await send(page, [
      pdfFile('one.pdf', distinct(await samplePdf())),
      pdfFile('two.pdf', distinct(await samplePdf())),
    ])
    await page.getByText('This number comes twice').waitFor()
    await page.getByRole('row', { name: /^Total in IDR/ }).waitFor()
    await look(page, 'batch-invoices')
    await page.getByRole('button', { name: 'One Coretax XML' }).click()
    await page.getByText('has the same invoice number').waitFor()
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Include them all' }).click()
    const xml = await readFile(await (await downloading).path(), 'utf8')
    expect(xml.match(/<TaxInvoice>/g)).toHaveLength(2)
  })

  it('shows a swimmer’s events by session and gives those that are ticked as a calendar', async () => {
    const page = await visited.open('/')
    await choose(page, [pdfFile('meet.pdf', await drawMeet(springSplash))])
    await page.getByRole('radio', { name: 'Heat sheets' }).check()
    await page.getByRole('textbox', { name: 'Swimmer' }).fill('Noémie Núñez; Ida Tamm')
    await page.getByRole('button', { name: 'Read 1 document' }).click()
    await page.waitForURL('**/batch/*')
    const add = page.getByRole('button', { name: /to my calendar/ })
    await add.waitFor()
    await look(page, 'batch-meet')
    await tourPictures(page, 'batch-meet')
    const boxes = page.getByRole('checkbox', { name: /^Choose Event/ })
    const all = await boxes.count()
    expect(all).toBeGreaterThan(1)
    await boxes.first().uncheck()
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

  it('is cancelled and tried again', async () => {
    const page = await visited.open('/')
    const pdf = await textPdf({ pages: 300 })
    await send(
      page,
      Array.from({ length: 6 }, (_, index) => pdfFile(`long ${index}.pdf`, distinct(pdf))),
    )
    await page.getByRole('button', { name: 'Cancel the rest' }).click()
    await page.getByText('Cancelled').first().waitFor()
    await page.getByRole('button', { name: 'Retry long 5.pdf' }).click()
    await page.getByRole('link', { name: 'Download TXT of long 5.pdf' }).waitFor()
  })

  it('goes on when Docket is started anew meanwhile, and when the tab is closed', async () => {
    const page = await visited.open('/', {
      complaintsToExpect: [/ERR_CONNECTION_RE(FUSED|SET)|ERR_INCOMPLETE_CHUNKED|status of 50\d/],
    })
    const pdf = await textPdf({ pages: 200 })
    await send(
      page,
      Array.from({ length: 5 }, (_, index) => pdfFile(`part ${index}.pdf`, distinct(pdf))),
    )
    const address = page.url()
    await visited.restart()
    await page.getByRole('link', { name: 'Download TXT of part 4.pdf' }).waitFor()
    const again = await page.context().newPage()
    await page.close()
    await again.goto(address)
    await again.getByRole('link', { name: 'Download TXT of part 0.pdf' }).waitFor()
  })
})

describe('a job', () => {
  it('shows everything about itself, and is shared until the link is taken back', async () => {
    const page = await visited.open('/')
    await send(page, [pdfFile('sample.pdf', distinct(await samplePdf()))])
    await page.getByRole('link', { name: 'sample.pdf', exact: true }).click()
    await page.getByRole('region', { name: 'Line items' }).waitFor()
    await page.getByText('The same with curl').click()
    await page.getByText(/curl -H "Authorization: Bearer/).waitFor()
    await look(page, 'job')
    await page.getByRole('button', { name: 'Make a link' }).click()
    const link = page.getByRole('link', { name: /\/result\// })
    const address = (await link.getAttribute('href')) ?? ''
    const stranger = await visited.open(new URL(address).pathname)
    await stranger.getByText('Somebody shared this result with you.').waitFor()
    await stranger.getByRole('region', { name: 'Line items' }).waitFor()
    await look(stranger, 'shared')
    await tourPictures(stranger, 'shared')
    await page.getByRole('button', { name: 'Take it back' }).click()
    await page.getByRole('button', { name: 'Make a link' }).waitFor()
    await stranger.reload()
    await stranger.getByRole('heading', { name: 'This link shows nothing' }).waitFor()
    await look(stranger, 'shared-gone')
  })

  it('that failed tells every attempt', async () => {
    const page = await visited.open('/')
    await send(page, [pdfFile('scan.pdf', distinct(await scannedPdf()))])
    await page
      .getByRole('list', { name: 'Documents' })
      .getByText(/holds only pictures/)
      .waitFor()
    await page.getByRole('link', { name: 'scan.pdf', exact: true }).click()
    await page.getByText('Attempt 1').waitFor()
    await page.getByRole('button', { name: 'Retry scan.pdf' }).click()
    await page.getByText('Attempt 1').nth(1).or(page.getByText('Attempt 2')).waitFor()
  })
})
