import { routes } from '../../domain/api/routes/routes.ts'
import type { DownloadFormat } from '../../domain/mapping/output-formats.ts'
import {
  type Destination,
  inferFormat,
  openDestination,
  saveResultFile,
} from '../io/destination.ts'
import { toExitCode } from '../io/exit-codes.ts'
import { type OutputOptions, printJson } from '../io/print.ts'
import { failedDocument, printContent, printFiles, reportDocuments } from '../io/report.ts'
import { forEachInOrder } from '../io/sequence.ts'
import type { DocumentResult } from '../io/shapes.ts'
import { connect, requireToken, type ServerOptions } from './connect.ts'
import { parseIds } from './jobs.ts'
import { toJobResult } from './save-results.ts'

export interface DownloadOptions extends ServerOptions, OutputOptions {
  out?: string
  overwrite?: boolean
  format?: DownloadFormat
  source?: true
  jobs?: number
}

/** Saves results, or the source PDFs, to the current folder or to `out`. */
export async function downloadJobs(given: string[], options: DownloadOptions): Promise<number> {
  requireToken(options)
  const { out = '.', jobs = 4, source, json, format = inferFormat(options.out) } = options
  const ids = parseIds(given)
  const docket = connect(options)
  const destination = await openDestination({ ...options, out }, ids.length)
  const fetchOne = async (id: string) => {
    const job = await docket.call(routes.getJob, { params: { id } })
    const saved = source ? null : (format ?? job.outputs[0]?.format ?? 'json')
    const response =
      saved === null
        ? await docket.call(routes.jobSource, { params: { id } })
        : await docket.download(id, saved)
    return { job, format: saved, bytes: Buffer.from(await response.arrayBuffer()) }
  }
  const save = async (id: string, fetched: ReturnType<typeof fetchOne>) => {
    try {
      const { job, format: saved, bytes } = await fetched
      const result = { filename: job.original_filename, format: saved ?? 'pdf', bytes }
      const file = await deliver(destination, id, result)
      // Clears the review reasons, because a source PDF has no values to review.
      const review = source && { needs_review: false, review_reasons: [] }
      return { ...toJobResult(id, job), ...review, format: saved, file }
    } catch (error) {
      return failedDocument(id, error)
    }
  }
  const documents: DocumentResult[] = await forEachInOrder(ids, jobs, fetchOne, save)
  if (json) printJson({ documents })
  else printFiles(documents, destination, options)
  reportDocuments(documents, options, ({ review_reasons }) =>
    review_reasons.map(({ message }) => `needs review: ${message}`),
  )
  return toExitCode(documents)
}

async function deliver(
  destination: Destination,
  id: string,
  result: { filename: string; format: string; bytes: Buffer },
): Promise<string | null> {
  if (destination.kind !== 'stdout') return saveResultFile(destination, result)
  printContent(id, result.bytes, { isAlone: true })
  return null
}
