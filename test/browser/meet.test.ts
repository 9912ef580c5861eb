import { readFile } from 'node:fs/promises'
import ICAL from 'ical.js'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { BatchResponse } from '../../src/domain/job/batch.ts'
import { drawMeet, type Meet, springSplash, sundaySplash } from '../fixtures/meets.ts'
import { makeUnique } from '../fixtures/pdfs.ts'
import { drawReport, sundayReport } from '../fixtures/session-reports.ts'
import { type ChosenFile, pauseQueue, pdfFile, visitDocket } from '../support/browser/browser.ts'
import { deferred } from '../support/processes/deferred.ts'
import { fileServerForTest } from '../support/servers/file-server.ts'
import { sizes, takeScreenshots } from '../support/browser/screenshots.ts'
import { sendSheets } from '../support/browser/send-sheets.ts'
import { adminKey } from '../support/docket/tokens.ts'

const visited = visitDocket({
  ADMIN_KEY: adminKey,
  NODE_ENV: 'test',
  ALLOW_LOOPBACK_URLS_FOR_TESTS: 'true',
})
const phone = { viewport: sizes.phone }

const programs = async () => [
  pdfFile('saturday.pdf', await drawMeet(springSplash)),
  pdfFile('sundaySplash.pdf', await drawMeet(sundaySplash)),
  pdfFile('timeline.pdf', await drawReport(sundayReport)),
]

async function openSheets(page: Page, files: ChosenFile[], swimmer: string): Promise<void> {
  await sendSheets(page, files, swimmer)
  await page.waitForURL('**/batch/*')
}

function parseCalendar(ics: string) {
  const calendar = new ICAL.Component(ICAL.parse(ics) as unknown[])
  return calendar.getAllSubcomponents('vevent').map((component) => new ICAL.Event(component))
}

async function saveCalendar(page: Page, button = /to calendar/) {
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).click()
  const file = await downloading
  const events = parseCalendar(await readFile(await file.path(), 'utf8'))
  return { name: file.suggestedFilename(), events }
}

/** Opens the batch of a sheet and of another that is read only once the returned function is called. */
async function openSheetBeforeAnother(page: Page, sheet: Meet, other: Uint8Array) {
  const isWanted = deferred()
  const { url } = await fileServerForTest((request, response) => {
    if (request.url === '/sheet.pdf') void drawMeet(sheet).then((pdf) => response.end(pdf))
    else void isWanted.promise.then(() => response.end(other))
  })
  const { batch } = await page.evaluate<BatchResponse>(`(async () => {
    const form = new FormData()
    form.append('params', JSON.stringify({ swimmer: 'Ada Ahlgren' }))
    for (const name of ['other', 'sheet']) form.append('url', '${url}/' + name + '.pdf')
    return (await fetch('/api/batch/extract', { method: 'POST', body: form })).json()
  })()`)
  await page.goto(`${visited.url}/batch/${batch.id}`)
  await page.getByRole('heading', { level: 1, name: /Ada Ahlgren/ }).waitFor()
  return isWanted.resolve
}

const swims = (page: Page) => page.getByRole('checkbox', { name: /^Select Event/ })

