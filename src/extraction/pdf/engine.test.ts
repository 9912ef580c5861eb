import { describe, expect, it } from 'vitest'
import { manyPagesPdf, truncatedPdf } from '../../../test/fixtures/hostile-pdfs.ts'
import { encryptedPdf, ownerLockedPdf, pdfOfSize, textPdf } from '../../../test/fixtures/pdfs.ts'
import { rawPdf } from '../../../test/fixtures/raw-pdf.ts'
import { withDocument } from './engine.ts'
import { pdfLimits } from './limits.ts'

const countPages = async (pdf: Uint8Array, limits = pdfLimits) =>
  withDocument(pdf, limits, ({ page_count }) => page_count)

const noPages = rawPdf([
  '<< /Type /Catalog /Pages 2 0 R >>',
  '<< /Type /Pages /Kids [] /Count 0 >>',
])

describe('withDocument', () => {
  it('opens a valid PDF, even with owner restrictions', async () => {
    expect(await countPages(await textPdf({ pages: 3 }))).toBe(3)
    expect(await countPages(await ownerLockedPdf())).toBe(1)
  })

  it.each([
    ['an unknown password', encryptedPdf, 'ENCRYPTED_PDF'],
    ['a truncated file', truncatedPdf, 'BROKEN_PDF'],
    ['an empty file', async () => new Uint8Array(), 'BROKEN_PDF'],
    ['a web page', async () => Buffer.from('<!doctype html><p>Not found'), 'BROKEN_PDF'],
    ['no pages', async () => noPages, 'BROKEN_PDF'],
    ['one page too many', () => textPdf({ pages: 4 }), 'RESOURCE_LIMIT'],
    ['a million pages', () => manyPagesPdf(1_000_000), 'RESOURCE_LIMIT'],
    ['ten million pages', () => manyPagesPdf(10_000_000), 'BROKEN_PDF'],
  ])('rejects %s', async (_what, pdf, code) => {
    const opening = countPages(await pdf(), { ...pdfLimits, pages: 3 })
    await expect(opening).rejects.toMatchObject({ code })
  })

  it('frees its memory after success, failure and rejection', async () => {
    const big = await pdfOfSize(3_000_000)
    const memory = () => withDocument(big, pdfLimits, ({ engine }) => engine.pdfium.HEAPU8.length)
    const before = await memory()
    for (let round = 0; round < 50; round++) {
      const failing = withDocument(big, pdfLimits, () => Promise.reject(new Error('failed')))
      await expect(failing).rejects.toThrow('failed')
      await expect(countPages(big.subarray(0, -500))).rejects.toThrow()
    }
    expect(await memory()).toBe(before)
  })

  it('discards an engine that ran out of memory', async () => {
    const pdf = await textPdf()
    const engine = () => withDocument(pdf, pdfLimits, (document) => document.engine)
    const first = await engine()
    expect(await engine()).toBe(first)

    const trap = Object.assign(new Error('Aborted(OOM)'), { name: 'RuntimeError' })
    const bomb = withDocument(pdf, pdfLimits, () => Promise.reject(trap))
    await expect(bomb).rejects.toMatchObject({ code: 'RESOURCE_LIMIT', cause: trap })
    expect(await engine()).not.toBe(first)
  })
})
