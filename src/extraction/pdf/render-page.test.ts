import { describe, expect, it } from 'vitest'
import { drawPdf, rotatedPdf } from '../../../test/fixtures/pdfs.ts'
import { withDocument } from './engine.ts'
import { pdfLimits } from './limits.ts'
import { type Bitmap, renderPage, type View } from './render-page.ts'

async function rendered(pdf: Promise<Uint8Array>, view: Partial<View> = {}): Promise<Bitmap> {
  return withDocument(await pdf, pdfLimits, (document) =>
    renderPage(document, 0, { turns: 0, deskew: 0, ...view }),
  )
}

/** A PDF with a dark square near the top left corner of the page. */
const cornerPdf = (size: [number, number]) =>
  drawPdf((document) => document.rect(0, 0, 60, 60).fill('black'), { size, margin: 0 })

function darkCorners({ width, height, scale, pixels }: Bitmap): string[] {
  const inset = Math.round(30 * scale)
  const corners = {
    'top left': [inset, inset],
    'top right': [width - inset, inset],
    'bottom left': [inset, height - inset],
    'bottom right': [width - inset, height - inset],
  }
  return Object.entries(corners).flatMap(([name, [x = 0, y = 0]]) =>
    (pixels[y * width + x] ?? 255) < 128 ? [name] : [],
  )
}

describe('renderPage', () => {
  it.each<[View['turns'], string]>([
    [0, 'top left'],
    [1, 'top right'],
    [2, 'bottom right'],
    [3, 'bottom left'],
  ])('rotates a page by %i clockwise quarter turns', async (turns, corner) => {
    const bitmap = await rendered(cornerPdf([300, 200]), { turns })
    expect(darkCorners(bitmap)).toEqual([corner])
    const sides = [bitmap.width, bitmap.height]
    expect(sides).toEqual(turns % 2 === 0 ? [1250, 833] : [833, 1250])
  })

  it('rotates a page slightly about its centre', async () => {
    const pdf = drawPdf((document) => document.rect(0, 95, 300, 10).fill('black'), {
      size: [300, 200],
    })
    const { width, pixels, scale } = await rendered(pdf, { deskew: 10 })
    const isDark = (x: number, y: number) =>
      (pixels[Math.round(y * scale) * width + Math.round(x * scale)] ?? 255) < 128
    const drop = 140 * Math.tan((10 * Math.PI) / 180)
    expect([isDark(150, 100), isDark(290, 100 + drop), isDark(10, 100 - drop)]).toEqual([
      true,
      true,
      true,
    ])
    expect([isDark(290, 100), isDark(290, 100 - drop)]).toEqual([false, false])
  })

  it('draws a page with a stored rotation as displayed', async () => {
    const [upright, turned] = [await rendered(rotatedPdf(0)), await rendered(rotatedPdf(90))]
    const differ = upright.pixels.filter(
      (pixel, at) => Math.abs(pixel - (turned.pixels[at] ?? 0)) > 128,
    )
    expect(differ.length).toBeLessThan(0.001 * upright.pixels.length)
  })

  it('draws a large page at a lower resolution', async () => {
    const { width, height, scale } = await rendered(cornerPdf([5000, 4000]))
    expect(width * height).toBeLessThanOrEqual(18_010_000)
    expect(width / scale).toBeCloseTo(5000, 0)
    const strip = await rendered(cornerPdf([14_000, 80]))
    expect(strip.width).toBe(20_000)
  })
})
