import fc from 'fast-check'
import { expect, it } from 'vitest'
import { samplePdf } from '../../../test/fixtures/pdfs.ts'
import { withDocument } from '../pdf/engine.ts'
import { pdfLimits } from '../pdf/limits.ts'
import { type Bitmap, renderPage, type View } from '../pdf/render-page.ts'
import { measureSkew } from './skew.ts'

async function drawn(view: View): Promise<Bitmap> {
  return withDocument(await samplePdf(), pdfLimits, (document) => renderPage(document, 0, view))
}

it('measures the skew of a page, upright or upside down', async () => {
  const angle = fc.integer({ min: -90, max: 90 }).map((tenths) => tenths / 10)
  const property = fc.asyncProperty(angle, fc.constantFrom(0, 2), async (degrees, turns) => {
    const skew = measureSkew(await drawn({ turns: turns as View['turns'], deskew: degrees }))
    expect(Math.abs((skew ?? 99) + degrees)).toBeLessThan(0.1)
  })
  await fc.assert(property, { numRuns: 8 })
}, 120_000)

it('returns undefined for a page without ink', () => {
  const paper = { width: 400, height: 300, scale: 1, pixels: new Uint8Array(120_000).fill(240) }
  expect(measureSkew(paper)).toBeUndefined()
})
