import { AppError, toAppError } from '../../domain/errors/app-error.ts'
import type { Job } from '../../domain/job/job.ts'
import { getNextStatus } from '../../domain/job/job-state.ts'
import { autoMapping } from '../../domain/mapping/mapping.ts'
import { readAgainRoutes } from '../../domain/api/routes/read-again.ts'
import { jobRoutes } from '../../domain/api/routes/jobs.ts'
import { client } from '../api/client.ts'
import { updateJobs } from '../live/feed.ts'

export function canRetry({ status }: Job): boolean {
  return getNextStatus(status, 'requeue') !== undefined
}

export function canCancel({ status }: Job): boolean {
  return getNextStatus(status, 'cancel') !== undefined
}

/** True if the job is complete but has values that need review. */
export function needsReview({ status, needs_review }: Job): boolean {
  return status === 'complete' && needs_review
}

/** True if the document does not match the selected kind. */
export function isOtherKind({ status, error_code }: Job): boolean {
  return status === 'failed' && error_code === 'MAPPING_MISMATCH'
}

/**
 * Retries a job. If the document did not match the selected kind, its kind is detected, because the same kind would
 * fail again.
 */
export async function retryJob(job: Job): Promise<void> {
  const params = { id: job.id }
  if (!isOtherKind(job)) {
    return updateJobs(await client.call(jobRoutes.retryJob, { params }))
  }
  const body = { mapping: autoMapping.name, params: job.params }
  updateJobs(await client.call(readAgainRoutes.readJobAgain, { params, body }))
}

export async function cancelJob({ id }: { id: string }): Promise<void> {
  updateJobs(await client.call(jobRoutes.cancelJob, { params: { id } }))
}

const pageLength = 200

/** Loads all pages of failed jobs. */
export async function fetchFailedJobs(filter: { upload_id?: string } = {}): Promise<Job[]> {
  const query = { ...filter, status: 'failed' as const, limit: pageLength }
  const first = await client.call(jobRoutes.listJobs, { query })
  const jobs = [...first.jobs]
  let cursor = first.next_cursor
  while (cursor !== null) {
    const page = await client.call(jobRoutes.listJobs, { query: { ...query, cursor } })
    jobs.push(...page.jobs)
    cursor = page.next_cursor
  }
  return jobs
}

export interface BulkResult {
  done: number
  failures: AppError[]
}

const concurrency = 4

/** Calls `run` for each item, with limited concurrency. A failure does not stop the others. */
export async function forEachConcurrently<Item>(
  items: readonly Item[],
  run: (item: Item) => Promise<void>,
  onProgress: (done: number) => void,
): Promise<BulkResult> {
  const remaining = items.values()
  const result: BulkResult = { done: 0, failures: [] }
  async function work(): Promise<void> {
    for (const one of remaining) {
      await run(one).then(
        () => result.done++,
        (thrown: unknown) => result.failures.push(toAppError(thrown)),
      )
      onProgress(result.done + result.failures.length)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  return result
}
