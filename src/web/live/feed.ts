import { queryOptions } from '@tanstack/react-query'
import type { Job } from '../../domain/job/job.ts'
import { parseJson } from '../../domain/values/json.ts'
import { jobRoutes } from '../../domain/api/routes/jobs.ts'
import { client, queryClient } from '../api/client.ts'
import { refetch } from '../api/refetch.ts'
import { syncClock } from './server-clock.ts'
import { createStore } from '../store/store.ts'
import { mergePage, mergeJob, fetchChanges, removeJob, type LiveJobs } from './live-jobs.ts'
import { pollInterval } from './poll-interval.ts'

const liveKey = ['live-jobs']
const batchMs = 120
const reopenMs = 30_000

/** When false, the feed polls. */
const isStreaming = createStore(false)

/** Changes to the user's jobs since the page opened, received by streaming or polling. */
export const liveJobsQuery = queryOptions({
  queryKey: liveKey,
  queryFn: async ({ signal }) => {
    const before = queryClient.getQueryData<LiveJobs>(liveKey)
    const response = before
      ? await fetchChanges(client, before.server_time, signal)
      : await client.call(jobRoutes.listJobs, { query: { limit: 1 }, signal })
    syncClock(response.server_time)
    if (before && response.gone === null) invalidateJobLists()
    // Reads the value again, because a job may have arrived during the request.
    return mergePage(queryClient.getQueryData<LiveJobs>(liveKey), response)
  },
  structuralSharing: false,
  refetchOnWindowFocus: 'always',
  refetchInterval: ({ state }) =>
    pollInterval({
      isStreaming: isStreaming.get(),
      active: state.data?.active_count ?? 0,
      failures: state.fetchFailureCount,
      hasFailed: state.error !== null,
    }),
})

/** Merges jobs from a response into the feed. */
export function updateJobs(...jobs: Job[]): void {
  queryClient.setQueryData<LiveJobs>(
    liveKey,
    (live) => live && { ...live, jobs: jobs.reduce(mergeJob, live.jobs) },
  )
  void refetch(liveKey)
}

export function markDeleted(id: string): void {
  queryClient.setQueryData<LiveJobs>(liveKey, (live) => live && removeJob(live, id))
  void refetch(liveKey)
}

/** Used when too much changed to report each job separately. */
function invalidateJobLists(): void {
  void queryClient.invalidateQueries({ queryKey: ['jobs'] })
}

/** Streams only while the tab is visible: browsers allow six connections per host across all tabs. */
export function startFeed(): () => void {
  let close: (() => void) | undefined
  function update(): void {
    const isVisible = document.visibilityState === 'visible'
    if (isVisible && !close) close = openStream()
    if (!isVisible && close) {
      close()
      close = undefined
    }
  }
  document.addEventListener('visibilitychange', update)
  update()
  return () => {
    document.removeEventListener('visibilitychange', update)
    close?.()
  }
}

function openStream(): () => void {
  const pending = new Map<string, Job>()
  let reopenTimer: ReturnType<typeof setTimeout> | undefined
  let flushTimer: ReturnType<typeof setTimeout> | undefined
  let source: EventSource | undefined
  let isClosed = false

  function flush(): void {
    flushTimer = undefined
    const jobs = [...pending.values()]
    pending.clear()
    updateJobs(...jobs)
  }

  function open(): void {
    const since = queryClient.getQueryData<LiveJobs>(liveKey)?.server_time
    source = new EventSource(
      since === undefined ? '/api/stream' : `/api/stream?since=${encodeURIComponent(since)}`,
    )
    source.onopen = () => isStreaming.set(true)
    source.addEventListener('job', ({ data }: MessageEvent<string>) => {
      const job = parseJson(data) as Job
      pending.set(job.id, job)
      flushTimer ??= setTimeout(flush, batchMs)
    })
    source.addEventListener('reset', () => {
      invalidateJobLists()
      void refetch(liveKey)
    })
    source.addEventListener('gone', ({ data }: MessageEvent<string>) => {
      const deletion = parseJson(data)
      if (typeof deletion === 'object' && deletion !== null && 'id' in deletion)
        markDeleted(String(deletion.id))
    })
    source.onerror = () => {
      isStreaming.set(false)
      void refetch(liveKey)
      // EventSource reconnects on its own, except after an error response.
      if (source?.readyState === EventSource.CLOSED) reopenTimer = setTimeout(open, reopenMs)
    }
  }

  // The first response sets a new visitor's session cookie; a stream opened earlier would belong to another session.
  void queryClient
    .ensureQueryData(liveJobsQuery)
    .catch(() => undefined)
    .then(() => {
      if (!isClosed) open()
    })
  return () => {
    isClosed = true
    clearTimeout(reopenTimer)
    clearTimeout(flushTimer)
    source?.close()
    isStreaming.set(false)
  }
}
