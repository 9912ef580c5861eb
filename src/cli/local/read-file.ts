import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createDetail } from '../../domain/i18n/problem-detail.ts'
import { render } from '../../domain/i18n/render.ts'
import { AppError } from '../../domain/errors/app-error.ts'
import { type Params, getChoiceRemark, remarks } from '../../domain/mapping/mapping.ts'
import type { OutputFormat } from '../../domain/mapping/output-formats.ts'
import type { Sandbox, SandboxResult } from '../../extraction/sandbox/sandbox.ts'
import { createWithheldError } from '../../domain/review/withheld-xml.ts'
import type { Input } from '../io/inputs.ts'
import { loadInput } from '../io/load-input.ts'
import type { DocumentResult } from '../io/shapes.ts'
import { toPdf } from './to-pdf.ts'

export interface ReadOptions {
  sandbox: Sandbox
  /** The requested mapping; may be `auto`. */
  mapping: string
  /** The mapping file, if the mapping is not built in. */
  mapping_file?: string | undefined
  params: Params
  format: OutputFormat
  /** Files whose uncertain values the user has confirmed, or `all`. */
  confirmed: readonly string[]
  /** Folder for temporary files. */
  folder: string
}

export async function readDocument(
  input: Input,
  { sandbox, mapping, mapping_file, params, folder, confirmed }: ReadOptions,
  { isPart = input.part_file !== undefined } = {},
): Promise<SandboxResult> {
  const fileFolder = await mkdtemp(path.join(folder, 'file-'))
  const file = await toFile(sandbox, input, fileFolder)
  const is_confirmed = isConfirmed(input.name, confirmed)
  const confirmation = { is_confirmed, is_single_invoice: isPart }
  const task = { file, mapping, params, folder: fileFolder, ...confirmation }
  return sandbox.extract(mapping_file === undefined ? task : { ...task, mapping_file }, {})
}

/** Returns the path of a PDF. Saves downloads and streams to the folder. */
export async function toFile(sandbox: Sandbox, input: Input, folder: string): Promise<string> {
  if (input.part_file !== undefined) return input.part_file
  if (input.kind === 'file') return toPdf(sandbox, input.name, folder)
  const copy = path.join(folder, 'input')
  await writeFile(copy, await loadInput(input))
  return toPdf(sandbox, copy, folder)
}

/** True if the user has confirmed the file's uncertain values. */
export function isConfirmed(file: string, confirmed: readonly string[]): boolean {
  return confirmed.includes('all') || confirmed.includes(file)
}

/** Returns the path of the output in this format; throws if there is none. */
export function requireOutput(
  { outputs, mapping, review_reasons, withheld }: SandboxResult,
  { format, params }: Pick<ReadOptions, 'format' | 'params'>,
): string {
  const output = outputs.find((one) => one.format === format)
  if (output) return output.file
  if (withheld && format === 'xml') throw createWithheldError(withheld)
  const message = createDetail('output_not_written', {
    mapping,
    format,
    formats: outputs.map((one) => one.format),
    needs_swimmer: format === 'ics' && !params['swimmer'],
    reasons: review_reasons,
  })
  throw new AppError('UNKNOWN_FORMAT', message)
}

/** Builds the result of a document that was read. If the user confirmed the document, it does not need review. */
export function toDocumentResult(
  input: Input,
  { mapping, review_reasons }: SandboxResult,
  { format, confirmed }: Pick<ReadOptions, 'format' | 'confirmed'>,
): DocumentResult {
  return {
    source: input.name,
    job_id: null,
    status: 'complete',
    mapping,
    needs_review: review_reasons.length > 0 && !isConfirmed(input.name, confirmed),
    review_reasons: review_reasons.map((reason) => ({ ...reason, message: render(reason) })),
    format,
    file: null,
    error: null,
  }
}

/** Lists notes about a file that was read. */
export function listRemarks(
  requestedMapping: string,
  { mapping, review_reasons }: DocumentResult,
): string[] {
  const choice = mapping === null ? null : getChoiceRemark(requestedMapping, mapping)
  const doubts = review_reasons.map(({ message }) => `needs review: ${message}`)
  return choice === null ? doubts : [remarks[choice], ...doubts]
}

/** Loads an output for `--json`: JSON is parsed, other formats become text. */
export async function readContent(file: string, format: string): Promise<unknown> {
  const text = await readFile(file, 'utf8')
  return format === 'json' ? (JSON.parse(text) as unknown) : text
}
