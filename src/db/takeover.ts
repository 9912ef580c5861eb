import type pg from 'pg'
import type { PoolPair } from './pools.ts'
import { findPrimary } from './primary.ts'

/** Open connections to one host. */
export interface Opened {
  host: string
  clients: Set<pg.PoolClient>
  /** When each running statement began. */
  running: Set<{ since: number }>
  closing?: NodeJS.Timeout
  ended?: Promise<unknown>
}

interface TakeoverOptions {
  hosts: string[]
  opened: ReadonlyMap<PoolPair, Opened>
  abandon: (pair: PoolPair) => void
  onError: (error: Error) => void
}

/** A statement that runs longer than this, in ms, makes Docket check whether another host has taken over. */
const slowStatementMs = 3_000
const checkIntervalMs = 1_000

/**
 * Disconnects slow statements from a host that another host has replaced. A server that was switched off does not close
 * its connections, so the statements would otherwise wait until they time out.
 */
export function watchForTakeover({ hosts, opened, abandon, onError }: TakeoverOptions) {
  let check: Promise<void> | undefined
  const timer = setInterval(() => {
    const slow = [...opened].filter(([, state]) => hasSlowStatement(state))
    if (slow.length > 0) check ??= checkHosts(slow).finally(() => (check = undefined))
  }, checkIntervalMs).unref()

  async function checkHosts(slow: [PoolPair, Opened][]): Promise<void> {
    const primary = await findPrimary(hosts).catch(() => undefined)
    if (primary === undefined) return
    for (const [pair, { host, clients }] of slow) {
      if (primary === host) continue
      abandon(pair)
      // Disconnects immediately if a statement is running.
      for (const client of clients) void (client as unknown as pg.Client).end().catch(onError)
    }
  }

  return { stop: () => clearInterval(timer) }
}

function hasSlowStatement({ running }: Opened): boolean {
  return [...running].some(({ since }) => performance.now() - since > slowStatementMs)
}

export function listPools(pair: PoolPair): pg.Pool[] {
  return [...new Set<pg.Pool>(Object.values(pair))]
}

/** Tracks the open connections, including those in use. */
export function trackClients(
  pair: PoolPair,
  onIdleError: (error: Error) => void,
): Set<pg.PoolClient> {
  const clients = new Set<pg.PoolClient>()
  for (const pool of listPools(pair)) {
    pool.on('error', onIdleError)
    pool.on('connect', (client: pg.PoolClient) => clients.add(client))
    pool.on('remove', (client: pg.PoolClient) => clients.delete(client))
  }
  return clients
}

/** Records a statement while it runs. */
export async function track<Result>(
  running: Opened['running'] | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  const statement = { since: performance.now() }
  running?.add(statement)
  try {
    return await work()
  } finally {
    running?.delete(statement)
  }
}
