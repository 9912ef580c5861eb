import pg from 'pg'
import { findPrimary } from './primary.ts'
import { splitHosts } from './postgres-url.ts'
import { listPools, type Opened, track, trackClients, watchForTakeover } from './takeover.ts'

/** Connections to one server. */
export interface PoolPair {
  /** Connections for enqueues and claims. The same as `pool` if there are few connections. */
  queue: pg.Pool
  pool: pg.Pool
}

export interface Pools {
  /** True if another host may take over. */
  hasStandby: boolean
  /** Returns the pools of the server that accepts writes. Searches for that server if it is not known. */
  current(): Promise<PoolPair>
  /** Stops using these connections, because the server is gone or read-only. */
  abandon(pair: PoolPair): void
  /** Runs statements; they fail if their server stops responding and another host has taken over. */
  watch<Result>(pair: PoolPair, work: () => Promise<Result>): Promise<Result>
  close(): Promise<void>
}

interface PoolsOptions {
  url: string
  create: (url: string) => PoolPair
  /** Called with errors of idle connections. */
  onError: (error: Error) => void
}

/** How long a failed search for the primary is shared, in ms, so that waiting requests do not all probe the hosts. */
const searchAgainMs = 200
/**
 * How long abandoned pools stay open, in ms: longer than any request waits for a connection, so that no statement is
 * left waiting in a closed pool.
 */
const abandonedMs = 15_000

/**
 * Opens pools for the host that accepts writes, and for the next one after a failover. Pools of a server that is gone
 * or read-only are abandoned as a whole.
 */
export function createPools({ url, create, onError }: PoolsOptions): Pools {
  const hosts = splitHosts(url)
  const hasStandby = hosts.length > 1
  const [only] = hosts
  const opened = new Map<PoolPair, Opened>()
  let isClosed = false
  let known = !hasStandby && only !== undefined ? open(only) : undefined
  let search: Promise<PoolPair> | undefined
  const takeovers = hasStandby ? watchForTakeover({ hosts, opened, abandon, onError }) : undefined

  function open(host: string): PoolPair {
    const pair = create(host)
    // Without a listener, an idle connection that breaks would end the process.
    const clients = trackClients(pair, (error) => {
      if (!isClosed && known === pair) onError(error)
    })
    opened.set(pair, { host, clients, running: new Set() })
    return pair
  }

  async function findNext(): Promise<PoolPair> {
    try {
      known = open(await findPrimary(hosts))
      search = undefined
      return known
    } catch (error) {
      setTimeout(() => (search = undefined), searchAgainMs).unref()
      throw error
    }
  }

  function abandon(pair: PoolPair): void {
    const state = opened.get(pair)
    if (known !== pair || isClosed || !state) return
    known = undefined
    state.closing = setTimeout(() => void end(pair).catch(onError), abandonedMs).unref()
  }

  async function end(pair: PoolPair): Promise<void> {
    const state = opened.get(pair)
    if (!state) return
    clearTimeout(state.closing)
    // Waits for running statements, and keeps checking whether another host has taken over.
    state.ended ??= Promise.all(listPools(pair).map((pool) => pool.end()))
    await state.ended
    opened.delete(pair)
  }

  return {
    hasStandby,
    async current() {
      if (known) return known
      search ??= findNext()
      return search
    },
    abandon,
    watch: (pair, work) => track(opened.get(pair)?.running, work),
    async close() {
      isClosed = true
      takeovers?.stop()
      await search?.catch(() => undefined)
      await Promise.all([...opened.keys()].map(end))
    },
  }
}
