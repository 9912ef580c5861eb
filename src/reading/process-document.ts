import type { ClaimedJob } from '../db/jobs/transitions.sql.ts'
import { computeStageProgress, stageStart } from '../domain/job/job.ts'
import type { Attempt, Handler } from '../queue/attempt.ts'
import { download, type DownloadDeps, type Source, verify } from './fetch-source.ts'
import { reuseResult } from './reuse-result.ts'
import { type StoreDeps, storeResult } from './store-result.ts'
import { type CheckedResult, recheck, type RecheckDeps, repeatCorrections } from './recheck.ts'
import type { ReadDocument, ReadResult } from './steps/read-document.ts'
import type { Scratch } from '../blobs/scratch.ts'

export interface ProcessDeps extends DownloadDeps, RecheckDeps, StoreDeps {
  scratch: Scratch
  read: ReadDocument
  /** The external dependency for reading, if any; its cap and its breaker apply. */
  dependency?: 'gateway' | undefined
}

/**
 * The job handler: downloads the PDF if necessary, reads it and stores its outputs. A job that waited for the same
 * document takes the existing result. A document whose directory changed is only checked again.
 */
export function createHandler(deps: ProcessDeps): Handler {
  return async (job, attempt) =>
    (await reuseResult(deps.db, job)) ??
    deps.scratch.use(async (folder) =>
      storeResult(deps, job, attempt, await readOrRecheck(deps, job, folder, attempt)),
    )
}

async function readOrRecheck(
  deps: ProcessDeps,
  job: ClaimedJob,
  folder: string,
  attempt: Attempt,
): Promise<CheckedResult> {
  const { reread_reason } = job
  const checked = reread_reason === 'directory' ? await recheck(deps, job, folder) : undefined
  if (checked) return checked
  const result = await readSource(deps, job, folder, attempt)
  if (reread_reason === null) return result
  const repeated = await repeatCorrections(deps, job, result, folder)
  return repeated ?? (await recheck(deps, job, folder)) ?? result
}

async function readSource(
  deps: ProcessDeps,
  job: ClaimedJob,
  folder: string,
  attempt: Attempt,
): Promise<ReadResult> {
  const { signal, span, report, call } = attempt
  const source = await findSource(deps, job, folder, attempt)
  report('reading', stageStart.reading)
  const file = await deps.blobs.localCopy(source.upload_key, folder)
  await verify(file, source, signal)
  const { id: job_id, owner_id, mapping, params, request_id } = job
  const { sha256 } = source
  const is_public = job.source_url !== null
  const ids = { job_id, request_id, owner_id, sha256, is_public }
  const task = { file, folder, ...ids, mapping, params }
  const onProgress = (done: number, total: number) =>
    report('reading', computeStageProgress('reading', done, total))
  const reading = () => deps.read(task, { signal, span, onProgress, call })
  return deps.dependency ? call(deps.dependency, reading) : reading()
}

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
