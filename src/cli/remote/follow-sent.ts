import type { Docket, WaitOptions } from '../../client/docket.ts'
import { AppError, toStoredError, toAppError } from '../../domain/errors/app-error.ts'
import type { Job } from '../../domain/job/job.ts'
import { routes } from '../../domain/api/routes/routes.ts'
import type { ProgressBars } from '../io/progress-bars.ts'
import { describeError } from '../io/describe-error.ts'
import type { SubmittedDocument } from './send.ts'
import { createClientDetail } from '../../domain/i18n/client-detail.ts'

/** Maximum number of jobs polled in parallel if batches are disabled. */
const maxConcurrency = 15

interface FollowOptions {
  docket: Docket
  sent: SubmittedDocument[]
  signal: AbortSignal
}

type OnMove = (job: Pick<Job, 'id' | 'progress' | 'stage'>) => void

/** Shows each document's progress until all have finished. */
export async function followUploads(following: FollowOptions, bars: ProgressBars): Promise<void> {
  const { docket, sent, signal } = following
  const move: OnMove = ({ id, progress, stage }) => {
    for (const [index, { job }] of sent.entries())
      if (job?.id === id) bars.move(index, progress, stage)
  }
  try {
    await followBatches(following, move)
  } catch (error) {
    if (toAppError(error).code !== 'DISABLED') throw error
    await followJobs(following, move)
  }
  for (const [index, one] of sent.entries()) {
    if (one.job === undefined) continue
    one.job = await docket.call(routes.getJob, { params: { id: one.job.id }, signal })
    one.error = toFailure(one.job)
    const remarks = one.job.review_reasons.map(({ message }) => `needs review: ${message}`)
    if (one.error) bars.end(index, [describeError(one.error)], true)
    else bars.end(index, ['complete', ...remarks])
  }
}

async function followBatches({ docket, sent, signal }: FollowOptions, move: OnMove): Promise<void> {
  const batches = new Set(sent.flatMap(({ job }) => job?.batch_id ?? []))
  await Promise.all(
    [...batches].map(async (batch) => {
      for await (const { event, data } of docket.watch(batch, { signal })) {
        if (event === 'snapshot') data.jobs.forEach(move)
        if (event === 'job') move({ ...data, id: data.job_id })
      }
    }),
  )
}

async function followJobs({ docket, sent, signal }: FollowOptions, move: OnMove): Promise<void> {
  const waiting = sent.flatMap(({ job }) => job ?? []).values()
  const follow = async () => {
    for (const { id } of waiting) await waitForEnd(docket, id, { signal, onProgress: move })
  }
  await Promise.all(Array.from({ length: maxConcurrency }, follow))
}

/** Returns the job once it has ended, even if it failed. Throws only if a request fails. */
export async function waitForEnd(
  docket: Docket,
  id: string,
  options: WaitOptions<Job> & { signal: AbortSignal },
): Promise<Job> {
  await docket.wait(id, options).catch((error: unknown) => {
    // Only a failed request has a status; a failed job is returned.
    if (!(error instanceof AppError) || error.status !== undefined) throw error
  })
  return docket.call(routes.getJob, { params: { id }, signal: options.signal })
}

/** Returns the error of a job that ended without a result. */
export function toFailure({
  status,
  error_code,
  error_detail,
  error_message,
}: Job): AppError | undefined {
  if (status === 'complete') return undefined
  if (error_code !== null) return toStoredError(error_code, error_detail, error_message ?? '')
  return new AppError('NOT_READY', createClientDetail('no_result', { status }))
}