describe('a meet on a phone', () => {
  it('shows each swim once, with the time from the session report, and lists sheets without swims', async () => {
    const page = await visited.open('/', phone)
    const [saturday, sundaySheet, report] = await programs()
    const copy = pdfFile('again.pdf', makeUnique(await drawMeet(springSplash)))
    const files = [saturday, sundaySheet, report, copy].filter((one) => one !== undefined)
    await openSheets(page, files, 'Noemie Nunez')
    await page.getByRole('heading', { level: 1, name: /Spring Splash.*Noémie B Núñez/ }).waitFor()
    await page.getByText('only its times were used').waitFor()
    await page.getByText('From saturday.pdf, again.pdf').first().waitFor()
    await expect.poll(() => swims(page).count()).toBe(4)
    await page.getByText('08:30').first().waitFor()
    expect(await page.getByText('No time').count()).toBe(0)
    expect(await page.title()).toContain('Spring Splash · Noémie B Núñez')
    await takeScreenshots(page, 'meet-phone')
    const documents = page.getByRole('region', { name: 'Documents' })
    const [lastSwim, section] = [
      await swims(page).last().boundingBox(),
      await documents.boundingBox(),
    ]
    expect(section?.y).toBeGreaterThan(lastSwim?.y ?? Infinity)
    await page.emulateMedia({ media: 'print' })
    await documents.waitFor({ state: 'hidden' })
    expect(await page.getByRole('heading', { name: 'Sunday AM' }).isVisible()).toBe(true)
    expect(await page.getByRole('button', { name: /to calendar/ }).isVisible()).toBe(false)
    await page.emulateMedia({ media: null })
    const { name, events } = await saveCalendar(page)
    expect(name).toBe('noemie-b-nunez-2-sessions.ics')
    expect(new Set(events.map(({ uid }) => uid)).size).toBe(4)
    expect(events.some(({ startDate }) => startDate.isDate)).toBe(false)
  })

  it('opens a session by its link on a fresh load, before and after its sheet is read', async () => {
    const page = await visited.open('/', phone)
    const resume = await pauseQueue(visited.url)
    await openSheets(page, await programs(), 'Noemie Nunez')
    const address = `${page.url()}#session-2`
    await page.goto('about:blank')
    await page.goto(address)
    await resume()
    const heading = page.getByRole('heading', { name: 'Sunday AM' })
    await heading.waitFor()
    await expect.poll(async () => (await heading.boundingBox())?.y).toBeLessThan(60)
    await page.goto('about:blank')
    await page.goto(address)
    await expect.poll(async () => (await heading.boundingBox())?.y).toBeLessThan(60)
  })

  it('offers all swimmers with a surname, and is corrected without a new upload', async () => {
    const page = await visited.open('/', phone)
    await openSheets(page, await programs(), 'Ahlgren')
    await page.getByText(/Ahlgren.*(Which one|Did you mean)/).waitFor()
    await takeScreenshots(page, 'meet-which-swimmer')
    await page.getByRole('button', { name: /^Ada Ahlgren.*LAKE-XX/ }).click()
    await page.getByRole('heading', { level: 1, name: /Ada Ahlgren/ }).waitFor()
    await expect.poll(() => swims(page).count()).toBe(2)
    await page.getByText('Event 2, Girls 13 & Over 100 Yard IM').first().waitFor()
    await expect.poll(() => page.getByText('Narrow it down').count()).toBe(0)
    await page.getByRole('button', { name: 'Add swimmer' }).click()
    await page.getByRole('searchbox', { name: 'Who is swimming?' }).fill('tam')
    await page.getByRole('button', { name: /^Ida Tamm/ }).click()
    await expect.poll(() => swims(page).count()).toBe(4)
    const start = page.getByLabel('Session start').last()
    await start.fill('09:15')
    await page.getByText('09:25').waitFor()
    await page.getByText('The sheets don’t state a time zone').waitFor()
    await page.getByText('Time zone and reminders').click()
    await page.getByLabel('Pool time zone').selectOption('Asia/Jakarta')
    await page.getByText('Times are in the pool’s time zone, Asia/Jakarta.').waitFor()
    await page.getByLabel('Remind me').selectOption('30 min before')
    await expect.poll(() => new URL(page.url()).searchParams.get('time_zone')).toBe('Asia/Jakarta')
    await page.reload()
    await page.getByText('09:25').waitFor()
    const { events } = await saveCalendar(page)
    const moved = events.find(({ startDate }) => startDate.toString() === '2026-05-03T02:25:00Z')
    const alarm = moved?.component.getFirstSubcomponent('valarm')
    expect(String(alarm?.getFirstPropertyValue('trigger'))).toBe('-PT30M')
    const listStarts = (all: typeof events) =>
      all.map(({ startDate }) => startDate.toString()).sort()
    const whole = await saveCalendar(page, /^Calendar/)
    expect(listStarts(whole.events)).toEqual(listStarts(events))
    await takeScreenshots(page, 'meet-adjusted')
  })

  it.each([
    ['a session report', () => drawReport(sundayReport)],
    ['a sheet that states the day', () => drawMeet(sundaySplash)],
  ])('keeps a corrected start while %s is read', async (_, drawOther) => {
    const page = await visited.open('/', { ...phone, locale: 'id-ID' })
    const undated = { ...sundaySplash, title: 'Spring Splash' }
    const readOther = await openSheetBeforeAnother(page, undated, await drawOther())
    const start = page.getByLabel('Mulai sesi')
    await start.fill('09:15')
    await page.getByText('09:15', { exact: true }).first().waitFor()
    const isKept = async () => {
      await expect.poll(() => start.count()).toBe(1)
      await expect.poll(() => start.inputValue()).toBe('09:15')
      await page.getByText('09:15', { exact: true }).first().waitFor()
    }
    await page.reload()
    await isKept()
    readOther()
    await page.getByText('1 dokumen belum', { exact: false }).waitFor({ state: 'detached' })
    await isKept()
    await page.reload()
    await isKept()
    await start.fill('')
    await start.blur()
    await expect.poll(() => new URL(page.url()).searchParams.get('start')).toBe(null)
  })

  it('hides nothing behind the bar at the bottom', async () => {
    const page = await visited.open('/', phone)
    await openSheets(page, await programs(), 'Noemie Nunez')
    await swims(page).first().waitFor()
    const bar = page.getByRole('button', { name: /to calendar/ })
    const count = await swims(page).count()
    for (let index = 0; index < count; index++) {
      await swims(page).nth(index).focus()
      const [field, top] = [await swims(page).nth(index).boundingBox(), await bar.boundingBox()]
      expect((field?.y ?? 0) + (field?.height ?? 0)).toBeLessThanOrEqual(top?.y ?? 0)
    }
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
    const footer = await page.getByRole('contentinfo').boundingBox()
    const last = await bar.boundingBox()
    expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(footer?.y ?? 0)
  })
})
