import {
  getDocument,
  GlobalWorkerOptions,
  type PDFDocumentProxy,
  type PDFPageProxy,
} from 'pdfjs-dist'
// oxlint-disable-next-line import/default -- Vite exports its URL
import worker from 'pdfjs-dist/build/pdf.worker.min.mjs?url'

GlobalWorkerOptions.workerSrc = worker

/** Null for a damaged page; the other pages still render. */
export type OpenPage = PDFPageProxy | null

export interface OpenPdf {
  pages: OpenPage[]
  close: () => void
}

/** Opens a PDF. Uses only local assets, and nothing that the content security policy blocks. */
export async function openPdf(data: ArrayBuffer): Promise<OpenPdf> {
  const loading = getDocument({
    data,
    cMapUrl: '/pdfjs/cmaps/',
    standardFontDataUrl: '/pdfjs/standard_fonts/',
    wasmUrl: '/pdfjs/wasm/',
    useWasm: false,
    isEvalSupported: false,
    // Suppresses warnings about malformed PDFs.
    verbosity: 0,
  })
  const close = () => void loading.destroy()
  try {
    return { pages: await loadPages(await loading.promise), close }
  } catch (broken) {
    close()
    throw broken
  }
}

function loadPages(pdf: PDFDocumentProxy): Promise<OpenPage[]> {
  const numbers = Array.from({ length: pdf.numPages }, (_, index) => index + 1)
  return Promise.all(numbers.map((number) => pdf.getPage(number).catch(() => null)))
}

const maxPixels = 16_000_000

/** Renders a page; returns undefined if it was aborted. */
export async function drawPage(
  page: PDFPageProxy,
  scale: number,
  signal: AbortSignal,
): Promise<HTMLCanvasElement | undefined> {
  const { width, height } = page.getViewport({ scale })
  const density = Math.min(devicePixelRatio, Math.sqrt(maxPixels / (width * height)))
  const viewport = page.getViewport({ scale: scale * density })
  const canvas = document.createElement('canvas')
  canvas.width = Math.floor(viewport.width)
  canvas.height = Math.floor(viewport.height)
  canvas.className = 'size-full'
  const drawing = page.render({ canvas, viewport })
  signal.addEventListener('abort', () => drawing.cancel(), { once: true })
  try {
    await drawing.promise
    return canvas
  } catch (broken) {
    if (signal.aborted) return undefined
    throw broken
  }
}
