import ICAL from 'ical.js'
import type { Page } from 'playwright-core'
import { describe, expect, it, vi } from 'vitest'
import type { BatchResponse } from '../../src/domain/job/batch.ts'
import { drawMeet, type Meet, springSplash } from '../fixtures/meets.ts'
import { needsBrowser } from '../support/browser/browser.ts'
import {
  sizes,
  takeScreenshots,
  takeTourScreenshots,
  takeScreenshotsInThemes,
} from '../support/browser/screenshots.ts'
import { visitDocketWithMail } from '../support/browser/browser-with-mail.ts'
import { fileServerForTest } from '../support/servers/file-server.ts'

const patience = 60_000
const { mail, visited } = visitDocketWithMail()
const phone = { viewport: sizes.phone }

/** A newer sheet: Noémie is in another lane. */
const changed: Meet = {
  ...springSplash,
  events: springSplash.events.map((event) => ({
    ...event,
    heats: event.heats.map((heat) => ({
      ...heat,
      swimmers: heat.swimmers.map((one) => (one.lane === 3 ? { ...one, lane: 6 } : one)),
    })),
  })),
}

/** Sends a meet at a URL in this page's session, and opens its page. */
async function openMeet(page: Page) {
  const site = { bytes: await drawMeet(springSplash) }
  const { url } = await fileServerForTest((_, response) => response.end(site.bytes))
  const { batch } = await page.evaluate<BatchResponse>(`(async () => {
    const form = new FormData()
    form.append('params', JSON.stringify({ swimmer: 'Noemie Nunez' }))
    form.append('url', '${url}/saturday.pdf')
    return (await fetch('/api/batch/extract', { method: 'POST', body: form })).json()
  })()`)
  await page.goto(`${visited.url}/batch/${batch.id}`)
  await page.getByRole('heading', { level: 1, name: /Noémie B Núñez/ }).waitFor()
  return { site, id: batch.id }
}

/** Reads a calendar as a phone does, without a session. */
async function readCalendar(webcal: string): Promise<string[]> {
  const response = await fetch(webcal.replace('webcal:', 'http:'))
  expect(response.headers.get('content-type')).toContain('text/calendar')
  const calendar = new ICAL.Component(ICAL.parse(await response.text()) as unknown[])
  const events = calendar.getAllSubcomponents('vevent').map((one) => new ICAL.Event(one))
  return events.map(({ summary }) => summary)
}

