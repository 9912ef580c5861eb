import type { Page } from 'playwright-core'
import { describe, expect, it, vi } from 'vitest'
import type { BatchResponse } from '../../src/domain/job/batch.ts'
import { makeUnique, textPdf } from '../fixtures/pdfs.ts'
import { needsBrowser } from '../support/browser/browser.ts'
import { takeScreenshots, sizes } from '../support/browser/screenshots.ts'
import { visitDocketWithMail } from '../support/browser/browser-with-mail.ts'
import { deferred } from '../support/processes/deferred.ts'
import { receiverForTest } from '../support/servers/file-server.ts'

const patience = 60_000
const { mail, visited } = visitDocketWithMail()

/**
 * Takes only two of the four combinations: a phone in dark mode and a desktop in light mode reveal the same problems.
 */
async function screenshotBoth(page: Page, name: string): Promise<void> {
  for (const [size, theme] of [
    ['phone', 'dark'],
    ['desk', 'light'],
  ] as const) {
    await page.setViewportSize(sizes[size])
    await page.emulateMedia({ colorScheme: theme })
    await takeScreenshots(page, `${name}-${size}-${theme}`)
  }
}

/** Makes the page find a service worker whose installation has just begun. */
const installLate = `
  const { serviceWorker } = navigator
  const register = serviceWorker.register.bind(serviceWorker)
  serviceWorker.register = () => new Promise(() => {})
  serviceWorker.getRegistration = () => register('/sw.js')
`

const pretendHidden = `Object.defineProperty(document, 'hidden', { get: () => true })`

/** Waits until the service worker shows exactly this notification. */
async function expectNotification(page: Page, text: string): Promise<void> {
  await vi.waitFor(async () => {
    const shown = await page.evaluate<string[]>(
      `navigator.serviceWorker.ready.then((worker) => worker.getNotifications()).then((all) => all.map((one) => one.title + ': ' + one.body))`,
    )
    expect(shown).toEqual([text])
  }, patience)
}

/** Serves a document once the test resolves `isLookedAt`. A repeated request gets the same response. */
async function slowSite() {
  const pdf = makeUnique(await textPdf())
  const isLookedAt = deferred()
  const site = await receiverForTest(
    (_, response) => void isLookedAt.promise.then(() => response.end(pdf)),
  )
  return { site, isLookedAt }
}

/** Sends one document that is read and others that stay in the queue, in the session of this page. */
async function sendBatch(page: Page, urls: string[]): Promise<string> {
  const bytes = JSON.stringify([...makeUnique(await textPdf())])
  const response = await page.evaluate<BatchResponse>(`(async () => {
    const form = new FormData()
    form.append('file', new File([new Uint8Array(${bytes})], 'here.pdf', { type: 'application/pdf' }))
    for (const url of ${JSON.stringify(urls)}) form.append('url', url)
    return (await fetch('/api/batch/extract', { method: 'POST', body: form })).json()
  })()`)
  return response.batch.id
}

/** The service worker shows them. */
const withNotifications: Parameters<typeof visited.open>[1] = {
  permissions: ['notifications'],
  serviceWorkers: 'allow',
}

