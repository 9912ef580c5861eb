import { mkdtemp } from 'node:fs/promises'
import path from 'node:path'
import { createDetail } from '../domain/i18n/problem-detail.ts'
import { render } from '../domain/i18n/render.ts'
import { AppError } from '../domain/errors/errors.ts'
import { type Params, getChoiceRemark, remarks } from '../domain/mapping/mapping.ts'
import type { OutputFormat } from '../domain/mapping/output-formats.ts'
import type { Sandbox, SandboxResult } from '../extraction/sandbox/sandbox.ts'
import { requirePdf } from './readers.ts'

/** How files are read and where outputs go. */
export interface ReadOptions {
  sandbox: Sandbox
  /** The requested mapping; may be `auto`. */
  mapping: string
  /** The mapping file, if the mapping is not built in. */
  mapping_file?: string | undefined
  params: Params
  format: OutputFormat
  /** Folder for temporary files. */
  folder: string
  out: string | undefined
}

export async function readDocument(
  file: string,
  { sandbox, mapping, mapping_file, params, folder }: ReadOptions,
): Promise<SandboxResult> {
  await requirePdf(file)
  const fileFolder = await mkdtemp(path.join(folder, 'file-'))
  const task = { file: path.resolve(file), mapping, params, folder: fileFolder }
  return sandbox.extract(mapping_file === undefined ? task : { ...task, mapping_file }, {})
}

/** The output file in this format. */
export function requireOutput(
  { outputs, mapping, review_reasons }: SandboxResult,
  { format, params }: Pick<ReadOptions, 'format' | 'params'>,
): string {
  const output = outputs.find((one) => one.format === format)
  if (output) return output.file
  const message = createDetail('output_not_written', {
    mapping,
    format,
    formats: outputs.map((one) => one.format),
    needs_swimmer: format === 'ics' && !params['swimmer'],
    reasons: review_reasons,
  })
  throw new AppError('UNKNOWN_FORMAT', message)
}

/** Remarks on a file that was read. */
export function listRemarks(
  requestedMapping: string,
  { mapping, review_reasons }: SandboxResult,
): string[] {
  const choice = getChoiceRemark(requestedMapping, mapping)
  const doubts = review_reasons.map((reason) => `needs review: ${render(reason)}`)
  return choice === null ? doubts : [remarks[choice], ...doubts]
}
