import { MutationCache, QueryCache, QueryClient, queryOptions } from '@tanstack/react-query'
import { createApiClient } from '../../client/api-client.ts'
import { toAppError } from '../../domain/errors/app-error.ts'
import { serviceRoutes } from '../../domain/api/routes/service.ts'
import { meRoutes } from '../../domain/api/routes/sign-in.ts'
import { currentLanguage } from '../i18n/ui-text.ts'

const errorRefetchMs = 5000

/** Resolves once the browser has a session cookie. */
let session: Promise<void> | undefined

/**
 * Sends the first request alone, because its response sets the session cookie. Otherwise, concurrent requests without a
 * cookie would each start a session, and the page could follow a different session from the one that uploads.
 */
async function fetchInSession(...[url, init]: Parameters<typeof fetch>): Promise<Response> {
  if (url !== meRoutes.whoAmI.path) {
    session ??= queryClient.prefetchQuery(meQuery)
    await session
  }
  return fetch(url, init)
}

/** Calls the API without retries, because the query client and the uploader retry. */
export const client = createApiClient({
  retries: 0,
  language: currentLanguage.get,
  fetch: fetchInSession,
})

/** Reloads the user after a request was rejected as unauthorised, because the sign-in may have ended. */
function checkSignIn(error: unknown): void {
  if (isRejected(error)) void queryClient.invalidateQueries({ queryKey: ['me'] })
}

/** True if the request requires the user to sign in. */
export function isRejected(error: unknown): boolean {
  return toAppError(error).code === 'UNAUTHORIZED'
}

export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, { queryKey }) => queryKey[0] !== 'me' && checkSignIn(error),
  }),
  mutationCache: new MutationCache({ onError: checkSignIn }),
  defaultOptions: {
    queries: {
      // Otherwise, queries stall while the browser reports that it is offline, even if the server is localhost.
      networkMode: 'always',
      retry: (failures, error) => failures < 1 && !isRejected(error),
      retryDelay: 500,
      // Retries until the server is back, without user action.
      refetchInterval: ({ state: { error } }) =>
        error === null || isRejected(error) ? false : errorRefetchMs,
    },
    mutations: { networkMode: 'always' },
  },
})

/** The user, or the anonymous session. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => client.call(meRoutes.whoAmI, { signal }),
  staleTime: 60_000,
})

/** Available mappings and upload limits. */
export const mappingsQuery = queryOptions({
  queryKey: ['mappings'],
  queryFn: ({ signal }) => client.call(serviceRoutes.listMappings, { signal }),
  staleTime: 60_000,
})
