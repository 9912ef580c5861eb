import { describe, expect, it, vi } from 'vitest'
import type { Page } from 'playwright-core'
import { textPdf } from '../fixtures/pdfs.ts'
import { visitDocket } from '../support/browser/browser.ts'
import { takeScreenshots, sizes } from '../support/browser/screenshots.ts'
import { readJob, type Visitor, visitor } from '../support/docket/visitor.ts'
import { adminKey } from '../support/docket/tokens.ts'

const visited = visitDocket({ ADMIN_KEY: adminKey, LEASE_TTL_SECONDS: '3' })

/** Uploads a document and waits until its job has ended. */
async function read(person: Visitor, mapping: string): Promise<string> {
  const { id } = await readJob(await person.upload(new Uint8Array(await textPdf()), { mapping }))
  const ended = vi.waitFor(async () => {
    const { status } = await person.job(id)
    expect(['complete', 'failed']).toContain(status)
    return status
  }, 60_000)
  return ended
}

async function open(page: Page): Promise<void> {
  await page.getByLabel('Admin key').fill(adminKey)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Failed jobs' }).waitFor()
}

describe('the admin page', () => {
  it('rejects a wrong key, and shows and controls the queue with the right key', async () => {
    const person = visitor(visited.url)
    expect(await read(person, 'document_text_v1')).toBe('complete')
    expect(await read(person, 'sample_invoice_v1')).toBe('failed')
    const page = await visited.open('/settings')
    await page.getByRole('link', { name: 'System status' }).click()
    await page.getByLabel('Admin key').waitFor()
    await takeScreenshots(page, 'admin-key')
    await page.getByLabel('Admin key').fill('another key that is as long as it')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('Couldn’t load').waitFor()
    await page.getByRole('button', { name: 'Try again' }).click()
    await open(page)

    await page.getByText('1 complete and 1 failed in the last hour').waitFor()
    await page.getByRole('button', { name: 'Pause queue' }).click()
    await page.getByText('No new jobs will start').waitFor()
    const { id } = await readJob(
      await person.upload(new Uint8Array(await textPdf({ text: 'Held' }))),
    )
    const waiting = page.getByRole('list', { name: 'Running and waiting jobs' })
    await waiting.getByText(id).waitFor()
    await page.getByRole('button', { name: `Change priority of job ${id}` }).click()
    await page.getByLabel(/^Priority/).fill('20')
    await page.keyboard.press('Enter')
    await waiting.getByText(/priority 20/).waitFor()
    expect((await person.job(id)).priority).toBe(20)
    const other = await readJob(
      await person.upload(new Uint8Array(await textPdf({ text: 'Not wanted' }))),
    )
    await page.getByRole('button', { name: `Cancel job ${other.id}` }).click()
    await takeScreenshots(page, 'admin-cancel')
    await page.getByRole('button', { name: 'Cancel 1 job', exact: true }).click()
    await page
      .getByRole('button', { name: `Cancel job ${other.id}` })
      .waitFor({ state: 'detached' })
    expect((await person.job(other.id)).status).toBe('cancelled')
    await page.getByLabel('Code').fill('MAPPING_MISMATCH')
    await page.getByRole('button', { name: 'Search', exact: true }).last().click()
    await page.getByText('1 failed job', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Retry all' }).click()
    await page.getByRole('dialog', { name: 'Retry 1 job?' }).waitFor()
    await takeScreenshots(page, 'admin-requeue')
    await page.getByRole('button', { name: 'Retry 1', exact: true }).click()
    await page.getByText('No failed jobs match.').waitFor()
    expect((await person.job(id)).status).toBe('queued')
    await page.getByRole('button', { name: 'Resume queue' }).click()
    await vi.waitFor(async () => expect((await person.job(id)).status).toBe('complete'), 60_000)

    await page.getByRole('button', { name: 'Preview' }).click()
    await page.getByText('Nothing to clean up.').waitFor()
    await page.getByLabel('Period').selectOption('7 days')
    await page.getByText('MAPPING_MISMATCH').first().waitFor()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByLabel('Admin key').waitFor()
  })

  it('is accessible on a phone and a desktop, in dark and light mode, in both languages', async () => {
    const viewports = [
      { viewport: sizes.phone, colorScheme: 'dark' },
      { viewport: sizes.desk, colorScheme: 'light' },
    ] as const
    for (const viewport of viewports) {
      const page = await visited.open('/admin', viewport)
      await open(page)
      await page.getByText('MAPPING_MISMATCH').first().waitFor()
      await takeScreenshots(page, `admin-${viewport.colorScheme}`)
    }
    const page = await visited.open('/admin', { locale: 'id-ID' })
    await page.getByRole('heading', { name: 'Status sistem' }).waitFor()
    await page.getByLabel('Kunci admin').fill(adminKey)
    await page.keyboard.press('Enter')
    await page.getByText('Tata letak dokumen ini bukan').first().waitFor()
  })
})
