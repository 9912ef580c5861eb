import { QueryClient, queryOptions } from '@tanstack/react-query'
import { createApiClient } from '../../client/api-client.ts'
import { serviceRoutes } from '../../domain/api/routes/service.ts'
import { currentLanguage } from '../i18n/words.ts'

const errorRefetchMs = 5000

/** Does not retry, because the query client and the uploader do. */
export const client = createApiClient({ retries: 0, language: currentLanguage.get })

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Otherwise queries stall while the browser reports that it is offline, even if the server is localhost.
      networkMode: 'always',
      retry: 1,
      retryDelay: 500,
      // Recovers without user action once the server is back.
      refetchInterval: ({ state }) => (state.error === null ? false : errorRefetchMs),
    },
    mutations: { networkMode: 'always' },
  },
})

/** Available mappings and upload limits. */
export const mappingsQuery = queryOptions({
  queryKey: ['mappings'],
  queryFn: ({ signal }) => client.call(serviceRoutes.listMappings, { signal }),
  staleTime: 60_000,
})
