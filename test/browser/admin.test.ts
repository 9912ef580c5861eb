import { describe, expect, it, vi } from 'vitest'
import type { Page } from 'playwright-core'
import { textPdf } from '../fixtures/pdfs.ts'
import { look, sizes, visitDocket } from '../support/browser.ts'
import { jobOf, type Visitor, visitor } from '../support/docket.ts'
import { adminKey } from '../support/tokens.ts'

const visited = visitDocket({ ADMIN_KEY: adminKey, LEASE_TTL_SECONDS: '3' })

/** Sends a document and waits until it has ended. */
async function read(person: Visitor, mapping: string): Promise<string> {
  const { id } = await jobOf(await person.upload(new Uint8Array(await textPdf()), { mapping }))
  const ended = vi.waitFor(async () => {
    const { status } = await person.job(id)
    expect(['complete', 'failed']).toContain(status)
    return status
  }, 60_000)
  return ended
}

async function open(page: Page): Promise<void> {
  await page.getByLabel('The operator’s key').fill(adminKey)
  await page.getByRole('button', { name: 'Open' }).click()
  await page.getByRole('heading', { name: 'Failed jobs' }).waitFor()
}

describe('the page of the operator', () => {
  it('refuses another key, and shows and steers the queue with the right one', async () => {
    const person = visitor(visited.url)
    expect(await read(person, 'document_text_v1')).toBe('complete')
    expect(await read(person, 'sample_invoice_v1')).toBe('failed')
    const page = await visited.open('/settings')
    await page.getByRole('link', { name: 'Go to the operator’s page' }).click()
    await page.getByLabel('The operator’s key').waitFor()
    await look(page, 'admin-key')
    await page.getByLabel('The operator’s key').fill('another key that is as long as it')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('could not be loaded').waitFor()
    await page.getByRole('button', { name: 'Try again' }).click()
    await open(page)

    await page.getByText('1 document read and 1 failed within an hour').waitFor()
    await page.getByRole('button', { name: 'Pause the queue' }).click()
    await page.getByText('no worker begins another job').waitFor()
    const { id } = await jobOf(await person.upload(new Uint8Array(await textPdf({ text: 'Held' }))))
    await page.getByLabel('Code').fill('MAPPING_MISMATCH')
    await page.getByRole('button', { name: 'Find' }).click()
    await page.getByText('1 failed job', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Try these again' }).click()
    await page.getByRole('dialog', { name: 'Try 1 job again?' }).waitFor()
    await look(page, 'admin-requeue')
    await page.getByRole('button', { name: 'Try 1 again' }).click()
    await page.getByText('No failed job fits.').waitFor()
    expect((await person.job(id)).status).toBe('queued')
    await page.getByRole('button', { name: 'Let it go on' }).click()
    await vi.waitFor(async () => expect((await person.job(id)).status).toBe('complete'), 60_000)

    await page.getByRole('button', { name: 'See what is due' }).click()
    await page.getByText('Nothing is due.').waitFor()
    await page.getByLabel('Period').selectOption('7 days')
    await page.getByText('MAPPING_MISMATCH').first().waitFor()
    await page.getByRole('button', { name: 'Lock' }).click()
    await page.getByLabel('The operator’s key').waitFor()
  })

  it('is for everyone: on a phone in the dark, at a desk by day, in both languages', async () => {
    const ways = [
      { viewport: sizes.phone, colorScheme: 'dark' },
      { viewport: sizes.desk, colorScheme: 'light' },
    ] as const
    for (const way of ways) {
      const page = await visited.open('/admin', way)
      await open(page)
      await page.getByText('MAPPING_MISMATCH').first().waitFor()
      await look(page, `admin-${way.colorScheme}`)
    }
    const page = await visited.open('/admin', { locale: 'id-ID' })
    await page.getByRole('heading', { name: 'Ruang operator' }).waitFor()
  })
})
