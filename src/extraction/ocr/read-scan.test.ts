import { describe, expect, it } from 'vitest'
import { manyPagesPdf } from '../../../test/fixtures/hostile-pdfs.ts'
import { drawPdf, samplePdf } from '../../../test/fixtures/pdfs.ts'
import { imagesPdf, type ScanOptions, scanPdf } from '../../../test/fixtures/scans.ts'
import type { InvoiceReading } from '../../domain/invoice/invoice.ts'
import type { Page } from '../../domain/reading/reading.ts'
import { extract } from '../extract.ts'
import { readInvoice } from '../layout/read-invoice.ts'
import { type ReferenceData, loadReferenceData } from '../reference-data/reference-data.ts'
import { readPages } from '../pdf/pages.ts'
import { createScanReader } from './read-scan.ts'
import { reviewScans } from './review-scans.ts'

const referenceData = loadReferenceData({ folder: '.' })
const text = 'document_text_v1'

/** OCR takes seconds, and far longer on a busy machine. */
const slowTest = { timeout: 180_000 }

async function readSample(options: ScanOptions): Promise<{ page: Page; reading: InvoiceReading }> {
  const scan = await scanPdf(await samplePdf(), { dpi: 200, pages: 1, ...options })
  const pages = await readPages(scan, undefined, { scans: createScanReader(referenceData.ocr) })
  return { page: pages[0] as Page, reading: readSampleInvoice(pages) }
}

function readSampleInvoice(pages: Page[]): InvoiceReading {
  const mapping = referenceData.mappings.get('sample_invoice_v1')
  if (mapping?.reader !== 'invoice') throw new Error('The sample mapping is missing')
  return reviewScans(readInvoice(pages, mapping), pages, referenceData.ocr)
}

const sample = readSampleInvoice(await readPages(await samplePdf()))

function readValues(reading: InvoiceReading) {
  return { ...reading, evidence: {}, review: {} }
}

function wordCentre({ evidence }: InvoiceReading): [number, number] {
  const [left, top, right, bottom] = evidence['lines.0.amount']?.box ?? [0, 0, 0, 0]
  return [(left + right) / 2, (top + bottom) / 2]
}

/** Returns where a point on an A4 page appears after the page is rotated clockwise. */
function rotatePoint([x, y]: [number, number], degrees: number): [number, number] {
  const [width, height] = [595.28, 841.89]
  const [dx, dy] = [x - width / 2, y - height / 2]
  const angle = (degrees * Math.PI) / 180
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const isSideways = Math.abs(sin) > 0.5
  const [middleX, middleY] = isSideways ? [height / 2, width / 2] : [width / 2, height / 2]
  return [middleX + dx * cos - dy * sin, middleY + dx * sin + dy * cos]
}

describe('a scanned invoice', slowTest, () => {
  it.each<[string, ScanOptions]>([
    ['clean', { dpi: 300 }],
    ['of 200 dpi', {}],
    ['askew by 1.5°', { degrees: 1.5 }],
    ['askew by 5°, with specks', { degrees: -5, noise: 40 }],
    ['coarse, blurred and compressed', { dpi: 150, degrees: 0.6, blur: true, quality: 40 }],
    ['on its side, askew', { turns: 1, degrees: 2 }],
    ['on its other side', { turns: 3 }],
    ['upside down', { turns: 2, degrees: -1 }],
  ])('is read correctly and flagged for review: %s', async (_, options) => {
    const { page, reading } = await readSample(options)
    const { turns = 0, degrees = 0 } = options
    expect(readValues(reading)).toEqual(readValues(sample))
    expect(page.ocr?.turned).toBe(((4 - turns) % 4) * 90)
    expect(Math.abs((page.ocr?.straightened ?? 0) + degrees)).toBeLessThan(0.1)
    expect([page.width, page.height].map(Math.round)).toEqual([595, 842])
    expect(reading.review.reasons[0]).toEqual({
      code: 'scan_read',
      path: null,
      params: { pages: [1], amounts_add_up: true },
    })
    expect(reading.evidence['number']).toMatchObject({ text: 'LC-2026-0042', source: 'ocr' })
    expect(reading.evidence['lines.0.amount']?.confidence).toBeLessThan(0.98)
    const [x, y] = wordCentre(reading)
    const [wantedX, wantedY] = rotatePoint(wordCentre(sample), turns * 90 + degrees)
    expect(Math.hypot(x - wantedX, y - wantedY)).toBeLessThan(4)
  })

  it('has each wrong amount flagged when it is barely legible', async () => {
    const { reading } = await readSample({ dpi: 60 })
    const wrong = sample.lines.flatMap(({ amount }, index) =>
      reading.lines[index]?.amount === amount ? [] : [index],
    )
    expect(wrong.length).toBeGreaterThan(0)
    expect(reading.review.reasons.length).toBeGreaterThan(1)
    expect(reading.review.reasons[0]?.params).toMatchObject({ amounts_add_up: false })
  })

  it('has word positions on the upright page', async () => {
    const { page } = await readSample({ turns: 3, degrees: 2 })
    const [drawn] = await readPages(await samplePdf())
    const wanted = drawn?.words.find((word) => word.text === '6.999.660')
    const word = page.words.find((one) => one.text === '6.999.660')
    expect(word?.baseline).toBeCloseTo(wanted?.baseline ?? 0, -0.5)
    expect(word?.font_size).toBeCloseTo(wanted?.font_size ?? 0, -0.5)
    for (const edge of [0, 1, 2, 3]) {
      expect(Math.abs((word?.box[edge] ?? 0) - (wanted?.box[edge] ?? 0))).toBeLessThan(2)
    }
  })
})

