import { useInfiniteQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo } from 'react'
import { client } from '../../api/client.ts'
import { useLiveJobs } from '../../live/use-live-jobs.ts'
import type { JobsView } from './job-filter.ts'
import { fetchChunk, mergeJobs, firstPageQueries } from './job-pages.ts'

/** The rows of the queue: loaded page by page, kept up to date by what changes. */
export function useJobList({ filter, q }: JobsView) {
  const { data: live } = useLiveJobs()
  const list = useInfiniteQuery({
    queryKey: ['jobs', filter, q],
    queryFn: ({ pageParam, signal }) => fetchChunk(client, pageParam, signal),
    initialPageParam: firstPageQueries({ filter, q }),
    getNextPageParam: (slice) => (slice.next.length > 0 ? slice.next : undefined),
    // Kept up to date by what changes; all pages again would be thousands of rows.
    refetchOnWindowFocus: false,
  })
  const chunks = list.data?.pages
  const jobs = useMemo(
    () => chunks && mergeJobs(chunks, live ?? { jobs: new Map(), gone: new Set() }, { filter, q }),
    [chunks, live, filter, q],
  )
  // Drawn in small steps: a slow phone goes on answering to a finger meanwhile.
  return { list, jobs: useDeferredValue(jobs) }
}
