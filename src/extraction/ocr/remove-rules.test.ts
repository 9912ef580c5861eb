import { describe, expect, it } from 'vitest'
import { drawPdf } from '../../../test/fixtures/pdfs.ts'
import { scanPdf } from '../../../test/fixtures/scans.ts'
import { withDocument } from '../pdf/engine.ts'
import { pdfLimits } from '../pdf/limits.ts'
import { readPages } from '../pdf/pages.ts'
import { type Bitmap, renderPage } from '../pdf/render-page.ts'
import { findOcr } from './packages.ts'
import { createScanReader } from './read-scan.ts'
import { removeRules } from './remove-rules.ts'

/** Creates a bitmap with one pixel per point, in which `#` is ink. */
function bitmap(rows: string[], repeat = 1): Bitmap {
  const all = rows.flatMap((row) => Array<string>(repeat).fill(row))
  const pixels = Uint8Array.from(all.join(''), (letter) => (letter === '#' ? 0 : 255))
  return { width: rows[0]?.length ?? 0, height: all.length, scale: 1, pixels }
}

function countInk({ pixels }: Bitmap): number {
  return pixels.filter((pixel) => pixel < 128).length
}

const blank = '.'.repeat(60)
const rule = `..${'#'.repeat(56)}..`

describe('removeRules', () => {
  it('erases long thin lines in both directions, including crossings', () => {
    const column = `${'.'.repeat(30)}#${'.'.repeat(29)}`
    const grid = bitmap([
      ...Array<string>(20).fill(column),
      rule,
      ...Array<string>(20).fill(column),
    ])
    expect(countInk(grid)).toBe(96)
    expect(countInk(removeRules(grid).bitmap)).toBe(0)
    expect(removeRules(grid).hasGrid).toBe(true)
    expect(removeRules(bitmap([blank, rule, blank])).hasGrid).toBe(false)
  })

  it('keeps letter strokes, dashes and letters that touch a line', () => {
    const edge = `${'.'.repeat(57)}#..`
    const letter = `.....#${'.'.repeat(51)}#..`
    const box = [...Array<string>(20).fill(edge), ...Array<string>(8).fill(letter), rule]
    expect(countInk(removeRules(bitmap(box)).bitmap)).toBe(9)
    const dash = bitmap([blank, `..${'#'.repeat(20)}${'.'.repeat(38)}`, blank])
    expect(countInk(removeRules(dash).bitmap)).toBe(20)
  })

  it('keeps horizontal lines that enclose no text', () => {
    const page = bitmap([blank, rule, blank])
    expect(countInk(removeRules(page).bitmap)).toBe(56)
  })

  it('keeps dark backgrounds', () => {
    const bar = bitmap([blank, ...Array<string>(12).fill(rule), blank])
    expect(countInk(removeRules(bar).bitmap)).toBe(12 * 56)
  })

  it('leaves a page without lines unchanged', async () => {
    const pdf = await drawPdf((document) =>
      document.fontSize(24).text('EFHILT lill ---- 1177', 50, 50),
    )
    const page = await withDocument(pdf, pdfLimits, (document) =>
      renderPage(document, 0, { turns: 0, deskew: 0 }),
    )
    expect(countInk(removeRules(page).bitmap)).toBe(countInk(page))
  })
})

describe('a scanned table with narrow boxes', () => {
  it('is read without garbled numbers', { timeout: 180_000 }, async () => {
    const numbers = ['1.170.711', '14', '3.811.407', '6', '41.111', '7.171', '11', '118.341']
    const pdf = await drawPdf((document) => {
      document.fontSize(9)
      for (const [index, text] of [...numbers, ...numbers, ...numbers].entries()) {
        const [x, y] = [60 + (index % 4) * 52, 60 + Math.floor(index / 4) * 11]
        document
          .rect(x, y, 52, 11)
          .stroke()
          .text(text, x, y + 2, { width: 51, align: 'right' })
      }
    })
    const [page] = await readPages(await scanPdf(pdf, { dpi: 200 }), undefined, {
      scans: createScanReader(findOcr()),
    })
    expect(page?.words.map(({ text }) => text)).toEqual([...numbers, ...numbers, ...numbers])
  })
})

describe('a scanned grid with a column of single digits', () => {
  it('keeps the digits', { timeout: 180_000 }, async () => {
    const left = [50, 110, 290, 345, 425, 485, 582]
    const rows = Array.from({ length: 30 }, (_, index) => [
      String(8_888_500 + index * 173),
      'TS mounting plate front',
      String((index % 3) + 1),
      `24.${101 + index}.805`,
      '0',
      `72.${305 + index}.415`,
    ])
    const pdf = await drawPdf((document) => {
      document.fontSize(9)
      for (const x of left) document.moveTo(x, 200).lineTo(x, 740).stroke()
      for (const [index, row] of rows.entries()) {
        for (const [column, text] of row.entries()) {
          const [x = 0, end = 0] = left.slice(column)
          const align = column < 2 ? 'left' : 'right'
          document.text(text, x + 2, 205 + index * 17, { width: end - x - 4, align })
        }
      }
    })
    const [page] = await readPages(await scanPdf(pdf, { dpi: 200 }), undefined, {
      scans: createScanReader(findOcr()),
    })
    const quantities = page?.words.filter(({ box }) => box[0] > 290 && box[2] < 345) ?? []
    expect(quantities.map(({ text }) => text)).toEqual(rows.map((row) => row[2]))
  })
})
