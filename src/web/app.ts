import { QueryClient, queryOptions } from '@tanstack/react-query'
import { createAsker } from '../client/ask.ts'
import { serviceRoutes } from '../domain/api/routes/service.ts'
import { tell } from './news.ts'
import { checkSource } from './uploads/check-file.ts'
import { createOutbox } from './uploads/create-outbox.ts'
import { keepOutbox, isKept } from './uploads/keep-outbox.ts'
import { isUnderWay } from './uploads/outbox.ts'
import { sendShipment } from './uploads/send.ts'

const askAgainMs = 5000

/** What fails is asked again by those who ask. */
export const client = createAsker({ retries: 0 })

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Else a browser that believes it is offline waits in silence, even for its own machine.
      networkMode: 'always',
      retry: 1,
      retryDelay: 500,
      // What failed comes back by itself once the server does.
      refetchInterval: ({ state }) => (state.error === null ? false : askAgainMs),
    },
    mutations: { networkMode: 'always' },
  },
})

/** What can be asked for, and the limits. */
export const mappings = queryOptions({
  queryKey: ['mappings'],
  queryFn: ({ signal }) => client.ask(serviceRoutes.listMappings, { signal }),
  staleTime: 60_000,
})

export const outbox = createOutbox({
  async check(source) {
    const { max_upload_bytes } = await queryClient.fetchQuery({ ...mappings, retry: 3 })
    return checkSource(source, max_upload_bytes)
  },
  send: sendShipment,
  onEnd({ items, state }) {
    for (const { name } of items) {
      if (state.kind === 'failed') {
        tell({ kind: 'not_uploaded', filename: name, reason: state.error.message })
      } else tell({ kind: 'uploaded', filename: name })
    }
  },
})

/** Goes on where the last visit ended, and warns where leaving would lose something. */
export function beginOutbox(): void {
  void keepOutbox(outbox).catch(() => isKept.set(false))
  window.addEventListener('online', outbox.wake)
  window.addEventListener('beforeunload', (event) => {
    const { items, shipments } = outbox.get()
    if (!isKept.get() && (items.length > 0 || shipments.some(isUnderWay))) event.preventDefault()
  })
}
