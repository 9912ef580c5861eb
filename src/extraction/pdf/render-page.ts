import { AppError } from '../../domain/errors/app-error.ts'
import { createDetail } from '../../domain/i18n/problem-detail.ts'
import type { PdfDocument } from './engine.ts'
import type { Point } from './page-rotation.ts'

/** A greyscale image with one byte per pixel, from 0 (black) to 255 (white), row by row from the top. */
export interface Bitmap {
  width: number
  height: number
  /** Pixels per point (1/72 inch). */
  scale: number
  pixels: Uint8Array
}

/** How a page is rotated when it is rendered. */
export interface View {
  /** Clockwise quarter turns. */
  turns: 0 | 1 | 2 | 3
  /** A further clockwise rotation about the centre, in degrees. */
  deskew: number
  /** Default: 300. */
  dpi?: number
}

/** Resolution for pages up to A3. Larger pages get a lower resolution. */
export const dotsPerInch = 300
const maxPixels = 18_000_000
/** Maximum length of a side, in pixels. Tesseract rejects images with more than 32,767 pixels per side. */
const maxSidePixels = 20_000

const gray = 1
const white = 0xffffffff
/** Renders in greyscale, with annotations such as stamps and form fields. */
const renderFlags = 0x01 | 0x08

/** Renders a page. Images on the page count towards the process's memory limit. */
export function renderPage(document: PdfDocument, index: number, view: View): Bitmap {
  const { engine } = document
  const page = engine.FPDF_LoadPage(document.handle, index)
  if (page === 0)
    throw new AppError('BROKEN_PDF', createDetail('page_damaged', { page: index + 1 }))
  try {
    const size: Size = [engine.FPDF_GetPageWidthF(page), engine.FPDF_GetPageHeightF(page)]
    const [wide, high] = view.turns % 2 === 0 ? size : [size[1], size[0]]
    const scale = chooseScale(wide, high, view.dpi ?? dotsPerInch)
    const width = Math.max(1, Math.round(wide * scale))
    const height = Math.max(1, Math.round(high * scale))
    const matrix = createViewMatrix(size, view, scale)
    return { width, height, scale, pixels: draw(document, page, { width, height, matrix }) }
  } finally {
    engine.FPDF_ClosePage(page)
  }
}

type Size = [width: number, height: number]

/** A transformation as PDF defines it: x' = a·x + c·y + e, y' = b·x + d·y + f. */
type Matrix = [a: number, b: number, c: number, d: number, e: number, f: number]

function chooseScale(wide: number, high: number, dpi: number): number {
  return Math.min(
    dpi / 72,
    Math.sqrt(maxPixels / (wide * high)),
    maxSidePixels / Math.max(wide, high),
  )
}

/** Maps points on the upright page to the view. */
export function createViewTransform(
  size: Size,
  view: View,
  scale: number,
): (point: Point) => Point {
  const [a, b, c, d, e, f] = createViewMatrix(size, view, scale)
  return ([x, y]) => [a * x + c * y + e, b * x + d * y + f]
}

/** Rotates about the page's centre, and moves that centre to the image's centre. */
function createViewMatrix([width, height]: Size, { turns, deskew }: View, scale: number): Matrix {
  const radians = ((turns * 90 + deskew) * Math.PI) / 180
  const cos = Math.cos(radians) * scale
  const sin = Math.sin(radians) * scale
  const [middleX, middleY] = turns % 2 === 0 ? [width / 2, height / 2] : [height / 2, width / 2]
  const e = middleX * scale - (cos * width - sin * height) / 2
  const f = middleY * scale - (sin * width + cos * height) / 2
  return [cos, sin, -sin, cos, e, f]
}

function draw(
  { engine, scratch }: PdfDocument,
  page: number,
  { width, height, matrix }: { width: number; height: number; matrix: Matrix },
): Uint8Array {
  const { malloc, free } = engine.pdfium.wasmExports
  const bitmap = engine.FPDFBitmap_CreateEx(width, height, gray, 0, 0)
  if (bitmap === 0) throw new AppError('RESOURCE_LIMIT')
  const place = malloc(24)
  try {
    engine.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, white)
    engine.pdfium.HEAPF32.set(matrix, place / 4)
    engine.pdfium.HEAPF32.set([0, 0, width, height], scratch / 4)
    engine.FPDF_RenderPageBitmapWithMatrix(bitmap, page, place, scratch, renderFlags)
    const start = engine.FPDFBitmap_GetBuffer(bitmap)
    const stride = engine.FPDFBitmap_GetStride(bitmap)
    const pixels = new Uint8Array(width * height)
    for (let row = 0; row < height; row++) {
      const from = start + row * stride
      pixels.set(engine.pdfium.HEAPU8.subarray(from, from + width), row * width)
    }
    return pixels
  } finally {
    free(place)
    engine.FPDFBitmap_Destroy(bitmap)
  }
}
