import { describe, expect, it } from 'vitest'
import type { Word } from '../../domain/reading/reading.ts'
import { samplePdf } from '../../../test/fixtures/pdfs.ts'
import { imagesPdf } from '../../../test/fixtures/scans.ts'
import { withDocument } from '../pdf/engine.ts'
import { pdfLimits } from '../pdf/limits.ts'
import { readPages } from '../pdf/pages.ts'
import { renderPage } from '../pdf/render-page.ts'
import { findOcr } from './packages.ts'
import { createScanReader } from './read-scan.ts'
import { chooseHigherDpi } from './resolution.ts'

function words(...sizes: number[]): Word[] {
  return sizes.map((font_size) => ({ text: 'a', box: [0, 0, 1, 1], baseline: 1, font_size }))
}

describe('chooseHigherDpi', () => {
  it('keeps the resolution for ordinary print', () => {
    expect(chooseHigherDpi(words(9, 10, 24))).toBeUndefined()
    expect(chooseHigherDpi([])).toBeUndefined()
  })

  it('raises it for small letters, based on their median height, up to a limit', () => {
    expect(chooseHigherDpi(words(4, 5, 24))).toBe(600)
    expect(chooseHigherDpi(words(0.5))).toBe(1200)
  })
})

describe('a scan whose page size is too small', () => {
  it('is read at a higher resolution', { timeout: 180_000 }, async () => {
    const pdf = await samplePdf()
    const bitmap = await withDocument(pdf, pdfLimits, (document) =>
      renderPage(document, 0, { turns: 0, deskew: 0 }),
    )
    const small = imagesPdf([{ ...bitmap, scale: bitmap.scale * 4 }])
    const [page] = await readPages(small, undefined, { scans: createScanReader(findOcr()) })
    const [drawn] = await readPages(pdf)
    const read = new Set(page?.words.map(({ text }) => text))
    const right = drawn?.words.filter(({ text }) => read.has(text)) ?? []
    expect(right.length / (drawn?.words.length ?? 0)).toBeGreaterThan(0.8)
    expect(page?.width).toBeCloseTo(595.28 / 4, 0)
    expect(Math.max(...(page?.words ?? []).map(({ box }) => box[2]))).toBeLessThan(595.28 / 4)
  })
})
