import { QueryClient, queryOptions } from '@tanstack/react-query'
import { createApiClient } from '../../client/api-client.ts'
import { serviceRoutes } from '../../domain/api/routes/service.ts'

const errorRefetchMs = 5000

/** What fails is asked again by those who ask. */
export const client = createApiClient({ retries: 0 })

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Else a browser that believes it is offline waits in silence, even for its own machine.
      networkMode: 'always',
      retry: 1,
      retryDelay: 500,
      // What failed comes back by itself once the server does.
      refetchInterval: ({ state }) => (state.error === null ? false : errorRefetchMs),
    },
    mutations: { networkMode: 'always' },
  },
})

/** What can be asked for, and the limits. */
export const mappingsQuery = queryOptions({
  queryKey: ['mappings'],
  queryFn: ({ signal }) => client.call(serviceRoutes.listMappings, { signal }),
  staleTime: 60_000,
})
