import { AppError, toAppError } from '../../domain/errors/errors.ts'
import type { Job } from '../../domain/job/job.ts'
import { getNextStatus } from '../../domain/job/job-state.ts'
import { jobRoutes } from '../../domain/api/routes/jobs.ts'
import { client } from '../api/client.ts'
import { updateJobs, markDeleted } from '../live/feed.ts'

export function canRetry({ status }: Job): boolean {
  return getNextStatus(status, 'requeue') !== undefined
}

export function canCancel({ status }: Job): boolean {
  return getNextStatus(status, 'cancel') !== undefined
}

/** Complete, but with values that need review. */
export function needsReview({ status, needs_review }: Job): boolean {
  return status === 'complete' && needs_review
}

export async function retryJob({ id }: { id: string }): Promise<void> {
  updateJobs(await client.call(jobRoutes.retryJob, { params: { id } }))
}

export async function cancelJob({ id }: { id: string }): Promise<void> {
  updateJobs(await client.call(jobRoutes.cancelJob, { params: { id } }))
}

export async function deleteJob({ id }: { id: string }): Promise<void> {
  await client.call(jobRoutes.deleteJob, { params: { id } })
  markDeleted(id)
}

const pageLength = 200

/** Fetches all pages of failed jobs. */
export async function fetchFailedJobs(): Promise<Job[]> {
  const query = { status: 'failed' as const, limit: pageLength }
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

/** Runs `run` for each item with limited concurrency; one failure does not stop the others. */
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
