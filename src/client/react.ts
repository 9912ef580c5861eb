import { useEffect, useState } from 'react'
import { AppError, toAppError } from '../domain/errors/errors.ts'
import type { JobDetail } from '../domain/job/job.ts'
import { isActive } from '../domain/job/job-state.ts'
import { routes } from '../domain/api/routes/routes.ts'
import type { Asker } from './ask.ts'
import { mayPass, pause } from './patience.ts'

export interface PollingOptions {
  docket: Pick<Asker, 'ask'>
  intervalMs?: number
  /** After this time it is given up. */
  timeoutMs?: number
}

export interface Polled {
  /** As it was last seen. */
  job: JobDetail | undefined
  /** Why it is no longer asked for, where it has not ended. */
  error: AppError | undefined
  isPolling: boolean
}

const tooLong = 'This job takes longer than expected. Look again later.'
const nothing: Polled = { job: undefined, error: undefined, isPolling: true }

/** A job as it is now: asked for every 2 seconds until it has ended, for 5 minutes at most. */
export function useJobPolling(id: string | undefined, options: PollingOptions): Polled {
  const { docket, intervalMs = 2000, timeoutMs = 5 * 60_000 } = options
  const { ask } = docket
  const [polled, setPolled] = useState<Polled & { id?: string }>(nothing)
  useEffect(() => {
    if (id === undefined) return
    const gone = new AbortController()
    const tell = (news: Partial<Polled>) => {
      if (!gone.signal.aborted)
        setPolled((before) => ({ ...(before.id === id ? before : nothing), ...news, id }))
    }
    // Also of a request that is never answered.
    const limit = setTimeout(() => {
      tell({ error: new AppError('TIMED_OUT', tooLong), isPolling: false })
      gone.abort()
    }, timeoutMs)
    tell({ isPolling: true })
    void poll({ ask, id, intervalMs, signal: gone.signal }, (job) => tell({ job }))
      .then(
        () => tell({ isPolling: false }),
        (error: unknown) => tell({ error: toAppError(error), isPolling: false }),
      )
      .finally(() => clearTimeout(limit))
    return () => gone.abort()
  }, [ask, id, intervalMs, timeoutMs])
  const { job, error, isPolling } = polled.id === id ? polled : nothing
  return { job, error, isPolling: isPolling && id !== undefined }
}

interface Poll extends Pick<Asker, 'ask'> {
  id: string
  intervalMs: number
  signal: AbortSignal
}

/** A server that is away for a moment is asked again at the next turn. */
async function poll(
  { ask, id, intervalMs, signal }: Poll,
  onJob: (job: JobDetail) => void,
): Promise<void> {
  for (;;) {
    try {
      const job = await ask(routes.getJob, { params: { id }, signal })
      onJob(job)
      if (!isActive(job)) return
    } catch (error) {
      if (!mayPass(error)) throw error
    }
    await pause(intervalMs, signal)
  }
}