describe('reading a document with scans', slowTest, () => {
  it('recognises only pages that are images', async () => {
    const progress: number[][] = []
    const scan = await scanPdf(await samplePdf(), { pages: 1, cover: 'Please find the invoice' })
    const { reading, review_reasons } = await extract(scan, text, referenceData, {
      onProgress: (...step) => progress.push(step),
    })
    if (reading.kind !== 'text') throw new Error('Not read as text')
    expect(reading.pages.map(({ ocr }) => ocr?.outcome)).toEqual([undefined, 'read'])
    expect(reading.pages[0]?.words[0]).not.toHaveProperty('confidence')
    expect(reading.pages[1]?.text).toContain('Delivery to Kota Senja 1 150.000 150.000')
    expect(reading.pages[1]?.words[0]?.confidence).toBeGreaterThan(0.5)
    expect(review_reasons).toEqual([
      { code: 'scan_read', path: null, params: { pages: [2], amounts_add_up: false } },
    ])
    expect(progress).toEqual([
      [1, 2, 0],
      [1, 2, 1],
      [2, 2, 1],
    ])
  })

  it('keeps stamp text beside recognised text, without repeating it', async () => {
    const scan = await scanPdf(await samplePdf(), { pages: 1, stamp: 'Scanned at the Moon office' })
    const { outputs, reading } = await extract(scan, text, referenceData)
    const body = outputs.find(({ format }) => format === 'txt')?.body
    expect(body?.match(/Scanned at the Moon office/g)).toHaveLength(1)
    expect(body).toContain('Invoice number LC-2026-0042')
    const stamp = reading.kind === 'text' && reading.pages[0]?.words.find((w) => w.text === 'Moon')
    expect(stamp).not.toHaveProperty('confidence')
  })

  it('skips pages with a small image or enough text', async () => {
    const words = 'It was written long ago and by hand. '.repeat(5)
    const withText = await scanPdf(await samplePdf(), { pages: 1, stamp: words })
    const [page] = await readPages(withText, undefined, {
      scans: createScanReader(referenceData.ocr),
    })
    expect(page).not.toHaveProperty('ocr')
  })

  it('rejects a document without a legible word, or without any ink if OCR is off', async () => {
    const shapes = await drawPdf((document) => document.circle(300, 300, 60).fill('#555'))
    const white = { width: 600, height: 800, scale: 1, pixels: new Uint8Array(480_000).fill(255) }
    for (const pdf of [shapes, imagesPdf([white]), await manyPagesPdf(3)]) {
      await expect(extract(pdf, text, referenceData)).rejects.toMatchObject({
        code: 'NO_TEXT',
        message: /No text found/,
      })
    }
  })

  it('lists the image pages without a legible word', async () => {
    const white = { width: 600, height: 800, scale: 1, pixels: new Uint8Array(480_000).fill(255) }
    const { review_reasons } = await extract(
      imagesPdf([white, white], { cover: 'Two pictures follow' }),
      text,
      referenceData,
    )
    expect(review_reasons).toEqual([
      { code: 'scan_illegible', path: null, params: { pages: [2, 3] } },
    ])
  })

  it('rejects too many scanned pages before recognising the first', async () => {
    const speck = { width: 8, height: 8, scale: 1, pixels: new Uint8Array(64) }
    const progress: number[] = []
    const reading = extract(imagesPdf(Array(51).fill(speck)), text, referenceData, {
      onProgress: (done) => progress.push(done),
    })
    await expect(reading).rejects.toMatchObject({
      code: 'RESOURCE_LIMIT',
      message: /more than 50 scanned pages/,
    })
    expect(progress).toEqual([])
  })
})

describe('without OCR installed', () => {
  const unavailable = { ocr: 'not_installed' as const, packages: ['ocr'] }
  const without: ReferenceData = { ...referenceData, ocr: { unavailable } }

  it('rejects a scan and explains how to enable OCR', async () => {
    const scan = await scanPdf(await samplePdf(), { dpi: 72 })
    await expect(extract(scan, text, without)).rejects.toMatchObject({
      code: 'NO_TEXT',
      detail: { code: 'only_images', params: unavailable },
      message: expect.stringMatching(
        /^This PDF contains only images, no text\. .* npm install .* ocr$/,
      ),
    })
  })

  it('lists the pages that were not read', async () => {
    const scan = await scanPdf(await samplePdf(), { dpi: 72, cover: 'Please find the invoice' })
    const { reading, review_reasons } = await extract(scan, text, without)
    expect(review_reasons).toEqual([
      { code: 'scan_not_read', path: null, params: { pages: [2, 3], ...unavailable } },
    ])
    expect(reading.kind === 'text' && reading.pages[1]?.ocr?.outcome).toBe('off')
  })
})
