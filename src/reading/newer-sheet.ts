import type { ClaimedJob } from '../db/jobs/transitions.sql.ts'
import { AppError } from '../domain/errors/app-error.ts'
import type { Attempt } from '../queue/attempt.ts'
import type { Result } from '../queue/settle.ts'
import { type DownloadDeps, fetchDocument } from './fetch-source.ts'
import { readFile, type ReadFileDeps } from './read-file.ts'
import { type RecheckDeps, reapplyCorrections } from './recheck.ts'
import { type StoreDeps, storeResult } from './store-result.ts'

export interface NewerSheetDeps extends DownloadDeps, RecheckDeps, StoreDeps, ReadFileDeps {}

/**
 * Fetches a heat sheet again. The newer document and its result replace the earlier document and result in one
 * transaction.
 */
export async function readNewerSheet(
  deps: NewerSheetDeps,
  job: ClaimedJob & { source_url: string },
  folder: string,
  attempt: Attempt,
): Promise<Result> {
  const fetched = await fetchDocument(deps, job, folder, attempt)
  const result = await readFile(deps, job, { ...fetched, folder }, attempt)
  if (result.summary?.kind !== 'heat_sheet') throw new AppError('UNREADABLE_SHEET')
  const corrected = (await reapplyCorrections(deps, job, result, folder)) ?? result
  return storeResult(deps, job, attempt, corrected, fetched)
}
