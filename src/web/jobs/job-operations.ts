import { AppError, toAppError } from '../../domain/errors/errors.ts'
import type { Job } from '../../domain/job/job.ts'
import { next } from '../../domain/job/job-state.ts'
import { jobRoutes } from '../../domain/api/routes/jobs.ts'
import { client } from '../api/client.ts'
import { follow, forgetJob } from '../live/feed.ts'

export function mayRetry({ status }: Job): boolean {
  return next(status, 'requeue') !== undefined
}

export function mayCancel({ status }: Job): boolean {
  return next(status, 'cancel') !== undefined
}

/** Complete, but not all of it is proved. */
export function isDoubtful({ status, needs_review }: Job): boolean {
  return status === 'complete' && needs_review
}

export async function retryJob({ id }: { id: string }): Promise<void> {
  follow(await client.ask(jobRoutes.retryJob, { params: { id } }))
}

export async function cancelJob({ id }: { id: string }): Promise<void> {
  follow(await client.ask(jobRoutes.cancelJob, { params: { id } }))
}

export async function deleteJob({ id }: { id: string }): Promise<void> {
  await client.ask(jobRoutes.deleteJob, { params: { id } })
  forgetJob(id)
}

const pageLength = 200

/** Every job that has failed, be it loaded or not. */
export async function failedJobs(): Promise<Job[]> {
  const query = { status: 'failed' as const, limit: pageLength }
  const first = await client.ask(jobRoutes.listJobs, { query })
  const jobs = [...first.jobs]
  let cursor = first.next_cursor
  while (cursor !== null) {
    const page = await client.ask(jobRoutes.listJobs, { query: { ...query, cursor } })
    jobs.push(...page.jobs)
    cursor = page.next_cursor
  }
  return jobs
}

export interface BulkResult {
  done: number
  failures: AppError[]
}

const atOnce = 4

/** Does something with each of many, a few at a time, to the end: one that cannot be does not stop the others. */
export async function withEach<One>(
  all: readonly One[],
  act: (one: One) => Promise<void>,
  onStep: (done: number) => void,
): Promise<BulkResult> {
  const rest = all.values()
  const result: BulkResult = { done: 0, failures: [] }
  async function work(): Promise<void> {
    for (const one of rest) {
      await act(one).then(
        () => result.done++,
        (thrown: unknown) => result.failures.push(toAppError(thrown)),
      )
      onStep(result.done + result.failures.length)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return result
}
