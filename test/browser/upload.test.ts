import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { makeUnique, encryptedPdf, samplePdf, textPdf } from '../fixtures/pdfs.ts'
import {
  choose,
  countStoredItems,
  pdfFile,
  selectAll,
  send,
  visitDocket,
} from '../support/browser/browser.ts'
import { takeScreenshots, takeScreenshot } from '../support/browser/screenshots.ts'
import { deferred } from '../support/processes/deferred.ts'

const visited = visitDocket()

async function manyPdfs(count: number): Promise<ReturnType<typeof pdfFile>[]> {
  const pdf = await textPdf()
  return Array.from({ length: count }, (_, index) =>
    pdfFile(`page ${index + 1}.pdf`, makeUnique(pdf)),
  )
}

const rowNames = (page: Page) =>
  page.getByRole('list', { name: 'Documents to upload' }).locator('bdi').allTextContents()

describe('a new visitor', () => {
  it('tries the sample, downloads its result and sees why there is no XML', async () => {
    const page = await visited.open('/')
    // Only phones and tablets offer the camera.
    expect(await page.getByRole('button', { name: 'Take a photo' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Try a sample PDF' }).click()
    await page.waitForURL('**/queue*')
    await page.getByRole('button', { name: 'Download sample.pdf' }).click()
    const downloading = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download sample.pdf as UBL' }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toBe('sample.ubl.xml')
    expect(await readFile(await download.path(), 'utf8')).toContain('<cbc:ID>')
    expect(await page.getByRole('link', { name: 'Download sample.pdf as XML' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Download sample.pdf' }).click()
    await page.getByRole('link', { name: 'XML: fix errors first (sample.pdf)' }).click()
    await page.waitForURL('**/review/*')
    await page.getByText('Seller NPWP missing.').first().waitFor()
  })

  it('gets its session from the first request before it sends others', async () => {
    const page = await visited.open('/')
    await page.goto('about:blank')
    const sent: string[] = []
    page.on('request', (request) => sent.push(new URL(request.url()).pathname))
    const held = deferred()
    await page.route('**/api/me', async (route) => {
      await held.promise
      await route.continue()
    })
    await page.goto(`${visited.url}/queue`)
    await vi.waitFor(() => expect(sent).toContain('/api/me'))
    await page.getByRole('heading', { name: 'Queue' }).waitFor()
    expect(sent.filter((address) => address.startsWith('/api/'))).toEqual(['/api/me'])
    held.resolve()
    await page.waitForResponse('**/api/jobs*')
  })

  it('can do everything by keyboard', async () => {
    const page = await visited.open('/')
    await page.getByRole('button', { name: 'Try a sample PDF' }).waitFor()
    const readFocusedText = () => page.evaluate<string>('document.activeElement.textContent')
    for (let press = 0; press < 20; press++) {
      await page.keyboard.press('Tab')
      if ((await readFocusedText()).startsWith('Try a sample PDF')) break
    }
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Download sample.pdf' }).waitFor()
  })

  it('reaches the queue even if all uploads end before the page shows them', async () => {
    const page = await visited.open('/')
    const sent = page.waitForResponse('**/api/upload')
    await page.route('**/shipments-*.js', async (route) => {
      await sent
      await route.continue()
    })
    await page.getByRole('button', { name: 'Try a sample PDF' }).click()
    await page.waitForURL('**/queue*')
  })

  it("does not see another visitor's uploads", async () => {
    const first = await visited.open('/')
    await send(first, [pdfFile('mine.pdf', await textPdf())])
    await first.getByRole('link', { name: 'Download mine.pdf as TXT' }).waitFor()
    const second = await visited.open('/queue')
    await second.getByRole('heading', { name: 'No jobs yet' }).waitFor()
    await second.goto(first.url())
    await second.getByText('This belongs to someone else').waitFor()
  })
})

describe('before uploading', () => {
  it('rejects unreadable files and explains why', async () => {
    const page = await visited.open('/')
    const pdf = pdfFile('good.pdf', await textPdf())
    await choose(page, [
      pdf,
      pdfFile('page.pdf', Buffer.from('<html>')),
      pdfFile('empty.pdf', Buffer.alloc(0)),
    ])
    await page.getByText('This file is not a PDF').waitFor()
    await page.getByText('This file is empty').waitFor()
    await page.getByRole('button', { name: 'Process 1 document' }).waitFor()
    await takeScreenshots(page, 'upload-refused')
  })

  it('reorders, renames and removes documents with keyboard and mouse', async () => {
    const page = await visited.open('/')
    await choose(page, await manyPdfs(4))
    const expectOrder = (...names: string[]) => expect.poll(() => rowNames(page)).toEqual(names)
    await expectOrder('page 1.pdf', 'page 2.pdf', 'page 3.pdf', 'page 4.pdf')
    await page.getByRole('button', { name: /^Move page 4\.pdf/ }).focus()
    await page.keyboard.press('ArrowUp')
    await page.getByText('page 4.pdf moved to position 3 of 4.').waitFor({ state: 'attached' })
    await page.keyboard.press('ArrowUp')
    await expectOrder('page 1.pdf', 'page 4.pdf', 'page 2.pdf', 'page 3.pdf')
    await page
      .getByRole('button', { name: /^Move page 3\.pdf/ })
      .dragTo(page.getByRole('button', { name: /^Move page 1\.pdf/ }), { steps: 8 })
    await expectOrder('page 3.pdf', 'page 1.pdf', 'page 4.pdf', 'page 2.pdf')
    await page.getByRole('button', { name: 'Rename page 1.pdf' }).click()
    await page.keyboard.type('bill of may')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Remove page 2.pdf' }).click()
    await expectOrder('page 3.pdf', 'bill of may.pdf', 'page 4.pdf')
    await page.getByRole('button', { name: 'Process 3 documents' }).click()
    await page.waitForURL('**/batch/*')
    await page.getByRole('link', { name: 'Download page 4.pdf as TXT' }).waitFor()
    const sent = page.getByRole('list', { name: 'Documents' }).locator('bdi')
    expect(await sent.allTextContents()).toEqual(['page 3.pdf', 'bill of may.pdf', 'page 4.pdf'])
  })

  it('keeps chosen files across a reload and recognises repeated files', async () => {
    const page = await visited.open('/')
    await choose(page, await manyPdfs(2))
    await page.getByRole('button', { name: 'Process 2 documents' }).waitFor()
    await expect.poll(() => countStoredItems(page)).toBe(2)
    await page.reload()
    await page.getByRole('button', { name: 'Process 2 documents' }).click()
    await page.waitForURL('**/batch/*')
    await page.getByRole('link', { name: 'Download page 2.pdf as TXT' }).waitFor()
    await expect.poll(() => countStoredItems(page)).toBe(0)
  })

  it('stores the first change immediately, and later changes when the user leaves the page', async () => {
    const page = await visited.open('/')
    // Debounce timers never fire, so only an immediate save is stored.
    await page.addInitScript(`{
      const later = setTimeout
      window.setTimeout = (act, ms, ...rest) => (ms === 200 ? 0 : later(act, ms, ...rest))
    }`)
    await page.reload()
    await choose(page, await manyPdfs(1))
    // The result of the file check is saved too.
    await page.getByRole('button', { name: 'Process 1 document' }).waitFor()
    for (const leave of [
      "dispatchEvent(new Event('pagehide'))",
      "document.dispatchEvent(new Event('visibilitychange'))",
    ]) {
      await expect.poll(() => page.evaluate(leave).then(() => countStoredItems(page))).toBe(1)
      await choose(page, [pdfFile('page 2.pdf', makeUnique(await textPdf()))])
      await expect.poll(() => countStoredItems(page)).toBe(2)
      await page.getByRole('button', { name: 'Remove page 2.pdf' }).click()
      await page.getByRole('button', { name: 'Process 1 document' }).waitFor()
      expect(await countStoredItems(page)).toBe(2)
      await page.evaluate(leave)
      await expect.poll(() => countStoredItems(page)).toBe(1)
    }
  })

  it('does not restore a file that was removed while it was being stored', async () => {
    const page = await visited.open('/')
    await choose(page, await manyPdfs(1))
    await expect.poll(() => countStoredItems(page)).toBe(1)
    // Simulates a slow write of a large file.
    const holding = await page.evaluateHandle<{ isHeld: boolean }>(`new Promise((resolve) => {
      const request = indexedDB.open('docket', 1)
      request.onsuccess = () => {
        const items = request.result.transaction('items', 'readwrite').objectStore('items')
        const holding = { isHeld: true }
        const hold = () => { if (holding.isHeld) items.count().onsuccess = hold }
        hold()
        resolve(holding)
      }
    })`)
    const leave = () => page.evaluate("dispatchEvent(new Event('pagehide'))")
    await choose(page, [pdfFile('regretted.pdf', makeUnique(await textPdf()))])
    await page.getByRole('button', { name: 'Process 2 documents' }).waitFor()
    await leave()
    await page.getByRole('button', { name: 'Remove regretted.pdf' }).click()
    await leave()
    await holding.evaluate((database) => {
      database.isHeld = false
    })
    await expect.poll(() => countStoredItems(page)).toBe(1)
    await page.reload()
    await page.getByRole('button', { name: 'Process 1 document' }).waitFor()
  })
})

/** Creates a folder with these files until the test ends. */
async function createFolder(files: Record<string, Buffer>): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'docket-drop-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const [name, bytes] of Object.entries(files)) {
    const file = path.join(folder, name)
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, bytes)
  }
  return folder
}

/** Drops files or folders from the disk in the middle of the window. */
async function drop(page: Page, files: string[]): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const data = { items: [], files, dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, x: 400, y: 400, data })
  await session.detach()
}

describe('uploading', () => {
  it('accepts files dropped anywhere in the window', async () => {
    const page = await visited.open('/queue')
    await page.getByRole('heading', { name: 'No jobs yet' }).waitFor()
    const bytes = JSON.stringify([...(await textPdf())])
    const data = await page.evaluateHandle(`(() => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([new Uint8Array(${bytes})], 'dropped.pdf'))
      return transfer
    })()`)
    await page.dispatchEvent('body', 'dragenter', { dataTransfer: data })
    await page.getByText(/Drop to add/).waitFor()
    await takeScreenshot(page, 'upload-drop')
    await page.dispatchEvent('body', 'drop', { dataTransfer: data })
    await page.getByRole('button', { name: 'Process 1 document' }).waitFor()
  })

  it('adds all documents in a dropped folder', async () => {
    const page = await visited.open('/queue')
    await page.getByRole('heading', { name: 'No jobs yet' }).waitFor()
    const folder = await createFolder({
      'invoice 10.pdf': await textPdf({ text: 'ten' }),
      'invoice 2.pdf': await textPdf({ text: 'two' }),
      'more/invoice 30.pdf': await textPdf({ text: 'thirty' }),
      'totals.xlsx': Buffer.from('PK'),
      '.hidden.pdf': await textPdf(),
      'empty/notes.docx': Buffer.from('PK'),
    })
    await drop(page, [path.join(folder, 'empty')])
    const toast = page.getByRole('region', { name: 'Notification' })
    await toast.getByText('This folder has no readable PDFs or photos.').waitFor()
    expect(new URL(page.url()).pathname).toBe('/queue')
    await drop(page, [folder])
    await page.getByRole('button', { name: 'Process 3 documents' }).waitFor()
    expect(await rowNames(page)).toEqual(['invoice 2.pdf', 'invoice 10.pdf', 'invoice 30.pdf'])
  })

  it('sends any number of files dropped together as one upload that can be paused', async () => {
    const page = await visited.open('/')
    const files = 170
    const server = { isSlow: true }
    await page.route('**/api/batch/extract?*', (route) =>
      server.isSlow ? undefined : route.continue(),
    )
    await choose(page, await manyPdfs(files))
    await takeScreenshots(page, 'upload-many')
    await page.getByRole('button', { name: `Process ${files} documents` }).click()
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByText(/^Paused · \d+ of 170 documents/).waitFor()
    await takeScreenshots(page, 'upload-paused')
    server.isSlow = false
    await page.getByRole('button', { name: 'Resume' }).click()
    // If each file were uploaded separately, the requests would exceed the limit.
    await page.waitForURL('**/queue?upload=*')
    await page.getByRole('heading', { name: 'Upload of 170 documents' }).waitFor()
    await page.getByRole('link', { name: 'Complete 170' }).waitFor()
    await selectAll(page, 'page', 170)
    await takeScreenshots(page, 'queue-upload')
  })

  it('cancels all files dropped together, including files that the server already has', async () => {
    const page = await visited.open('/')
    let parts = 0
    await page.route('**/api/batch/extract?*', (route) => {
      parts += 1
      return parts > 1 ? undefined : route.continue()
    })
    const cancelled = page.waitForResponse('**/api/uploads/*/cancel')
    await choose(page, await manyPdfs(40))
    await page.getByRole('button', { name: 'Process 40 documents' }).click()
    await page.getByText(/^15 of 40 documents/).waitFor()
    await page.getByRole('button', { name: 'Cancel upload of 25 documents' }).click()
    await page.getByRole('button', { name: 'Process 25 documents' }).waitFor()
    expect([202, 409]).toContain((await cancelled).status())
  })

  it('lists rejected files and converts the others', async () => {
    const page = await visited.open('/')
    await choose(page, [
      pdfFile('good.pdf', await textPdf()),
      pdfFile('locked.pdf', await encryptedPdf()),
    ])
    await page.getByRole('button', { name: 'Process 2 documents' }).click()
    await page.getByText('1 document rejected').waitFor()
    await page.getByText('locked with a password').waitFor()
    await takeScreenshots(page, 'upload-partly')
    await page.getByRole('link', { name: 'Open batch' }).click()
    await page.getByRole('link', { name: 'Download good.pdf as TXT' }).waitFor()
  })

  it('restores the list when all running uploads are cancelled', async () => {
    const page = await visited.open('/')
    await page.route('**/api/upload', () => undefined)
    await choose(page, [pdfFile('regretted.pdf', await textPdf())])
    await page.getByRole('button', { name: 'Process 1 document' }).click()
    await page.getByRole('button', { name: 'Cancel upload of 1 document' }).click()
    await page.getByRole('button', { name: 'Process 1 document' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/')
  })

  it('shows that the browser is offline and resumes when it reconnects', async () => {
    const page = await visited.open('/', { expectedErrors: [/ERR_INTERNET_DISCONNECTED/] })
    await choose(page, [pdfFile('patient.pdf', await textPdf())])
    await page.getByRole('button', { name: 'Process 1 document' }).waitFor()
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Process 1 document' }).click()
    await page.getByText('You’re offline. The upload continues').waitFor()
    await takeScreenshots(page, 'upload-offline')
    await page.context().setOffline(false)
    await page.waitForURL('**/queue*')
    await page.getByRole('button', { name: 'Download patient.pdf' }).waitFor()
  })

  it("asks for a document type's parameters and remembers swimmers", async () => {
    const page = await visited.open('/')
    await choose(page, [pdfFile('sample.pdf', await samplePdf())])
    await page.getByRole('radio', { name: 'Heat sheets' }).check()
    await page.getByRole('textbox', { name: 'Swimmer' }).fill('Ada Ahlgren; Liu, Max')
    await page.getByText('More options').click()
    await takeScreenshots(page, 'upload-heat-sheet')
    await page.getByRole('button', { name: 'Process 1 document' }).click()
    await page.waitForURL('**/batch/*')
    await page.goto(visited.url)
    await choose(page, [pdfFile('other.pdf', await textPdf())])
    expect(await page.getByRole('radio', { name: /^Automatic/ }).isChecked()).toBe(true)
    await page.getByRole('radio', { name: 'Heat sheets' }).check()
    await page.getByRole('button', { name: 'Add Liu, Max' }).click()
    await expect
      .poll(() => page.getByRole('textbox', { name: 'Swimmer' }).inputValue())
      .toBe('Liu, Max')
  })
})
