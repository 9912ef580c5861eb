import { queryOptions } from '@tanstack/react-query'
import type { Job } from '../../domain/job/job.ts'
import { parseJson } from '../../domain/values/json.ts'
import { jobRoutes } from '../../domain/api/routes/jobs.ts'
import { client, queryClient } from '../api/client.ts'
import { askAgain } from '../api/refetch.ts'
import { alignClock } from './server-clock.ts'
import { createStore } from '../store/store.ts'
import { absorb, absorbJob, fetchChanges, forget, type LiveJobs } from './live-jobs.ts'
import { askAgainAfter } from './poll-interval.ts'

const liveKey = ['live-jobs']
const gatherMs = 120
const openAgainMs = 30_000

/** Whether changes arrive by themselves; else they are asked for. */
const isStreaming = createStore(false)

/** What has become of my jobs since the page was opened. Streamed where that works, asked for where it does not. */
export const liveJobs = queryOptions({
  queryKey: liveKey,
  queryFn: async ({ signal }) => {
    const before = queryClient.getQueryData<LiveJobs>(liveKey)
    const answer = before
      ? await fetchChanges(client, before.server_time, signal)
      : await client.ask(jobRoutes.listJobs, { query: { limit: 1 }, signal })
    alignClock(answer.server_time)
    if (before && answer.gone === null) listAnew()
    // Asked for again: a job may have been added while the answer was under way.
    return absorb(queryClient.getQueryData<LiveJobs>(liveKey), answer)
  },
  structuralSharing: false,
  refetchOnWindowFocus: 'always',
  refetchInterval: ({ state }) =>
    askAgainAfter({
      isStreaming: isStreaming.get(),
      active: state.data?.active_count ?? 0,
      failures: state.fetchFailureCount,
      hasFailed: state.error !== null,
    }),
})

/** Takes in a job as an answer brought it. */
export function follow(...jobs: Job[]): void {
  queryClient.setQueryData<LiveJobs>(
    liveKey,
    (live) => live && { ...live, jobs: jobs.reduce(absorbJob, live.jobs) },
  )
  void askAgain(liveKey)
}

export function forgetJob(id: string): void {
  queryClient.setQueryData<LiveJobs>(liveKey, (live) => live && forget(live, id))
  void askAgain(liveKey)
}

/** After more than can be told one by one. */
function listAnew(): void {
  void queryClient.invalidateQueries({ queryKey: ['jobs'] })
}

/** Streams while the tab can be seen: browsers open only six connections to one host, over all tabs. */
export function keepStreaming(): () => void {
  let close: (() => void) | undefined
  function adjust(): void {
    const isWanted = document.visibilityState === 'visible'
    if (isWanted && !close) close = openStream()
    if (!isWanted && close) {
      close()
      close = undefined
    }
  }
  document.addEventListener('visibilitychange', adjust)
  adjust()
  return () => {
    document.removeEventListener('visibilitychange', adjust)
    close?.()
  }
}

function openStream(): () => void {
  const gathered = new Map<string, Job>()
  let opening: ReturnType<typeof setTimeout> | undefined
  let flushing: ReturnType<typeof setTimeout> | undefined
  let source: EventSource | undefined
  let isClosed = false

  function flush(): void {
    flushing = undefined
    const jobs = [...gathered.values()]
    gathered.clear()
    follow(...jobs)
  }

  function open(): void {
    const since = queryClient.getQueryData<LiveJobs>(liveKey)?.server_time
    source = new EventSource(
      since === undefined ? '/api/stream' : `/api/stream?since=${encodeURIComponent(since)}`,
    )
    source.onopen = () => isStreaming.set(true)
    source.addEventListener('job', ({ data }: MessageEvent<string>) => {
      const job = parseJson(data) as Job
      gathered.set(job.id, job)
      flushing ??= setTimeout(flush, gatherMs)
    })
    source.addEventListener('reset', () => {
      listAnew()
      void askAgain(liveKey)
    })
    source.addEventListener('gone', ({ data }: MessageEvent<string>) => {
      const gone = parseJson(data)
      if (typeof gone === 'object' && gone !== null && 'id' in gone) forgetJob(String(gone.id))
    })
    source.onerror = () => {
      isStreaming.set(false)
      void askAgain(liveKey)
      // The browser opens it again by itself, unless it was refused.
      if (source?.readyState === EventSource.CLOSED) opening = setTimeout(open, openAgainMs)
    }
  }

  // The first answer brings a first visitor their session: a stream beside it would be a stranger's.
  void queryClient
    .ensureQueryData(liveJobs)
    .catch(() => undefined)
    .then(() => {
      if (!isClosed) open()
    })
  return () => {
    isClosed = true
    clearTimeout(opening)
    clearTimeout(flushing)
    source?.close()
    isStreaming.set(false)
  }
}
