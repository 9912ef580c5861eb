import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type DocketProcess, startDocket } from '../../chaos/processes.ts'
import { encryptedPdf, scannedPdf, textPdf } from '../fixtures/pdfs.ts'
import {
  expectAccessible,
  launchBrowser,
  noBrowser,
  openWindow,
  picture,
  sizes,
  themes,
} from '../support/browser.ts'

let folder: string
let docket: DocketProcess
let browser: Browser

beforeAll(async () => {
  if (noBrowser) return
  folder = await mkdtemp(path.join(tmpdir(), 'docket-browser-'))
  docket = await startDocket('up', { DATA_DIR: folder })
  browser = await launchBrowser()
})
afterAll(async () => {
  if (noBrowser) return
  await browser.close()
  docket.child.kill('SIGTERM')
  await docket.ended
  await rm(folder, { recursive: true, force: true })
})
beforeEach(({ skip }) => skip(noBrowser !== undefined, noBrowser))

const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/pdf', buffer })

async function choose(page: Page, files: ReturnType<typeof file>[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose PDFs' }).click()
  await (await chooser).setFiles(files)
}

describe('a new visitor', () => {
  it('tries the sample, watches it in the queue and downloads its XML', async () => {
    const page = await openWindow(browser, docket.url)
    await page.getByRole('button', { name: 'Try it with a sample PDF' }).click()
    await page.getByRole('link', { name: 'Show in queue: sample.pdf' }).click()
    await page.waitForURL('**/queue**')
    const downloading = page.waitForEvent('download')
    await page.getByText('Needs review').waitFor()
    await page.getByRole('link', { name: 'Download XML of sample.pdf' }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toBe('sample.xml')
    expect(await readFile(await download.path(), 'utf8')).toContain('<TaxInvoiceBulk')
  })

  it('can do it all with the keyboard', async () => {
    const page = await openWindow(browser, docket.url)
    await page.getByRole('button', { name: 'Try it with a sample PDF' }).waitFor()
    const focused = () => page.evaluate<string>('document.activeElement.textContent')
    for (let press = 0; press < 20; press++) {
      await page.keyboard.press('Tab')
      if ((await focused()).startsWith('Try it with a sample')) break
    }
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Download JSON of sample.pdf' }).waitFor()
  })

  it('does not see what another visitor uploaded', async () => {
    const first = await openWindow(browser, docket.url)
    await choose(first, [file('mine.pdf', await textPdf())])
    await first.getByRole('link', { name: 'Download TXT of mine.pdf' }).waitFor()
    const second = await openWindow(browser, `${docket.url}/queue`)
    await second.getByRole('heading', { name: 'No jobs yet' }).waitFor()
  })
})

describe('uploading', () => {
  it('takes several files at once, and says of each that it refuses why', async () => {
    const page = await openWindow(browser, docket.url)
    await choose(page, [
      file('good.pdf', await textPdf()),
      file('locked.pdf', await encryptedPdf()),
      file('page.pdf', Buffer.from('<html>')),
      file('empty.pdf', Buffer.alloc(0)),
    ])
    await page.getByRole('link', { name: 'Download TXT of good.pdf' }).waitFor()
    await page.getByText('locked with a password').waitFor()
    await page.getByText('This file is not a PDF').waitFor()
    await page.getByText('This file is empty').waitFor()
    await picture(page, 'upload-refused')
    await expectAccessible(page)
  })

  it('takes files dropped anywhere in the window', async () => {
    const page = await openWindow(browser, docket.url)
    const bytes = JSON.stringify([...(await textPdf())])
    const data = await page.evaluateHandle(`(() => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([new Uint8Array(${bytes})], 'dropped.pdf'))
      return transfer
    })()`)
    await page.dispatchEvent('body', 'dragenter', { dataTransfer: data })
    await page.getByText(/Drop to upload/).waitFor()
    await picture(page, 'upload-drop')
    await page.dispatchEvent('body', 'drop', { dataTransfer: data })
    await page.getByRole('link', { name: 'Download TXT of dropped.pdf' }).waitFor()
  })

  it('goes on while one looks at the queue, and survives a reload', async () => {
    const page = await openWindow(browser, docket.url)
    await choose(page, [file('kept.pdf', await textPdf({ pages: 40 }))])
    await page.getByRole('link', { name: 'Queue' }).first().click()
    await page.getByRole('link', { name: 'Download JSON of kept.pdf' }).waitFor()
    await page.reload()
    await page.getByRole('link', { name: 'Download JSON of kept.pdf' }).waitFor()
  })
})

describe('the queue', () => {
  it('shows why a document could not be read, and filters by status in the address', async () => {
    const page = await openWindow(browser, docket.url)
    await choose(page, [file('scan.pdf', await scannedPdf()), file('fine.pdf', await textPdf())])
    await page.getByRole('link', { name: 'Download TXT of fine.pdf' }).waitFor()
    await page.goto(`${docket.url}/queue?status=failed`)
    await page.getByText(/Nothing legible was found/).waitFor()
    expect(await page.getByText('fine.pdf').count()).toBe(0)
  })

  it('leads to a description of the API', async () => {
    const page = await openWindow(browser, docket.url)
    await page.getByRole('link', { name: 'API' }).click()
    await page.getByText('Upload one PDF').waitFor()
    await picture(page, 'docs')
  })

  it('says that an address leads nowhere', async () => {
    const page = await openWindow(browser, docket.url)
    const response = await page.goto(`${docket.url}/nowhere`)
    expect(response?.status()).toBe(404)
    await page.getByRole('heading', { name: 'There is no page at this address' }).waitFor()
    await expectAccessible(page)
  })
})

describe.each(Object.entries(sizes))('on a %s', (size, viewport) => {
  it.each(themes)('in a %s room, every page passes axe and fits its width', async (theme) => {
    const page = await openWindow(browser, docket.url, { viewport, colorScheme: theme })
    const look = async (name: string) => {
      await expectAccessible(page)
      const overflow = await page.evaluate<number>(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      )
      expect(overflow).toBeLessThanOrEqual(0)
      await picture(page, `${name}-${size}-${theme}`)
    }
    await page.getByRole('button', { name: 'Try it with a sample PDF' }).waitFor()
    await look('upload-first')
    await page.goto(`${docket.url}/queue`)
    await page.getByRole('heading', { name: 'No jobs yet' }).waitFor()
    await look('queue-empty')
    await page.goto(docket.url)
    await choose(page, [
      file(
        'A long name of a document that does not fit into one line of a phone.pdf',
        await textPdf(),
      ),
      file('scan of a receipt.pdf', await scannedPdf()),
      file('big.pdf', await textPdf({ pages: 300 })),
    ])
    await page.getByRole('link', { name: /Download TXT of A long name/ }).waitFor()
    await look('upload-done')
    await page.goto(`${docket.url}/queue`)
    await page.getByText(/Nothing legible/).waitFor()
    await look('queue')
  })
})
