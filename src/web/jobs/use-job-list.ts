import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { client } from '../app.ts'
import { fetchSlice, mergeJobs, placesOf } from './job-list.ts'
import type { JobFilter } from './job-filter.ts'
import { useLiveJobs } from './use-live-jobs.ts'

/** The rows of the queue: loaded page by page, kept up to date by what changes. */
export function useJobList(filter: JobFilter) {
  const live = useLiveJobs()
  const list = useInfiniteQuery({
    queryKey: ['jobs', filter],
    queryFn: ({ pageParam, signal }) => fetchSlice(client, pageParam, signal),
    initialPageParam: placesOf(filter),
    getNextPageParam: (slice) => (slice.next.length > 0 ? slice.next : undefined),
  })
  const slices = list.data?.pages
  const changed = live.data?.jobs
  const jobs = useMemo(
    () => slices && mergeJobs(slices, changed ?? new Map(), filter),
    [slices, changed, filter],
  )
  return { list, jobs }
}
