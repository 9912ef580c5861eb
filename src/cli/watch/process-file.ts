import { createHash } from 'node:crypto'
import { createReadStream, openAsBlob } from 'node:fs'
import { access, rename } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { AppError, toAppError } from '../../domain/errors/app-error.ts'
import type { Job } from '../../domain/job/job.ts'
import type { Params } from '../../domain/mapping/mapping.ts'
import type { Docket, DownloadFormat } from '../../client/docket.ts'
import { saveResultFile } from '../io/destination.ts'
import { describeError } from '../io/describe-error.ts'
import { requireDocument } from '../io/document-file.ts'
import { failedDocument } from '../io/report.ts'
import type { DocumentResult } from '../io/shapes.ts'
import { toFailure, waitForEnd } from '../remote/follow-sent.ts'
import { toJobResult } from '../remote/save-results.ts'
import type { FileRecord, Journal } from './journal.ts'

export interface ProcessDeps {
  docket: Docket
  journal: Journal
  folder: string
  /** Folder for results. */
  out: string
  format: DownloadFormat | undefined
  /** Sent with every document. */
  request: { mapping: string | undefined; params: Params; reference: string | undefined }
  signal: AbortSignal
}

/** Subfolders of the watched folder to which PDFs are moved. */
export const outcomeFolders = ['done', 'review', 'failed'] as const
type Outcome = (typeof outcomeFolders)[number]

/** The outcome for a PDF, and the lines to print. */
export interface Processed {
  document: DocumentResult
  lines: string[]
}

/** Sends a PDF, saves its result and moves the PDF. Rejects during an outage; calling it again resumes the work. */
export async function processFile(deps: ProcessDeps, name: string): Promise<Processed> {
  const { journal, folder } = deps
  const file = path.join(folder, name)
  const format = await requireDocument(file).catch(toAppError)
  if (format instanceof AppError) return moveFailed(deps, name, format)
  const sha256 = await hashFile(file)
  const { latest } = journal.find(sha256)
  if (latest?.status === 'done' || latest?.status === 'review') {
    return moveKnown(deps, name, { ...latest, status: latest.status })
  }
  const job = await processDocument(deps, name, sha256)
  const failure = toFailure(job)
  if (failure) {
    await journal.record({ sha256, name, job_id: job.id, status: 'failed' })
    return moveFailed(deps, name, failure, job)
  }
  const result = await saveResult(deps, job, name).catch(toWithheldError)
  const isWithheld = result instanceof AppError
  const isOpen = job.needs_review || isWithheld
  const status = isOpen ? 'review' : 'done'
  await journal.record({ sha256, name, job_id: job.id, status })
  await moveTo(folder, status, name)
  const document = { ...toJobResult(name, job), needs_review: isOpen }
  if (isWithheld) {
    return { document, lines: [`needs review; no result yet. ${describeError(result)}`] }
  }
  const doubts = job.review_reasons.map(({ message }) => message)
  const says = `${isOpen ? 'needs review' : 'complete'}; result: ${result.file}`
  return { document: { ...document, ...result }, lines: [says, ...doubts] }
}

async function moveKnown(
  { folder }: ProcessDeps,
  name: string,
  latest: FileRecord & { status: 'done' | 'review' },
): Promise<Processed> {
  const moved = await moveTo(folder, latest.status, name)
  const document: DocumentResult = {
    ...failedDocument(name, null),
    job_id: latest.job_id,
    status: 'complete',
    needs_review: latest.status === 'review',
    error: null,
  }
  return { document, lines: [`already processed as ${latest.name}; moved to ${moved}`] }
}

/**
 * Rethrows any error except that of a withheld Coretax file. A withheld file is not a failure: the document was read
 * and needs review.
 */
function toWithheldError(thrown: unknown): AppError {
  const error = toAppError(thrown)
  if (error.code !== 'NOT_FILEABLE') throw thrown
  return error
}

async function moveFailed(
  { folder }: ProcessDeps,
  name: string,
  failure: AppError,
  job?: Job,
): Promise<Processed> {
  const moved = await moveTo(folder, 'failed', name)
  return {
    document: failedDocument(name, failure, job),
    lines: [`${describeError(failure)}; moved to ${moved}`],
  }
}

async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

/** Returns the finished job. Sends the document again if the server has deleted its job. */
async function processDocument(deps: ProcessDeps, name: string, sha256: string): Promise<Job> {
  const { latest } = deps.journal.find(sha256)
  if (latest?.status === 'sent' && latest.job_id !== null) {
    const job = await waitForEnd(deps.docket, latest.job_id, deps).catch((error: unknown) => {
      if (toAppError(error).code !== 'NOT_FOUND') throw error
      return undefined
    })
    if (job) return job
  }
  const { id } = await send(deps, name, sha256)
  await deps.journal.record({ sha256, name, job_id: id, status: 'sent' })
  return waitForEnd(deps.docket, id, deps)
}

async function send(deps: ProcessDeps, name: string, sha256: string): Promise<Job> {
  const { docket, journal, folder, request, signal } = deps
  const { mapping, params, reference } = request
  const attempt = [sha256, name, mapping, params, reference, journal.find(sha256).failures]
  // Unchanged after a crash, so that the server returns the job that it already created.
  const idempotencyKey = createHash('sha256').update(JSON.stringify(attempt)).digest('hex')
  return docket.upload(await openAsBlob(path.join(folder, name)), {
    filename: name,
    params,
    idempotencyKey,
    signal,
    ...(mapping !== undefined && { mapping }),
    ...(reference !== undefined && { clientReference: reference }),
  })
}

/** Writes the result unless a file with the same content exists. Never overwrites a file with different content. */
async function saveResult(deps: ProcessDeps, job: Job, name: string) {
  const { docket, out, signal } = deps
  const format = deps.format ?? job.outputs[0]?.format ?? 'json'
  const response = await docket.download(job.id, format, signal)
  const bytes = Buffer.from(await response.arrayBuffer())
  const folder = {
    kind: 'folder',
    path: out,
    overwrites: false,
    usedNames: new Set<string>(),
  } as const
  return { format, file: await saveResultFile(folder, { filename: name, format, bytes }) }
}

async function moveTo(folder: string, outcome: Outcome, name: string): Promise<string> {
  const { name: stem, ext } = path.parse(name)
  for (let n = 1; ; n++) {
    const moved = path.join(outcome, n === 1 ? name : `${stem}-${n}${ext}`)
    const target = path.join(folder, moved)
    const isFree = await access(target).then(
      () => false,
      () => true,
    )
    if (!isFree) continue
    await rename(path.join(folder, name), target)
    return moved
  }
}
