import { QueryClient, queryOptions } from '@tanstack/react-query'
import { createClient } from '../client/client.ts'
import type { Job } from '../domain/job.ts'
import { alignClock } from './clock.ts'
import { absorb, absorbJob, fetchChanges, type LiveJobs } from './jobs/live-jobs.ts'
import { tell } from './news.ts'
import { createStore } from './store.ts'
import { checkFile } from './uploads/check-file.ts'
import { fetchWithProgress } from './uploads/fetch-with-progress.ts'
import { createUploads } from './uploads/uploads.ts'

const askWhileActiveMs = 1000
const askWhileIdleMs = 5000

/** What fails is asked again by those who ask. */
export const client = createClient({ retries: 0 })

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Else a browser that believes it is offline waits in silence, even for its own machine.
      networkMode: 'always',
      retry: 1,
      retryDelay: 500,
      // What failed comes back by itself once the server does.
      refetchInterval: ({ state }) => (state.error === null ? false : askWhileIdleMs),
    },
  },
})

export const mappings = queryOptions({
  queryKey: ['mappings'],
  queryFn: ({ signal }) => client.listMappings(signal),
  staleTime: 60_000,
})

const liveKey = ['live-jobs']

/** The feed behind everything that moves: asked again and again while the tab can be seen. */
export const liveJobs = queryOptions({
  queryKey: liveKey,
  queryFn: async ({ signal }) => {
    const before = queryClient.getQueryData<LiveJobs>(liveKey)
    const answer = before
      ? await fetchChanges(client, before.server_time, signal)
      : await client.listJobs({ limit: 1 }, signal)
    alignClock(answer.server_time)
    // Asked for again: an upload may have added its job while the answer was under way.
    return absorb(queryClient.getQueryData<LiveJobs>(liveKey), answer)
  },
  structuralSharing: false,
  refetchInterval: ({ state }) =>
    state.error === null && state.data && state.data.active_count > 0
      ? askWhileActiveMs
      : askWhileIdleMs,
})

/** What the next files are read with; undefined leaves it to the server. */
export const chosenMapping = createStore<string | undefined>(undefined)

export const uploads = createUploads({
  async check(file) {
    // The feed begins before anything is sent, so that it tells all that becomes of it.
    const [limits] = await Promise.all([
      queryClient.fetchQuery(mappings),
      queryClient.ensureQueryData(liveJobs),
    ])
    await checkFile(file, limits.max_upload_bytes)
  },
  send: ({ file, mapping }, onProgress, signal) =>
    createClient({ fetch: fetchWithProgress(onProgress), retries: 0 }).upload({
      file,
      filename: file.name,
      signal,
      ...(mapping === undefined ? {} : { mapping }),
    }),
  onEnd({ file, state }) {
    if (state.kind === 'sent') {
      tell({ kind: 'uploaded', filename: file.name })
      follow(state.job)
    } else if (state.kind === 'failed' || state.kind === 'refused') {
      tell({ kind: 'not_uploaded', filename: file.name, reason: state.error.message })
    }
  },
})

function follow(job: Job): void {
  queryClient.setQueryData<LiveJobs>(
    liveKey,
    (live) => live && { ...live, jobs: absorbJob(live.jobs, job) },
  )
  void queryClient.invalidateQueries({ queryKey: liveKey })
}
