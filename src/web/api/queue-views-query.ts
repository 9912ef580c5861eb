import { queryOptions } from '@tanstack/react-query'
import { type QueueSearch, queueViewRoutes } from '../../domain/api/routes/queue-views.ts'
import { client } from './client.ts'

type DefinedSearch = { [Name in keyof QueueSearch]: Exclude<QueueSearch[Name], undefined> }

/** Casts the search of a view to the router's type, which does not allow undefined values. JSON contains none. */
export const toRouterSearch = (search: QueueSearch) => search as DefinedSearch

/** Queue views saved in the workspace. */
export const queueViewsQuery = queryOptions({
  queryKey: ['queue-views'],
  queryFn: ({ signal }) => client.call(queueViewRoutes.listQueueViews, { signal }),
  staleTime: 60_000,
})
