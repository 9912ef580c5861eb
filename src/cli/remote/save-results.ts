import type { Docket } from '../../client/docket.ts'
import type { Job } from '../../domain/job/job.ts'
import type { DownloadFormat } from '../../domain/mapping/output-formats.ts'
import { type Destination, saveResultFile } from '../io/destination.ts'
import { failedDocument, printContent } from '../io/report.ts'
import { forEachInOrder } from '../io/sequence.ts'
import type { DocumentResult } from '../io/shapes.ts'
import type { SubmittedDocument } from './send.ts'

/** Default number of parallel downloads. */
const defaultJobs = 4

interface SaveOptions {
  destination: Destination
  format: DownloadFormat | undefined
  jobs?: number | undefined
  json?: boolean | undefined
}

/** Downloads results, and prints or saves them in the order of the documents. Reports failed downloads on stderr. */
export async function saveResults(
  docket: Docket,
  sent: readonly SubmittedDocument[],
  { destination, format, jobs = defaultJobs, json = false }: SaveOptions,
): Promise<DocumentResult[]> {
  const isAlone = sent.length === 1
  const fetchResult = async ({ job, error }: SubmittedDocument) => {
    if (error || !job) return undefined
    const outputFormat = format ?? job.outputs[0]?.format ?? 'json'
    const response = await docket.download(job.id, outputFormat)
    return { format: outputFormat, bytes: Buffer.from(await response.arrayBuffer()) }
  }
  return forEachInOrder(sent, jobs, fetchResult, async ({ input, job, error }, fetched) => {
    if (error || !job) return failedDocument(input.name, error, job)
    try {
      const result = await fetched
      if (!result) return failedDocument(input.name, error, job)
      const document = { ...toJobResult(input.name, job), format: result.format }
      if (destination.kind !== 'stdout') {
        const file = await saveResultFile(destination, {
          filename: job.original_filename,
          ...result,
        })
        return { ...document, file }
      }
      if (json) return { ...document, content: toContent(result) }
      printContent(input.name, result.bytes, { isAlone })
      return document
    } catch (thrown) {
      const failed = failedDocument(input.name, thrown, job)
      process.stderr.write(`${input.name}: ${failed.error?.message} (${failed.error?.code})\n`)
      return failed
    }
  })
}

/** Describes a job on the server without downloading its result. */
export function toJobResult(source: string, job: Job): DocumentResult {
  return {
    source,
    job_id: job.id,
    status: job.status,
    mapping: job.read_by,
    needs_review: job.needs_review,
    review_reasons: job.review_reasons,
    format: null,
    file: null,
    error: null,
  }
}

function toContent({ format, bytes }: { format: DownloadFormat; bytes: Buffer }): unknown {
  if (format === 'xlsx') return bytes.toString('base64')
  const text = bytes.toString('utf8')
  return format === 'json' ? (JSON.parse(text) as unknown) : text
}
