import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { makeUnique, samplePdf, scannedPdf, textPdf } from '../fixtures/pdfs.ts'
import {
  choose,
  countStoredItems,
  pdfFile,
  pressUntil,
  visitDocket,
  withoutOcr,
} from '../support/browser/browser.ts'
import { takeScreenshots, sizes, takeScreenshotsInThemes } from '../support/browser/screenshots.ts'

const visited = visitDocket(withoutOcr)

const readBackground = (page: Page) =>
  page.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor')

describe('the settings', () => {
  it('change the language immediately and remember it', async () => {
    const page = await visited.open('/settings')
    await page.getByRole('radio', { name: 'Bahasa Indonesia' }).check()
    await page.getByRole('heading', { name: 'Pengaturan' }).waitFor()
    expect(await page.evaluate<string>('document.documentElement.lang')).toBe('id')
    expect(await page.evaluate<string>('document.activeElement.id')).toBe('language-id')
    await takeScreenshots(page, 'settings-id')
    await page.goto(visited.url)
    await page.getByRole('heading', { name: 'Ubah PDF menjadi data' }).waitFor()
    await takeScreenshots(page, 'upload-id')
  })

  it('use the browser language until the user chooses one', async () => {
    const page = await visited.open('/queue', { locale: 'id-ID' })
    await page.getByRole('heading', { name: 'Belum ada pekerjaan' }).waitFor()
  })

  it('change the theme, which applies before the first paint of the next visit', async () => {
    const page = await visited.open('/settings', {
      colorScheme: 'light',
      expectedErrors: [/ERR_FAILED/],
    })
    const light = await readBackground(page)
    await page.getByRole('radio', { name: 'Dark' }).check()
    await expect.poll(() => readBackground(page)).not.toBe(light)
    const dark = await readBackground(page)
    await takeScreenshots(page, 'settings-dark')
    await page.route('**/assets/*.js', (route) => route.abort())
    await page.reload({ waitUntil: 'domcontentloaded' }).catch(() => undefined)
    expect(await readBackground(page)).toBe(dark)
  })

  it('disable letter shortcuts', async () => {
    const page = await visited.open('/settings')
    await page.getByRole('checkbox', { name: 'Single-key shortcuts' }).uncheck()
    await page.keyboard.press('g')
    await page.keyboard.press('q')
    await page.getByRole('checkbox', { name: 'Single-key shortcuts' }).check()
    await pressUntil(page, ['g', 'u'], page.getByRole('heading', { name: 'Turn PDFs into data' }))
  })
})

describe('the installed app', () => {
  it('opens offline with earlier choices', async () => {
    const page = await visited.open('/', {
      expectedErrors: [/ERR_INTERNET_DISCONNECTED/],
      serviceWorkers: 'allow',
    })
    await page.evaluate('navigator.serviceWorker.ready')
    await choose(page, [pdfFile('kept.pdf', await textPdf())])
    await page.getByRole('button', { name: 'Process 1 document' }).waitFor()
    await expect.poll(() => countStoredItems(page)).toBe(1)
    await page.reload()
    await page.getByRole('button', { name: 'Process 1 document' }).waitFor()
    await page.context().setOffline(true)
    await page.reload()
    await page.getByRole('heading', { name: 'Turn PDFs into data' }).waitFor()
    await page.getByText('kept.pdf').waitFor()
  })

  it('accepts a PDF shared by a phone', async () => {
    const page = await visited.open('/', { serviceWorkers: 'allow' })
    await page.evaluate('navigator.serviceWorker.ready')
    await page.reload()
    const bytes = JSON.stringify([...(await textPdf())])
    await page.evaluate(`(() => {
      const form = new FormData()
      form.set('file', new File([new Uint8Array(${bytes})], 'shared.pdf', { type: 'application/pdf' }))
      return fetch('/share', { method: 'POST', body: form })
    })()`)
    await page.goto(visited.url)
    await page.getByText('shared.pdf').waitFor()
  })

  it('has a name and icons', async () => {
    const page = await visited.open('/')
    const manifest = (await (
      await page.request.get(`${visited.url}/manifest.webmanifest`)
    ).json()) as {
      icons: { src: string; type: string }[]
    }
    for (const { src, type } of manifest.icons) {
      const icon = await page.request.get(visited.url + src)
      expect([src, icon.status(), icon.headers()['content-type']]).toEqual([src, 200, type])
    }
  })
})

it('shows a page for unknown addresses', async () => {
  const page = await visited.open('/')
  const response = await page.goto(`${visited.url}/nowhere`)
  expect(response?.status()).toBe(404)
  await page.getByRole('heading', { name: 'Page not found' }).waitFor()
  await takeScreenshots(page, 'nowhere')
})

describe.each(Object.entries(sizes))('on a %s', (size, viewport) => {
  it('passes axe in both themes and fits the width on every page', async () => {
    const page = await visited.open('/', { viewport })
    const screenshotAs = (name: string) => takeScreenshotsInThemes(page, `${name}-${size}`)
    await page.getByRole('button', { name: 'Try a sample PDF' }).waitFor()
    await screenshotAs('first')
    await choose(page, [
      pdfFile(
        'A long name of a document that does not fit into one line of a phone.pdf',
        makeUnique(await textPdf()),
      ),
      pdfFile('scan of a receipt.pdf', makeUnique(await scannedPdf())),
      pdfFile('bill.pdf', makeUnique(await samplePdf())),
    ])
    await page.getByRole('button', { name: 'Process 3 documents' }).waitFor()
    await screenshotAs('draft')
    await page.getByRole('button', { name: 'Process 3 documents' }).click()
    await page.waitForURL('**/batch/*')
    await page.getByRole('heading', { name: 'Invoices' }).waitFor()
    await page.getByRole('button', { name: 'Retry failed (1)' }).waitFor()
    await screenshotAs('batch')
    await page.getByRole('link', { name: 'bill.pdf', exact: true }).click()
    await page.getByRole('region', { name: 'Line items' }).waitFor()
    const lines = `document.querySelector('[aria-label="Line items"]')`
    const overflow = await page.evaluate<number>(`${lines}.scrollWidth - ${lines}.clientWidth`)
    expect(overflow).toBeLessThanOrEqual(0)
    await screenshotAs('job')
    await page.goto(`${visited.url}/queue`)
    await page.getByRole('checkbox', { name: 'Select bill.pdf' }).check()
    await screenshotAs('queue')
    await page.goto(`${visited.url}/settings`)
    await page.getByRole('heading', { name: 'Settings' }).waitFor()
    await screenshotAs('settings')
  })
})
