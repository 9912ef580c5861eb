import { queryOptions } from '@tanstack/react-query'
import type { Job } from '../../domain/job/job.ts'
import { parseJson } from '../../domain/values/json.ts'
import { jobRoutes } from '../../domain/api/routes/jobs.ts'
import { client, isRejected, queryClient } from '../api/client.ts'
import { refetch } from '../api/refetch.ts'
import { syncClock } from './server-clock.ts'
import { createStore, useStore } from '../store/store.ts'
import {
  fetchChanges,
  type LiveJobs,
  mergeJobs,
  mergePage,
  newerJob,
  removeJob,
} from './live-jobs.ts'
import { pollInterval } from './poll-interval.ts'
import { shouldRefetch } from './reconnect-delay.ts'
import { openReconnectingStream } from './reconnecting-stream.ts'

const liveKey = ['live-jobs']
const batchMs = 120

type StreamState = 'connecting' | 'open' | 'unavailable'

/** State of the event stream. Unless the stream is open, the feed polls while jobs are active. */
const stream = createStore<StreamState>('connecting')

/** Returns whether the stream could not be opened or was cut off, so that the page must poll for changes. */
export function useIsStreamUnavailable(): boolean {
  return useStore(stream) === 'unavailable'
}

/** Changes to the user's jobs since the page opened, from the stream or from polling. */
export const liveJobsQuery = queryOptions({
  queryKey: liveKey,
  queryFn: async ({ signal }) => {
    const before = queryClient.getQueryData<LiveJobs>(liveKey)
    const response = before
      ? await fetchChanges(client, before.server_time, signal)
      : await client.call(jobRoutes.listJobs, { query: { limit: 1 }, signal })
    syncClock(response.server_time)
    if (before && response.gone === null) invalidateJobLists()
    // Reads the value again, because a job may have changed during the request.
    return mergePage(queryClient.getQueryData<LiveJobs>(liveKey), response)
  },
  structuralSharing: false,
  refetchOnWindowFocus: 'always',
  refetchInterval: ({ state }) =>
    !isRejected(state.error) &&
    pollInterval({
      isStreaming: stream.get() === 'open',
      active: state.data?.active_count ?? 0,
      failures: state.fetchFailureCount,
      hasFailed: state.error !== null,
    }),
})

/** Adds jobs from a response to the feed. */
export function updateJobs(...jobs: Job[]): void {
  queryClient.setQueryData<LiveJobs>(liveKey, (live) => live && mergeJobs(live, jobs))
  void refetch(liveKey)
}

export function markDeleted(id: string): void {
  queryClient.setQueryData<LiveJobs>(liveKey, (live) => live && removeJob(live, id))
  void refetch(liveKey)
}

/** Reloads all lists of jobs, because too much has changed to report each job. */
function invalidateJobLists(): void {
  void queryClient.invalidateQueries({ queryKey: ['jobs'] })
}

/**
 * Starts the feed. Streams only while the tab is visible, because browsers allow six connections per host across all
 * tabs.
 */
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
  let source: { close(): void } | undefined
  let isClosed = false
  const { add, cancel } = batchJobs(mergeStreamed)

  function open(): void {
    source = openReconnectingStream({
      url: () => {
        const since = queryClient.getQueryData<LiveJobs>(liveKey)?.server_time
        return since === undefined
          ? '/api/stream'
          : `/api/stream?since=${encodeURIComponent(since)}`
      },
      onOpen: () => stream.set('open'),
      onFailure: (failures) => {
        stream.set('unavailable')
        const active = queryClient.getQueryData<LiveJobs>(liveKey)?.active_count ?? 0
        if (shouldRefetch(failures, active)) void refetch(liveKey)
      },
      events: {
        job: (data) => add(parseJson(data) as Job),
        reset: () => {
          invalidateJobLists()
          void refetch(liveKey)
        },
        gone: (data) => {
          const deletion = parseJson(data)
          if (typeof deletion === 'object' && deletion !== null && 'id' in deletion)
            markDeleted(String(deletion.id))
        },
      },
    })
  }

  // The first response sets the session cookie of a new visitor. A stream opened before that would belong to another
  // session.
  void queryClient
    .ensureQueryData(liveJobsQuery)
    .catch(isRejected)
    .then((response) => {
      if (!isClosed && response !== true) open()
    })
  return () => {
    isClosed = true
    cancel()
    source?.close()
    stream.set('connecting')
  }
}

/** Merges streamed jobs. Skips known changes, because a stream that is reopened repeats recent ones. */
function mergeStreamed(jobs: Job[]): void {
  const known = queryClient.getQueryData<LiveJobs>(liveKey)?.jobs
  const changed = jobs.filter((job) => newerJob(job, known?.get(job.id)) === job)
  if (changed.length > 0) updateJobs(...changed)
}

/** Collects jobs that arrive together, and keeps the latest version of each. */
function batchJobs(onJobs: (jobs: Job[]) => void) {
  const pending = new Map<string, Job>()
  let timer: ReturnType<typeof setTimeout> | undefined
  function flush(): void {
    timer = undefined
    const jobs = [...pending.values()]
    pending.clear()
    onJobs(jobs)
  }
  return {
    add(job: Job) {
      pending.set(job.id, job)
      timer ??= setTimeout(flush, batchMs)
    },
    cancel: () => clearTimeout(timer),
  }
}
