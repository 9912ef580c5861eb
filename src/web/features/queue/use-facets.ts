import { useQuery } from '@tanstack/react-query'
import { type InvoiceFacets, jobRoutes } from '../../../domain/api/routes/jobs.ts'
import { client } from '../../api/client.ts'
import { useRefetchOnChange } from '../../api/use-refetch-on-change.ts'
import { useIsFeedReady, useLiveJobs } from '../../live/use-live-jobs.ts'
import type { JobsView } from './job-filter.ts'
import { toFilterQuery } from './job-pages.ts'

/** Returns the number of matching jobs, and further filters with their counts. Reloads when jobs change. */
export function useFacets(view: JobsView): InvoiceFacets | undefined {
  const live = useLiveJobs().data
  const query = toFilterQuery(view)
  const queryKey = ['facets', query]
  useRefetchOnChange(queryKey, live && JSON.stringify([live.counts, live.needs_review_count]))
  const { data } = useQuery({
    queryKey,
    enabled: useIsFeedReady(),
    queryFn: ({ signal }) => client.call(jobRoutes.invoiceFacets, { query, signal }),
    placeholderData: (before) => before,
  })
  return data
}