describe('notifications', needsBrowser, () => {
  it('are sent by email and by the browser', async () => {
    const { site, isLookedAt } = await slowSite()
    const page = await visited.open('/', withNotifications)
    const id = await sendBatch(page, [`${site.url}/slow.pdf`])
    await page.goto(`${visited.url}/batch/${id}`)
    const field = page.getByLabel('Email me when it’s done')
    await field.waitFor()
    await page.getByRole('button', { name: 'Notify me in this browser' }).waitFor()
    await field.focus()
    await page.keyboard.type('ada@example.com')
    await page.keyboard.press('Enter')
    await page.getByRole('listitem').filter({ hasText: 'We’ll email ada@example.com' }).waitFor()
    await page.getByRole('button', { name: 'Notify me in this browser' }).press('Enter')
    await page.getByText('You’ll get a notification when it’s done').waitFor()
    await screenshotBoth(page, 'notify-requested')
    await page.evaluate(pretendHidden)
    isLookedAt.resolve()
    await vi.waitFor(() => expect(mail.recipients).toEqual(['ada@example.com']), patience)
    await expectNotification(page, '2 documents done: 2 complete')
    const link = /http:\S+\/unsubscribe\/\S+/.exec(mail.mails[0]?.text ?? '')?.[0] ?? ''
    await page.goto(link)
    await page.getByRole('button', { name: 'Unsubscribe', exact: true }).click()
    await page.getByText('You’re unsubscribed.').waitFor()
    await takeScreenshots(page, 'unsubscribed')
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('You’re subscribed again').waitFor()
    await page.getByRole('link', { name: 'Privacy' }).click()
    await page.getByRole('heading', { name: 'Privacy' }).waitFor()
    await screenshotBoth(page, 'privacy')
  })

  it('are shown by the browser after the installation of its service worker', async () => {
    const { site, isLookedAt } = await slowSite()
    // A page without the app, which would install the service worker.
    const page = await visited.open('/openapi.json', withNotifications)
    await page.addInitScript(installLate)
    const id = await sendBatch(page, [`${site.url}/slow.pdf`])
    await page.goto(`${visited.url}/batch/${id}`)
    await page.getByRole('button', { name: 'Notify me in this browser' }).press('Enter')
    await page.getByText('You’ll get a notification when it’s done').waitFor()
    await page.evaluate(pretendHidden)
    isLookedAt.resolve()
    await expectNotification(page, '2 documents done: 2 complete')
  })
})

describe('webhooks in the settings', needsBrowser, () => {
  it('can be added, list their deliveries and resend one', async () => {
    let status = 500
    const hook = await receiverForTest((_, response) => void response.writeHead(status).end())
    const page = await visited.open('/settings')
    await page.getByLabel('URL').focus()
    await page.keyboard.type(`${hook.url}/docket`)
    for (const name of ['Document complete', 'Document needs review', 'Document failed']) {
      await page.getByRole('checkbox', { name }).uncheck()
    }
    await page.getByRole('button', { name: 'Add webhook' }).press('Enter')
    await page.getByText(/^whsec_/).waitFor()
    const entry = page.getByRole('list', { name: 'Webhooks' }).getByRole('listitem').first()
    await entry.getByText('No deliveries yet', { exact: true }).waitFor()
    await sendBatch(page, [])
    await vi.waitFor(() => expect(hook.received).toHaveLength(1), patience)
    expect(JSON.parse(hook.received[0]?.body ?? '')).toMatchObject({ type: 'batch.ended' })
    await entry.getByRole('button', { name: 'Show deliveries' }).press('Enter')
    const log = page.getByRole('list', { name: 'Deliveries to' })
    await log.getByText('status 500').waitFor()
    status = 204
    await log.getByText('Delivered').waitFor()
    // Two attempts may have been made before the log was loaded.
    const before = hook.received.length
    await log.getByRole('button', { name: 'Resend: Batch finished' }).press('Enter')
    await vi.waitFor(() => expect(hook.received).toHaveLength(before + 1), patience)
    const ids = new Set(hook.received.map(({ headers }) => headers['webhook-id']))
    expect(ids.size).toBe(1)
    const tries = log.getByText(`${before + 1} attempts`)
    await tries.waitFor()
    await page.reload()
    await entry.getByText('Active', { exact: true }).waitFor()
    await entry.getByRole('button', { name: 'Show deliveries' }).click()
    await tries.waitFor()
    await screenshotBoth(page, 'webhook-log')
    await entry.getByRole('button', { name: 'Disable' }).press('Enter')
    await entry.getByText('Disabled', { exact: true }).waitFor()
    await page.getByRole('radio', { name: 'Bahasa Indonesia' }).check()
    await page.getByText('Nonaktif', { exact: true }).waitFor()
    await takeScreenshots(page, 'webhooks-id')
    await page.getByRole('button', { name: 'Hapus webhook' }).press('Enter')
    await page.getByText('Nonaktif', { exact: true }).waitFor({ state: 'detached' })
  })
})
