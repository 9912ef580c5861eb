import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Listener } from './db.ts'
import { findPrimary } from './primary.ts'
import { isSubscribed, subscribe } from './listen.sql.ts'

const heartbeatMs = 10_000
const reconnectMs = 1_000

interface ListenOptions {
  /** One URL per host. The first host that accepts writes is used. */
  urls: string[]
  channel: string
  onNotify: (payload?: string) => void
  onError: (error: Error) => void
}

/**
 * Listens on a separate connection until closed. A listening connection can die silently, so it is checked every
 * 10 seconds and replaced when it does not respond.
 */
export function listen({ urls, channel, onNotify, onError }: ListenOptions): Listener {
  const stop = new AbortController()
  const ended = keepListening()

  async function keepListening(): Promise<void> {
    while (!stop.signal.aborted) {
      await listenOnce().catch((error: Error) => {
        if (!stop.signal.aborted) onError(error)
      })
      await pause(reconnectMs, stop.signal)
    }
  }

  async function listenOnce(): Promise<void> {
    const client = new pg.Client({
      connectionString: await findPrimary(urls),
      connectionTimeoutMillis: 10_000,
      query_timeout: 5_000,
      application_name: 'docket listener',
    })
    try {
      await stayConnected(client)
    } finally {
      await client.end().catch(onError)
    }
  }

  async function stayConnected(client: pg.Client): Promise<void> {
    const broken = new AbortController()
    const wake = () => broken.abort()
    stop.signal.addEventListener('abort', wake)
    client.on('error', (error) => {
      onError(error)
      wake()
    })
    client.on('notification', ({ payload }) => onNotify(payload))
    try {
      await client.connect()
      await subscribe(client, channel)
      onNotify()
      do await pause(heartbeatMs, broken.signal)
      while (!broken.signal.aborted && (await isSubscribed(client)))
    } finally {
      stop.signal.removeEventListener('abort', wake)
    }
  }

  return {
    async close() {
      stop.abort()
      await ended
    },
  }
}

/** Pauses without keeping the process alive. Aborting ends the pause early. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal, ref: false }).catch(() => undefined)
}
