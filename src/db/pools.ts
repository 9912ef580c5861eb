import pg from 'pg'
import { findPrimary } from './primary.ts'
import { splitHosts } from './hosts.ts'

/** Connections to one server. */
export interface PoolPair {
  /** For enqueues and claims; the same as `pool` if there are few connections. */
  queue: pg.Pool
  pool: pg.Pool
}

export interface Pools {
  /** True if another host may take over. */
  hasStandby: boolean
  /** Pools of the server that accepts writes; looks for it if none is known. */
  current(): Promise<PoolPair>
  /** Stops using these connections, because the server is gone or read-only. */
  abandon(pair: PoolPair): void
  close(): Promise<void>
}

interface PoolsOptions {
  url: string
  create: (url: string) => PoolPair
  /** Called with errors of idle connections. */
  onError: (error: Error) => void
}

/** Requests that find no primary share this search, so that many requests do not probe all at once. */
const searchAgainMs = 200
/** Longer than anyone waits for a connection, so that no statement is left waiting in a closed pool. */
const abandonedMs = 15_000

/**
 * Opens pools for the host that accepts writes, and for the next one after a failover. Pools of a server that is gone
 * or read-only are abandoned as a whole.
 */
export function createPools({ url, create, onError }: PoolsOptions): Pools {
  const hosts = splitHosts(url)
  const [only] = hosts
  const opened = new Map<PoolPair, NodeJS.Timeout | undefined>()
  let isClosed = false
  let known = hosts.length === 1 && only !== undefined ? open(only) : undefined
  let search: Promise<PoolPair> | undefined

  function open(host: string): PoolPair {
    const pair = create(host)
    for (const pool of new Set(Object.values(pair))) {
      // Without a listener, an idle connection that breaks ends the process.
      pool.on('error', (error: Error) => {
        if (!isClosed && known === pair) onError(error)
      })
    }
    opened.set(pair, undefined)
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

  async function end(pair: PoolPair): Promise<void> {
    clearTimeout(opened.get(pair))
    opened.delete(pair)
    await Promise.all([...new Set(Object.values(pair))].map((pool: pg.Pool) => pool.end()))
  }

  return {
    hasStandby: hosts.length > 1,
    async current() {
      if (known) return known
      search ??= findNext()
      return search
    },
    abandon(pair) {
      if (known !== pair || isClosed) return
      known = undefined
      opened.set(pair, setTimeout(() => void end(pair).catch(onError), abandonedMs).unref())
    },
    async close() {
      isClosed = true
      await search?.catch(() => undefined)
      await Promise.all([...opened.keys()].map(end))
    },
  }
}
