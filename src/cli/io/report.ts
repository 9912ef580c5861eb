import { toAppError } from '../../domain/errors/app-error.ts'
import type { JobStatus } from '../../domain/job/job-state.ts'
import { errorMessage } from './describe-error.ts'
import type { Destination } from './destination.ts'
import { type OutputOptions, printLine } from './print.ts'
import type { CommandError, DocumentResult } from './shapes.ts'

/** Creates the result of a document that failed, with the reason. */
export function failedDocument(
  source: string,
  error: unknown,
  job?: { id: string; status: JobStatus },
): DocumentResult {
  return {
    source,
    job_id: job?.id ?? null,
    status: job?.status ?? 'failed',
    mapping: null,
    needs_review: false,
    review_reasons: [],
    format: null,
    file: null,
    error: toCommandError(error),
  }
}

export function toCommandError(error: unknown): CommandError {
  const { code, message } = toAppError(error)
  return { code, message: code === 'UNKNOWN' ? errorMessage(error) : message }
}

/** Prints errors to stderr and, unless the command is quiet, notes. */
export function reportDocuments(
  documents: readonly DocumentResult[],
  { quiet = false, json = false }: OutputOptions,
  listRemarks: (document: DocumentResult) => string[],
): void {
  for (const document of documents) {
    const { source, error } = document
    if (error) process.stderr.write(`${source}: ${error.message} (${error.code})\n`)
    else if (!quiet && !json) {
      for (const remark of listRemarks(document)) process.stderr.write(`${source}: ${remark}\n`)
    }
  }
}

/** Prints the path of each file that was written to a folder, because a number may have been added to its name. */
export function printFiles(
  documents: readonly DocumentResult[],
  { kind }: Destination,
  { quiet = false }: OutputOptions,
): void {
  if (kind !== 'folder' || quiet) return
  for (const { file } of documents) if (file !== null) printLine(file)
}

/** Prints a result. If there are several, prints each under its name, as `head` does. */
export function printContent(
  name: string,
  content: Uint8Array | string,
  { isAlone }: { isAlone: boolean },
): void {
  if (isAlone) {
    process.stdout.write(content)
    return
  }
  process.stdout.write(`==> ${name} <==\n`)
  process.stdout.write(content)
  process.stdout.write('\n')
}
