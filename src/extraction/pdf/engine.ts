import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium'
import { AppError } from '../../domain/errors/errors.ts'
import { say } from '../../domain/i18n/say.ts'
import type { PdfLimits } from './limits.ts'

/** pdfium, with the views of its memory that the package's types leave out. Growing replaces them. */
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
  /** Address of the file, which pdfium reads from as long as the document is open. */
  bytes: number
  /** Address of 32 bytes into which pdfium writes its answers. */
  scratch: number
}

type FourNumbers = [number, number, number, number]

/** Called for each letter; the package's wrappers check themselves and their arguments every time. */
const hotFunctions = [
  'FPDFText_GetUnicode',
  'FPDFText_GetMatrix',
  'FPDFText_GetCharOrigin',
  'FPDFText_GetCharBox',
  'FPDFText_GetLooseCharBox',
  'FPDFText_GetFontSize',
  'FPDFText_GetTextObject',
  'FPDFPageObj_GetBounds',
] as const

let loading: Promise<Engine> | undefined

/** Opens a PDF for as long as `use` runs, and gives its memory back whatever happens. */
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
    // What is left of an engine that ran out of memory is undefined: the next document gets a new one.
    loading = undefined
    throw new AppError('RESOURCE_LIMIT', undefined, { cause: thrown })
  }
}

/** The first four numbers that pdfium wrote into the scratch memory, as floats. */
export function readFloats({ engine, scratch }: PdfDocument): FourNumbers {
  return readFour(engine.pdfium.HEAPF32, scratch / 4)
}

/** The same as doubles. */
export function readDoubles({ engine, scratch }: PdfDocument): FourNumbers {
  return readFour(engine.pdfium.HEAPF64, scratch / 8)
}

function readFour(heap: Float32Array | Float64Array, at: number): FourNumbers {
  return [heap[at] ?? 0, heap[at + 1] ?? 0, heap[at + 2] ?? 0, heap[at + 3] ?? 0]
}

/** Once in a process; the first document would else wait for it. */
export function loadEngine(): Promise<Engine> {
  loading ??= load()
  return loading
}

async function load(): Promise<Engine> {
  try {
    // Silent, because what it prints when it gives up is in the error too.
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

/** By pdfium's numbers: 4 is a password that we were not given, 5 a kind of lock that it does not know. */
function toOpenError(reason: number): AppError {
  return new AppError(reason === 4 || reason === 5 ? 'ENCRYPTED_PDF' : 'BROKEN_PDF')
}

/** Stands before any loop over the pages: a KB of PDF can claim a million of them. */
function checkPageCount(page_count: number, limits: PdfLimits): void {
  if (page_count <= 0) throw new AppError('BROKEN_PDF')
  if (page_count > limits.pages) {
    throw new AppError(
      'RESOURCE_LIMIT',
      say`This PDF has ${page_count.toLocaleString('en-US')} pages, but at most ${limits.pages.toLocaleString('en-US')} can be read. Split it into smaller parts.`,
    )
  }
}

/** Traps of the WASM machine and stacks that overflow. Damaged files cause neither; bombs do. */
function isExhaustion(thrown: unknown): boolean {
  return thrown instanceof Error && ['RuntimeError', 'RangeError'].includes(thrown.name)
}
