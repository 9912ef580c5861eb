import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { FileSource } from '../db/jobs/enqueue.sql.ts'
import type { ClaimedJob } from '../db/jobs/transitions.sql.ts'
import type { Db } from '../db/db.ts'
import { recordDuration } from '../db/jobs/durations.sql.ts'
import { copyResult, findResult, replaceOutputs } from '../db/jobs/outputs.sql.ts'
import { saveFindings } from '../db/jobs/findings.sql.ts'
import { AppError } from '../domain/errors/errors.ts'
import { stageProgress, stageStart } from '../domain/job/job.ts'
import type { Attempt, Handler } from '../queue/attempt.ts'
import type { Result } from '../queue/settle.ts'
import { download, type DownloadDeps } from './fetch-source.ts'
import { resultKey } from '../blobs/blob-keys.ts'
import { compressOutputs } from '../results/compress-outputs.ts'
import type { ReadDocument } from './steps/read-document.ts'
import type { Scratch } from '../blobs/scratch.ts'
import { compareSheets } from './sheet-changes.ts'
import { detail } from '../domain/i18n/problem-detail.ts'

export interface ProcessDeps extends DownloadDeps {
  scratch: Scratch
  read: ReadDocument
  /** The external dependency of reading, if any; its cap and its breaker apply. */
  dependency?: 'gateway' | undefined
}

/**
 * The handler of a job: downloads its PDF if necessary, reads it and stores its outputs. A job that waited for the same
 * document takes the existing result.
 */
export function createHandler(deps: ProcessDeps): Handler {
  const { db, blobs, scratch, read, dependency } = deps
  return async (job, attempt) =>
    (await reuse(db, job)) ??
    scratch.use(async (folder) => {
      const { signal, span, report, call } = attempt
      const source = await findSource(deps, job, folder, attempt)
      report('reading', stageStart.reading)
      const file = await blobs.localCopy(source.upload_key, folder)
      await verify(file, source, signal)
      const { id: job_id, owner_id, mapping, params, request_id } = job
      const { sha256 } = source
      const is_public = job.source_url !== null
      const ids = { job_id, request_id, owner_id, sha256, is_public }
      const task = { file, folder, ...ids, mapping, params }
      const onProgress = (done: number, total: number) =>
        report('reading', stageProgress('reading', done, total))
      const reading = () => read(task, { signal, span, onProgress, call })
      const result = await (dependency ? call(dependency, reading) : reading())
      const { outputs, review_reasons, page_count, summary, mapping: read_by } = result
      report('saving', stageStart.saving)
      const saveChanges = await compareSheets(deps, job, result)
      const result_key = resultKey(job)
      const stored = await compressOutputs(outputs, result_key)
      for (const output of stored) await blobs.putFile(output.key, output.file)
      const commit = async (tx: Db) => {
        await replaceOutputs(tx, job.id, stored)
        await saveChanges?.(tx)
        await saveFindings(tx, job.id, { read_by, review_reasons, page_count, summary })
        await recordDuration(tx, job.id)
      }
      return { result_key, page_count, commit }
    })
}

async function reuse(db: Db, job: ClaimedJob): Promise<Result | undefined> {
  const { id, owner_id, duplicate_of } = job
  if (duplicate_of === null) return undefined
  const [original] = await findResult(db, duplicate_of, owner_id)
  if (!original) return undefined
  const commit = async (tx: Db) => {
    const [copied] = await copyResult(tx, duplicate_of, id)
    if (!copied) throw new AppError('IO_ERROR', detail('result_gone', {}))
  }
  return { result_key: original.result_key, commit }
}

type Source = Pick<FileSource, 'sha256' | 'upload_key'>

async function findSource(
  deps: ProcessDeps,
  job: ClaimedJob,
  folder: string,
  attempt: Attempt,
): Promise<Source> {
  const { sha256, upload_key, source_url } = job
  if (sha256 !== null && upload_key !== null) return { sha256, upload_key }
  if (source_url === null) throw new Error('A job has neither a file nor an address')
  return download(deps, { ...job, source_url }, folder, attempt)
}

/** Never reads a source that differs from the upload: no result is better than a wrong one. */
async function verify(file: string, source: Source, signal: AbortSignal): Promise<void> {
  const hash = createHash('sha256')
  try {
    await pipeline(createReadStream(file), hash, { signal })
  } catch (cause) {
    throw new AppError('IO_ERROR', undefined, { cause })
  }
  if (hash.digest('hex') === source.sha256) return
  throw new AppError('IO_ERROR', detail('stored_file_changed', {}))
}
