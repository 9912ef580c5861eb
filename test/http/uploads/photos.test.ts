import { describe, expect, it, vi } from 'vitest'
import { convertImage } from '../../../src/extraction/images/convert-image.ts'
import { withDocument } from '../../../src/extraction/pdf/engine.ts'
import { pdfLimits } from '../../../src/extraction/pdf/limits.ts'
import { renderPage } from '../../../src/extraction/pdf/render-page.ts'
import { textPdf } from '../../fixtures/pdfs.ts'
import {
  heicHead,
  jpegImage,
  pngImage,
  tiffImages,
  toPng,
  twoPageTiff,
  withOrientation,
} from '../../fixtures/images.ts'
import { readBatchResponse, sendBatch } from '../../support/docket/batches.ts'
import { docketForTest } from '../../support/docket/docket.ts'
import { readError, readJob, settle, sha256, visitor } from '../../support/docket/visitor.ts'
import { fileServerForTest } from '../../support/servers/file-server.ts'

const readBytes = (buffer: Buffer) => new Uint8Array(buffer)

/** A photo of a printed page. */
async function photographPage(text: string): Promise<Uint8Array<ArrayBuffer>> {
  const page = await withDocument(await textPdf({ text }), pdfLimits, (document) =>
    renderPage(document, 0, { turns: 0, deskew: 0 }),
  )
  return readBytes(toPng(page))
}

describe('a photo', () => {
  it('is stored as a PDF, read as a scan and marked for review', { timeout: 180_000 }, async () => {
    const docket = await docketForTest()
    const browser = visitor(docket.url)
    const photo = await photographPage('Total 1250')
    const { pdf } = convertImage(Buffer.from(photo))
    const job = await readJob(await browser.upload(photo, { filename: 'IMG_1.png' }))
    expect(job).toMatchObject({
      original_filename: 'IMG_1.png',
      bytes: pdf.length,
      sha256: sha256(readBytes(pdf)),
    })
    docket.startWorking()
    // OCR is slow on a busy machine.
    const done = await settle(browser, job.id, 150_000)
    expect(done).toMatchObject({ status: 'complete', needs_review: true })
    expect(done.review_reasons.map(({ code }) => code)).toContain('scan_read')
    const text = await browser.ask(`/api/jobs/${job.id}/download?format=txt`)
    expect(text.headers.get('content-disposition')).toContain('IMG_1.txt')
    expect(await text.text()).toContain('1250')
    const source = await browser.ask(`/api/jobs/${job.id}/source`)
    expect(source.headers.get('content-type')).toBe('application/pdf')
    expect(source.headers.get('content-disposition')).toContain('IMG_1.pdf')
    expect(Buffer.from(await source.arrayBuffer()).equals(pdf)).toBe(true)
  })

  it('that is sent again is the same document', async () => {
    const docket = await docketForTest()
    const browser = visitor(docket.url)
    const first = await readJob(await browser.upload(readBytes(jpegImage)))
    const again = await readJob(await browser.upload(readBytes(withOrientation(jpegImage, 1))))
    expect([again.id, again.sha256]).toEqual([first.id, first.sha256])
    expect(await docket.files()).toHaveLength(1)
  })

  it('may come from a URL', async () => {
    const docket = await docketForTest()
    const browser = visitor(docket.url)
    const { url } = await fileServerForTest((_, response) =>
      response.writeHead(200, { 'content-type': 'image/tiff' }).end(twoPageTiff),
    )
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ url: `${url}/fax.tif` })
    const { id } = await readJob(
      await browser.ask('/api/upload', { method: 'POST', headers, body }),
    )
    const converted = sha256(readBytes(convertImage(twoPageTiff).pdf))
    docket.startWorking()
    // The PDF is stored before it is read.
    await vi.waitFor(async () => expect((await browser.job(id)).sha256).toBe(converted), {
      interval: 100,
    })
  })
})

it('rejects unreadable pictures of a batch one by one, without leaving anything behind', async () => {
  const docket = await docketForTest()
  const wide = readBytes(pngImage({ width: 30_000 }))
  const response = await sendBatch(visitor(docket.url), [
    { name: 'good.jpg', bytes: readBytes(jpegImage) },
    { name: 'wide.png', bytes: wide },
    { name: 'half.tif', bytes: readBytes(tiffImages.lzw.subarray(0, 60)) },
    { name: 'IMG_2.HEIC', bytes: readBytes(heicHead) },
  ])
  const { items } = await readBatchResponse(response)
  expect(items.map(({ name, problem }) => [name, problem?.code])).toEqual([
    ['good.jpg', undefined],
    ['wide.png', 'BAD_IMAGE'],
    ['half.tif', 'BAD_IMAGE'],
    ['IMG_2.HEIC', 'NOT_PDF'],
  ])
  expect(await docket.files()).toHaveLength(1)
})

it('explains what to do with an iPhone photo', async () => {
  const docket = await docketForTest()
  const response = await visitor(docket.url).upload(readBytes(heicHead))
  const [status, code, sentence] = await readError(response)
  expect([status, code]).toEqual([415, 'NOT_PDF'])
  expect(sentence).toContain('Save it as JPEG')
})