describe('links to a meet', needsBrowser, () => {
  it('open an emailed result in any browser until it is revoked', async () => {
    const page = await visited.open('/', phone)
    const { id } = await openMeet(page)
    const body = JSON.stringify({ email: 'ada@example.com', language: 'en' })
    await page.evaluate(`fetch('/api/batch/${id}/notify', {
      method: 'POST', headers: { 'content-type': 'application/json' }, body: ${JSON.stringify(body)} })`)
    await vi.waitFor(() => expect(mail.recipients).toEqual(['ada@example.com']), patience)
    const path = /\/shared\/[\w-]{16}/.exec(mail.mails[0]?.text ?? '')?.[0] ?? ''
    const stranger = await visited.open(path, phone)
    await stranger.getByRole('heading', { level: 1, name: /Spring Splash.*Noémie/ }).waitFor()
    await stranger.getByText('Heat 1 of 1 · Lane 3').waitFor()
    await stranger.getByRole('link', { name: 'Download saturday.pdf as JSON' }).waitFor()
    expect(await stranger.getByRole('button', { name: /Revoke|Read again|newer/ }).count()).toBe(0)
    await takeScreenshots(stranger, 'meet-shared-phone')
    await page.reload()
    await page.getByRole('button', { name: 'Revoke link' }).waitFor()
    const saved = page.waitForResponse(
      (response) => response.url().endsWith('/links') && response.request().method() === 'POST',
    )
    await page.getByRole('button', { name: 'Add swimmer' }).click()
    await page.getByRole('searchbox', { name: 'Who is swimming?' }).fill('orsi')
    await page.getByRole('button', { name: /^Bo Orsi/ }).click()
    await saved
    await stranger.reload()
    await stranger.getByRole('heading', { level: 1, name: /Noémie B Núñez, Bo Orsi/ }).waitFor()
    await page.getByRole('button', { name: 'Revoke link' }).click()
    await page.getByRole('button', { name: 'Revoke link' }).waitFor({ state: 'detached' })
    await stranger.reload()
    await stranger.getByRole('heading', { name: 'This link isn’t available' }).waitFor()
  })

  it('share the chosen swimmers, and a calendar that updates with newer sheets', async () => {
    const page = await visited.open('/', phone)
    const { site } = await openMeet(page)
    await page.getByRole('button', { name: 'Add swimmer' }).click()
    await page.getByRole('searchbox', { name: 'Who is swimming?' }).fill('orsi')
    await page.getByRole('button', { name: /^Bo Orsi/ }).click()
    await page.getByRole('heading', { level: 1, name: /Bo Orsi/ }).waitFor()
    await page.getByRole('button', { name: 'Share' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Create link' }).click()
    const shared = await dialog.getByRole('link', { name: /\/shared\// }).getAttribute('href')
    await dialog.getByRole('button', { name: 'Create calendar' }).click()
    const subscribe = dialog.getByRole('link', { name: 'Subscribe' })
    const webcal = (await subscribe.getAttribute('href')) ?? ''
    expect(webcal).toMatch(/^webcal:\/\//)
    await takeScreenshots(page, 'meet-share-dialog')
    expect(await readCalendar(webcal)).toEqual([
      expect.stringContaining('heat 1, lane 3'),
      expect.stringContaining('Noémie B Núñez: #3'),
      expect.stringContaining('Bo Orsi: #3'),
    ])
    await page.keyboard.press('Escape')
    const other = await visited.open(new URL(shared ?? '').pathname + new URL(shared ?? '').search)
    await other.getByRole('heading', { level: 1, name: /Noémie B Núñez, Bo Orsi/ }).waitFor()
    await takeScreenshots(other, 'meet-shared-desk')
    await takeTourScreenshots(other, 'shared-meet')
    const check = page.getByRole('button', { name: 'Check for a newer sheet' })
    await check.click()
    await page.getByText('No newer sheet.').waitFor()
    site.bytes = await drawMeet(changed)
    await check.click()
    await page.getByText('Event 1, Girls 11-12 50 Yard Freestyle · lane 3 → 6').waitFor()
    await page.getByText('Heat 1 of 1 · Lane 6').waitFor()
    await page.getByText('Reading it now').waitFor({ state: 'detached' })
    await takeScreenshots(page, 'meet-newer')
    expect((await readCalendar(webcal))[0]).toContain('heat 1, lane 6')
    await page.getByRole('button', { name: 'Share' }).click()
    await dialog.getByRole('button', { name: 'Revoke' }).last().click()
    await dialog.getByRole('button', { name: 'Create calendar' }).waitFor()
    expect((await fetch(webcal.replace('webcal:', 'http:'))).status).toBe(404)
  })

  it('are shown in Indonesian', async () => {
    const page = await visited.open('/', { ...phone, locale: 'id-ID' })
    await openMeet(page)
    await page.getByRole('button', { name: 'Tambah perenang' }).click()
    await page.getByText('6 perenang di lembar ini').waitFor()
    await page.getByText('Zona waktu dan pengingat').click()
    await takeScreenshots(page, 'meet-id-phone')
    await page.setViewportSize(sizes.desk)
    await takeScreenshots(page, 'meet-id-desk')
    await page.getByRole('button', { name: 'Bagikan' }).click()
    await page.getByRole('button', { name: 'Buat kalender' }).click()
    await page.getByRole('link', { name: 'Berlangganan' }).waitFor()
    await takeScreenshotsInThemes(page, 'meet-id-share')
    await page.keyboard.press('Escape')
    await takeScreenshots(page, 'meet-id-desk-dark')
    await page.setViewportSize(sizes.phone)
    await takeScreenshots(page, 'meet-id-phone-dark')
  })
})
