import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium'
import { AppError } from '../../domain/errors/app-error.ts'
import { createDetail } from '../../domain/i18n/problem-detail.ts'
import type { PdfLimits } from './limits.ts'

/** pdfium with its heap views, which the package's types omit. The views are replaced when the heap grows. */
type Engine = WrappedPdfiumModule & {
  pdfium: {
    HEAPU8: Uint8Array
    HEAPU32: Uint32Array
    HEAPF32: Float32Array
    HEAPF64: Float64Array
    wasmExports: Pick<WrappedPdfiumModule, (typeof hotFunctions)[number]>
  }
}

export interface PdfDocument {
  engine: Engine
  handle: number
  page_count: number
  /** Memory address of the file, from which pdfium reads while the document is open. */
  bytes: number
  /** Address of a 32-byte buffer for pdfium's output parameters. */
  scratch: number
}

type FourNumbers = [number, number, number, number]

/**
 * Functions called for every letter. They replace the package's wrappers, which validate their arguments on each call.
 */
const hotFunctions = [
  'FPDFText_GetUnicode',
  'FPDFText_IsGenerated',
  'FPDFText_GetMatrix',
  'FPDFText_GetCharOrigin',
  'FPDFText_GetCharBox',
  'FPDFText_GetLooseCharBox',
  'FPDFText_GetFontSize',
  'FPDFText_GetTextObject',
  'FPDFPageObj_GetBounds',
] as const

let loading: Promise<Engine> | undefined

/** Opens a PDF for the duration of `use` and always frees its memory. */
export async function withDocument<T>(
  pdf: Uint8Array,
  limits: PdfLimits,
  use: (document: PdfDocument) => T | Promise<T>,
): Promise<T> {
  const engine = await loadEngine()
  try {
    const document = open(engine, pdf)
    try {
      checkPageCount(document.page_count, limits)
      return await use(document)
    } finally {
      close(document)
    }
  } catch (thrown) {
    if (!isExhaustion(thrown)) throw thrown
    // The engine's state is undefined after it runs out of memory, so the next document loads a new engine.
    loading = undefined
    throw new AppError('RESOURCE_LIMIT', undefined, { cause: thrown })
  }
}

/** Reads the first four floats in the scratch buffer. */
export function readFloats({ engine, scratch }: PdfDocument): FourNumbers {
  return readFour(engine.pdfium.HEAPF32, scratch / 4)
}

/** Reads the first four doubles in the scratch buffer. */
export function readDoubles({ engine, scratch }: PdfDocument): FourNumbers {
  return readFour(engine.pdfium.HEAPF64, scratch / 8)
}

function readFour(heap: Float32Array | Float64Array, at: number): FourNumbers {
  return [heap[at] ?? 0, heap[at + 1] ?? 0, heap[at + 2] ?? 0, heap[at + 3] ?? 0]
}

/** Loads pdfium once per process, before the first document. */
export function loadEngine(): Promise<Engine> {
  loading ??= load()
  return loading
}

async function load(): Promise<Engine> {
  try {
    // Discards pdfium's output, which only repeats the thrown error.
    const options = { print: () => {}, printErr: () => {} }
    const engine = (await init(options)) as Engine
    for (const name of hotFunctions) {
      Object.assign(engine, { [name]: engine.pdfium.wasmExports[name] })
    }
    engine.PDFiumExt_Init()
    return engine
  } catch (thrown) {
    loading = undefined
    throw thrown
  }
}

function open(engine: Engine, pdf: Uint8Array): PdfDocument {
  const { malloc, free } = engine.pdfium.wasmExports
  const bytes = malloc(pdf.length)
  if (bytes === 0) throw new AppError('RESOURCE_LIMIT')
  engine.pdfium.HEAPU8.set(pdf, bytes)
  const handle = engine.FPDF_LoadMemDocument(bytes, pdf.length, '')
  if (handle === 0) {
    free(bytes)
    throw toOpenError(engine.FPDF_GetLastError())
  }
  return {
    engine,
    handle,
    page_count: engine.FPDF_GetPageCount(handle),
    bytes,
    scratch: malloc(32),
  }
}

function close({ engine, handle, bytes, scratch }: PdfDocument): void {
  engine.FPDF_CloseDocument(handle)
  engine.pdfium.wasmExports.free(bytes)
  engine.pdfium.wasmExports.free(scratch)
}

/** Translates pdfium's error codes: 4 is a missing password, 5 an unsupported security handler. */
function toOpenError(reason: number): AppError {
  return new AppError(reason === 4 || reason === 5 ? 'ENCRYPTED_PDF' : 'BROKEN_PDF')
}

/**
 * Rejects a PDF with too many pages. Call this before any loop over pages, because a PDF of 1 KB can claim to have a
 * million.
 */
function checkPageCount(page_count: number, limits: PdfLimits): void {
  if (page_count <= 0) throw new AppError('BROKEN_PDF')
  if (page_count > limits.pages) {
    const params = { pages: page_count, most: limits.pages }
    throw new AppError('RESOURCE_LIMIT', createDetail('too_many_pages', params))
  }
}

/** True for WASM traps and stack overflows. Only decompression bombs cause these, never damaged files. */
function isExhaustion(thrown: unknown): boolean {
  return thrown instanceof Error && ['RuntimeError', 'RangeError'].includes(thrown.name)
}
