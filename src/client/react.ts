import { useEffect, useState } from 'react'
import { AppError, toAppError } from '../domain/errors/app-error.ts'
import type { JobDetail } from '../domain/job/job.ts'
import { isActive } from '../domain/job/job-state.ts'
import { jobRoutes } from '../domain/api/routes/jobs.ts'
import type { ApiClient } from './api-client.ts'
import { isTransient, sleep } from './retry.ts'
import { createClientDetail } from '../domain/i18n/client-detail.ts'

export interface PollingOptions {
  docket: Pick<ApiClient, 'call'>
  intervalMs?: number
  /** Polling stops after this time. Default: 5 minutes. */
  timeoutMs?: number
}

export interface JobPolling {
  job: JobDetail | undefined
  /** Why polling stopped before the job ended. */
  error: AppError | undefined
  isPolling: boolean
}

const initial: JobPolling = { job: undefined, error: undefined, isPolling: true }

/** Polls a job every 2 seconds until it ends, for at most 5 minutes. */
export function useJobPolling(id: string | undefined, options: PollingOptions): JobPolling {
  const { docket, intervalMs = 2000, timeoutMs = 5 * 60_000 } = options
  const { call } = docket
  const [polled, setPolled] = useState<JobPolling & { id?: string }>(initial)
  useEffect(() => {
    if (id === undefined) return
    const controller = new AbortController()
    const update = (changes: Partial<JobPolling>) => {
      if (!controller.signal.aborted)
        setPolled((previous) => ({ ...(previous.id === id ? previous : initial), ...changes, id }))
    }
    // Also stops waiting for a request that never gets a response.
    const timer = setTimeout(() => {
      update({
        error: new AppError('TIMED_OUT', createClientDetail('polled_too_long', {})),
        isPolling: false,
      })
      controller.abort()
    }, timeoutMs)
    update({ isPolling: true })
    void poll({ call, id, intervalMs, signal: controller.signal }, (job) => update({ job }))
      .then(
        () => update({ isPolling: false }),
        (error: unknown) => update({ error: toAppError(error), isPolling: false }),
      )
      .finally(() => clearTimeout(timer))
    return () => controller.abort()
  }, [call, id, intervalMs, timeoutMs])
  const { job, error, isPolling } = polled.id === id ? polled : initial
  return { job, error, isPolling: isPolling && id !== undefined }
}

interface Poll extends Pick<ApiClient, 'call'> {
  id: string
  intervalMs: number
  signal: AbortSignal
}

/** Polls once. After a transient error, tries again at the next interval. */
async function poll(
  { call, id, intervalMs, signal }: Poll,
  onJob: (job: JobDetail) => void,
): Promise<void> {
  for (;;) {
    try {
      const job = await call(jobRoutes.getJob, { params: { id }, signal })
      onJob(job)
      if (!isActive(job)) return
    } catch (error) {
      if (!isTransient(error)) throw error
    }
    await sleep(intervalMs, signal)
  }
}
