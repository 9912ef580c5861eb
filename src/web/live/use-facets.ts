import { useQuery } from '@tanstack/react-query'
import { jobRoutes } from '../../domain/api/routes/jobs.ts'
import type { RouteInput } from '../../client/api-client.ts'
import { client } from '../api/client.ts'
import { useRefetchOnChange } from '../api/use-refetch-on-change.ts'
import { useIsFeedReady, useLiveJobs } from './use-live-jobs.ts'

type FacetsQuery = NonNullable<RouteInput<typeof jobRoutes.invoiceFacets>['query']>

/**
 * Loads the number of matching jobs, and further filters with their counts. Reloads when the number of jobs changes.
 * While a new query loads, returns the data of the previous one (`isPlaceholderData`).
 */
export function useFacets(query: FacetsQuery) {
  const live = useLiveJobs().data
  const queryKey = ['facets', query]
  useRefetchOnChange(queryKey, live && JSON.stringify([live.counts, live.needs_review_count]))
  return useQuery({
    queryKey,
    enabled: useIsFeedReady(),
    queryFn: ({ signal }) => client.call(jobRoutes.invoiceFacets, { query, signal }),
    placeholderData: (before) => before,
  })
}
