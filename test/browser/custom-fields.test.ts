import { describe, expect, it } from 'vitest'
import { samplePdf } from '../fixtures/pdfs.ts'
import { visitDocket } from '../support/browser/browser.ts'
import { takeScreenshots, takeScreenshotsAtSizes } from '../support/browser/screenshots.ts'
import { adminKey } from '../support/docket/tokens.ts'

const visited = visitDocket({ ADMIN_KEY: adminKey })

describe('custom fields', () => {
  it('are defined with the keyboard, tried on a PDF and saved as a mapping', async () => {
    const page = await visited.open('/mappings')
    await page.getByRole('link', { name: 'Define custom fields' }).click()
    await page.getByRole('heading', { name: 'Custom fields' }).waitFor()
    await page.getByText('Enter a field name to try it on a PDF.').waitFor()
    await page.getByRole('textbox', { name: 'Name', exact: true }).focus()
    await page.keyboard.type('Lamp bill')
    await page.keyboard.press('Tab')
    await page.keyboard.type('invoice_number')
    await page.getByRole('button', { name: 'Add field' }).focus()
    await page.keyboard.press('Enter')
    const second = page.getByRole('group', { name: 'Field 2', exact: true })
    await second.getByRole('textbox', { name: 'Field name' }).fill('due')
    await second.getByRole('combobox', { name: 'Type' }).selectOption('date')
    await page.getByRole('button', { name: 'Use sample' }).click()
    const values = page.getByRole('region', { name: 'Extracted values' })
    await values.getByText('LC-2026-0042').waitFor()
    await values.getByText('4 February 2026').waitFor()

    await page.getByRole('button', { name: 'Add field' }).click()
    const third = page.getByRole('group', { name: 'Field 3', exact: true })
    await third.getByRole('textbox', { name: 'Field name' }).fill('carrier')
    await page.getByText('No value found for carrier.').waitFor()
    await takeScreenshotsAtSizes(page, 'custom-fields')
    await page.reload()
    await expect
      .poll(() => third.getByRole('textbox', { name: 'Field name' }).inputValue())
      .toBe('carrier')

    await page.getByRole('button', { name: 'Save as draft' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Admin key').fill(adminKey)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.waitForURL('**/mappings/lamp_bill_v1')
  })

  it('include tables, in Indonesian too', async () => {
    const page = await visited.open('/mappings/custom-fields', { locale: 'id-ID' })
    const first = page.getByRole('group', { name: 'Kolom 1', exact: true })
    await first.getByRole('textbox', { name: 'Nama kolom' }).fill('barang')
    await first.getByRole('combobox', { name: 'Tipe' }).selectOption('table')
    await first.getByRole('button', { name: 'Tambah kolom tabel' }).click()
    const column = page.getByRole('group', { name: 'Kolom tabel 1', exact: true })
    await column.getByRole('textbox', { name: 'Nama kolom' }).fill('description')
    await page.getByRole('button', { name: 'Pakai contoh' }).click()
    await page.getByText('Lamp oil, 1 litre').first().waitFor()
    await takeScreenshots(page, 'custom-fields-id')
  })

  it('of an upload are corrected beside the page', async () => {
    const page = await visited.open('/')
    const schema = JSON.stringify({
      type: 'object',
      properties: { invoice_number: { type: 'string' }, carrier: { type: 'string' } },
    })
    const pdf = (await samplePdf({ number: 'OWN-9' })).toString('base64')
    const id = await page.evaluate(
      async ([text, base64]) => {
        const bytes = Uint8Array.from(atob(base64 ?? ''), (letter) => letter.charCodeAt(0))
        const form = new FormData()
        form.set('schema', text ?? '')
        form.set('file', new Blob([bytes]), 'own.pdf')
        const response = await fetch('/api/upload', { method: 'POST', body: form })
        const { job } = (await response.json()) as { job: { id: string } }
        await fetch(`/api/jobs/${job.id}?wait=50`)
        return job.id
      },
      [schema, pdf],
    )
    await page.goto(`${visited.url}/review/${id}`)
    const carrier = page.getByRole('textbox', { name: 'carrier' })
    await carrier.fill('Andong Cepat')
    await carrier.press('Enter')
    await takeScreenshots(page, 'custom-fields-review')
    await page.getByRole('button', { name: /^Approve/ }).click()
    await expect
      .poll(async () => {
        const response = await page.request.get(`${visited.url}/api/jobs/${id}/download`)
        return response.json() as Promise<unknown>
      })
      .toEqual({ invoice_number: 'OWN-9', carrier: 'Andong Cepat' })
  })
})
