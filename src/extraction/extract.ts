import { AppError } from '../domain/errors.ts'
import { contentTypes, type Mapping, type OutputFormat, type Params } from '../domain/mapping.ts'
import type { Page, Reading } from '../domain/reading.ts'
import { withDocument } from './pdf/engine.ts'
import { pdfLimits } from './pdf/limits.ts'
import { type OnProgress, readPages } from './pdf/pages.ts'
import { renderJson } from './render/json.ts'
import { renderTxt } from './render/txt.ts'
import { readText } from './text/read-text.ts'

export interface Output {
  format: OutputFormat
  content_type: string
  body: string
}

export interface Extraction {
  reading: Reading
  outputs: Output[]
}

const readers: Record<Mapping['reader'], (pages: Page[], params: Params) => Reading> = {
  text: readText,
}

const renderers: Record<OutputFormat, (reading: Reading) => string> = {
  json: renderJson,
  txt: renderTxt,
}

/** PDF bytes → pages of words → what the mapping reads in them → the files it writes from that. */
export async function extract(
  pdf: Uint8Array,
  mapping: Mapping,
  params: Params,
  onProgress?: OnProgress,
): Promise<Extraction> {
  const pages = await readPages(pdf, onProgress)
  if (pages.every(({ words }) => words.length === 0)) throw new AppError('NO_TEXT')
  const reading = readers[mapping.reader](pages, params)
  const outputs = mapping.outputs.map((format) => ({
    format,
    content_type: contentTypes[format],
    body: renderers[format](reading),
  }))
  return { reading, outputs }
}

/** Only opens the PDF, and so finds out in a moment whether it is locked, damaged or far too long. */
export function probe(pdf: Uint8Array): Promise<{ page_count: number }> {
  return withDocument(pdf, pdfLimits, ({ page_count }) => ({ page_count }))
}
