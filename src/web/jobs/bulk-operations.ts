import type { BulkResponse } from '../../domain/api/routes/bulk.ts'
import { bulkRoutes } from '../../domain/api/routes/bulk.ts'
import { maxSelectedJobs } from '../../domain/api/routes/job-filter.ts'
import { AppError } from '../../domain/errors/app-error.ts'
import type { Job } from '../../domain/job/job.ts'
import { client } from '../api/client.ts'
import { markDeleted } from '../live/feed.ts'
import { type BulkResult, forEachConcurrently, isOtherKind, retryJob } from './job-operations.ts'

/** Calls `send` with up to 1,000 IDs at a time. Returns an error for each job that was skipped. */
export async function sendInChunks(
  jobs: readonly Pick<Job, 'id'>[],
  send: (ids: string[]) => Promise<BulkResponse>,
): Promise<BulkResult> {
  const result: BulkResult = { done: 0, failures: [] }
  for (let at = 0; at < jobs.length; at += maxSelectedJobs) {
    const { changed_count, skipped } = await send(
      jobs.slice(at, at + maxSelectedJobs).map(({ id }) => id),
    )
    result.done += changed_count
    result.failures.push(...skipped.map(({ code }) => new AppError(code)))
  }
  return result
}

export function cancelJobs(jobs: readonly Job[]): Promise<BulkResult> {
  return sendInChunks(jobs, (ids) => client.call(bulkRoutes.cancelJobs, { body: { ids } }))
}

export function deleteJobs(jobs: readonly Job[]): Promise<BulkResult> {
  return sendInChunks(jobs, async (ids) => {
    const { changed_count } = await client.call(bulkRoutes.deleteJobs, { body: { ids } })
    // Only jobs that no longer exist are skipped.
    ids.forEach(markDeleted)
    return { changed_count, skipped: [] }
  })
}

/**
 * Retries jobs. Documents that do not match the selected kind are retried one by one, because their parameters differ.
 */
export async function retryJobs(jobs: readonly Job[]): Promise<BulkResult> {
  const others = await forEachConcurrently(jobs.filter(isOtherKind), retryJob, () => undefined)
  const same = jobs.filter((job) => !isOtherKind(job))
  const retried = await sendInChunks(same, (ids) =>
    client.call(bulkRoutes.retryJobs, { body: { ids } }),
  )
  return {
    done: others.done + retried.done,
    failures: [...others.failures, ...retried.failures],
  }
}
