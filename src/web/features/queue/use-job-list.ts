import { useInfiniteQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo } from 'react'
import { client } from '../../api/client.ts'
import { useLiveJobs } from '../../live/use-live-jobs.ts'
import type { JobsView } from './job-filter.ts'
import { fetchChunk, mergeJobs, firstPageQueries } from './job-pages.ts'

/** Paged jobs, kept current by the live feed. */
export function useJobList(view: JobsView) {
  const { filter, q, upload, seller, period } = view
  const { data: live } = useLiveJobs()
  const list = useInfiniteQuery({
    queryKey: ['jobs', filter, q, upload?.id, seller, period],
    queryFn: ({ pageParam, signal }) => fetchChunk(client, pageParam, signal),
    initialPageParam: firstPageQueries(view),
    getNextPageParam: (slice) => (slice.next.length > 0 ? slice.next : undefined),
    // The feed keeps rows current; refetching every page could load thousands.
    refetchOnWindowFocus: false,
  })
  const chunks = list.data?.pages
  const jobs = useMemo(
    () =>
      chunks &&
      mergeJobs(chunks, live ?? { jobs: new Map(), gone: new Set() }, {
        filter,
        q,
        upload,
        seller,
        period,
      }),
    [chunks, live, filter, q, upload, seller, period],
  )
  // Keeps slow phones responsive while the list renders.
  return { list, jobs: useDeferredValue(jobs) }
}
