import type { ClaimedJob } from '../db/jobs/transitions.sql.ts'
import type { Attempt, Handler } from '../queue/attempt.ts'
import { download, type StoredSource } from './fetch-source.ts'
import { type NewerSheetDeps, readNewerSheet } from './newer-sheet.ts'
import { readFile } from './read-file.ts'
import { reuseResult } from './copy-original-result.ts'
import { storeResult } from './store-result.ts'
import { type CheckedResult, recheck, reapplyCorrections } from './recheck.ts'
import type { ReadResult } from './steps/read-document.ts'
import type { Scratch } from '../blobs/scratch.ts'

export interface ProcessDeps extends NewerSheetDeps {
  scratch: Scratch
}

/**
 * Creates the job handler, which downloads the PDF if necessary, reads it and stores the outputs. A job that waited for
 * another job with the same document reuses that job's result. If only the directory has changed, the reading is
 * rechecked.
 */
export function createHandler(deps: ProcessDeps): Handler {
  return async (job, attempt) =>
    (await reuseResult(deps.db, job)) ??
    deps.scratch.use(async (folder) => {
      const { source_url } = job
      if (job.reread_reason === 'source' && source_url !== null) {
        return readNewerSheet(deps, { ...job, source_url }, folder, attempt)
      }
      return storeResult(deps, job, attempt, await readOrRecheck(deps, job, folder, attempt))
    })
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
  const repeated = await reapplyCorrections(deps, job, result, folder)
  return repeated ?? (await recheck(deps, job, folder)) ?? result
}

async function readSource(
  deps: ProcessDeps,
  job: ClaimedJob,
  folder: string,
  attempt: Attempt,
): Promise<ReadResult> {
  const source = await findSource(deps, job, folder, attempt)
  const file = await deps.blobs.localCopy(source.upload_key, folder)
  return readFile(deps, job, { file, folder, sha256: source.sha256 }, attempt)
}

async function findSource(
  deps: ProcessDeps,
  job: ClaimedJob,
  folder: string,
  attempt: Attempt,
): Promise<StoredSource> {
  const { sha256, upload_key, source_url } = job
  if (sha256 !== null && upload_key !== null) return { sha256, upload_key }
  if (source_url === null) throw new Error('A job has neither a file nor an address')
  return download(deps, { ...job, source_url }, folder, attempt)
}
