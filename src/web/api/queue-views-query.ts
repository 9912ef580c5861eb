import { queryOptions } from '@tanstack/react-query'
import { queueViewRoutes } from '../../domain/api/routes/queue-views.ts'
import { client } from './client.ts'

/** Views of the queue that the workspace saved. */
export const queueViewsQuery = queryOptions({
  queryKey: ['queue-views'],
  queryFn: ({ signal }) => client.call(queueViewRoutes.listQueueViews, { signal }),
  staleTime: 60_000,
})
