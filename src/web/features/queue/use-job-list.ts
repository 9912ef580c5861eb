import { useInfiniteQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo } from 'react'
import { client } from '../../api/client.ts'
import { useLiveJobs } from '../../live/use-live-jobs.ts'
import type { JobsView } from './job-filter.ts'
import { fetchChunk, firstPageQuery, mergeJobs } from './job-pages.ts'

/** Returns the jobs of a view, page by page, and keeps them current through the live feed. */
export function useJobList(view: JobsView) {
  const { data: live } = useLiveJobs()
  const first = firstPageQuery(view)
  const list = useInfiniteQuery({
    queryKey: ['jobs', first],
    queryFn: ({ pageParam, signal }) => fetchChunk(client, pageParam, signal),
    initialPageParam: first,
    getNextPageParam: (slice) => slice.next,
    // The feed keeps rows current, and refetching every page could load thousands of jobs.
    refetchOnWindowFocus: false,
  })
  const chunks = list.data?.pages
  const { filter, q, upload, seller, period, reason, sort, order } = view
  const jobs = useMemo(() => {
    const shown = { filter, q, upload, seller, period, reason, sort, order }
    return chunks && mergeJobs(chunks, live ?? { jobs: new Map(), gone: new Set() }, shown)
  }, [chunks, live, filter, q, upload, seller, period, reason, sort, order])
  // Slow phones stay responsive while the list renders.
  return { list, jobs: useDeferredValue(jobs) }
}
