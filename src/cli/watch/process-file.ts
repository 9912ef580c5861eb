import { createHash } from 'node:crypto'
import { createReadStream, openAsBlob } from 'node:fs'
import { access, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { AppError, toAppError } from '../../domain/errors/errors.ts'
import type { Job } from '../../domain/job/job.ts'
import type { Params } from '../../domain/mapping/mapping.ts'
import type { Docket, DownloadFormat } from '../../client/docket.ts'
import { routes } from '../../domain/api/routes/routes.ts'
import { toFailure } from '../follow-sent.ts'
import { reserveUniqueName } from '../output-names.ts'
import { describeError, requirePdf } from '../readers.ts'
import { replaceFile } from '../write.ts'
import type { Journal } from './journal.ts'

export interface ProcessDeps {
  docket: Docket
  journal: Journal
  folder: string
  /** Folder for results. */
  out: string
  format: DownloadFormat | undefined
  mapping: string | undefined
  params: Params
  signal: AbortSignal
}

/** Subfolders of the watched folder to which PDFs are moved. */
export const folders = ['done', 'review', 'failed'] as const
type Outcome = (typeof folders)[number]

/**
 * Sends a PDF, saves its result and moves the PDF. Resolves to false if the document failed. Rejects on outages; a
 * second call then resumes.
 */
export async function processFile(deps: ProcessDeps, name: string): Promise<boolean> {
  const { journal, folder } = deps
  const file = path.join(folder, name)
  const notPdf = await requirePdf(file).catch(toAppError)
  if (notPdf) return moveFailed(deps, name, notPdf)
  const sha256 = await hashFile(file)
  const { latest } = journal.find(sha256)
  if (latest?.status === 'done' || latest?.status === 'review') {
    const moved = await moveTo(folder, latest.status, name)
    report(name, `already processed as ${latest.name}; moved to ${moved}`)
    return true
  }
  const job = await processDocument(deps, name, sha256)
  const failure = toFailure(job)
  if (failure) {
    await journal.record({ sha256, name, job_id: job.id, status: 'failed' })
    return moveFailed(deps, name, failure)
  }
  const result = await saveResult(deps, job, name)
  const status = job.needs_review ? 'review' : 'done'
  await journal.record({ sha256, name, job_id: job.id, status })
  await moveTo(folder, status, name)
  report(name, `${job.needs_review ? 'needs review' : 'complete'}; result: ${result}`)
  for (const { message } of job.review_reasons) report(name, message)
  return true
}

async function moveFailed(
  { folder }: ProcessDeps,
  name: string,
  failure: AppError,
): Promise<boolean> {
  const moved = await moveTo(folder, 'failed', name)
  report(name, `${describeError(failure)}; moved to ${moved}`)
  return false
}

function report(name: string, remark: string): void {
  process.stderr.write(`${name}: ${remark}\n`)
}

async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

/** Returns the finished job. If the server has deleted the job in the meantime, the document is sent again. */
async function processDocument(deps: ProcessDeps, name: string, sha256: string): Promise<Job> {
  const { latest } = deps.journal.find(sha256)
  if (latest?.status === 'sent' && latest.job_id !== null) {
    const job = await waitForJob(deps, latest.job_id).catch((error: unknown) => {
      if (toAppError(error).code !== 'NOT_FOUND') throw error
      return undefined
    })
    if (job) return job
  }
  const { id } = await send(deps, name, sha256)
  await deps.journal.record({ sha256, name, job_id: id, status: 'sent' })
  return waitForJob(deps, id)
}

async function send(deps: ProcessDeps, name: string, sha256: string): Promise<Job> {
  const { docket, journal, folder, mapping, params, signal } = deps
  const request = [sha256, name, mapping, params, journal.find(sha256).failures]
  // The same after a crash, so that the server returns the job it has already created.
  const idempotencyKey = createHash('sha256').update(JSON.stringify(request)).digest('hex')
  return docket.upload(await openAsBlob(path.join(folder, name)), {
    filename: name,
    params,
    idempotencyKey,
    signal,
    ...(mapping !== undefined && { mapping }),
  })
}

async function waitForJob({ docket, signal }: ProcessDeps, id: string): Promise<Job> {
  await docket.wait(id, { signal }).catch((error: unknown) => {
    // Only a rejected request has a status; a failed job is returned.
    if (!(error instanceof AppError) || error.status !== undefined) throw error
  })
  return docket.call(routes.getJob, { params: { id }, signal })
}

/** Writes the result unless the same bytes are already there. Never overwrites another file. */
async function saveResult(deps: ProcessDeps, job: Job, name: string): Promise<string> {
  const { docket, out, signal } = deps
  const format = deps.format ?? job.outputs[0]?.format ?? 'json'
  const response = await docket.download(job.id, format, signal)
  const bytes = Buffer.from(await response.arrayBuffer())
  const tried = new Set<string>()
  for (;;) {
    const file = path.join(out, reserveUniqueName(name, format, tried))
    const present = await readFile(file).catch(() => undefined)
    if (present?.equals(bytes)) return file
    if (present) continue
    await replaceFile(file, (partial) => writeFile(partial, bytes))
    return file
  }
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
