import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { AppError } from '../domain/errors/app-error.ts'
import { getSystemErrorCode } from '../domain/errors/system-error.ts'
import type { Database, Db } from './db.ts'
import { listen } from './listen.ts'
import { splitHosts } from './postgres-url.ts'
import { createPools, type PoolPair, type Pools } from './pools.ts'
import { createPreparedStatements, type PreparedStatements } from './prepared.ts'

const timestamptz = 1184

/**
 * Timestamps are ISO strings with microseconds: a Date would lose three digits, and fixed-length strings sort
 * chronologically.
 */
function parseTimestamp(text: string): string {
  const [, day, time, decimals = ''] = /^(\S+) ([\d:]+)(?:\.(\d+))?\+00$/.exec(text) ?? []
  if (day === undefined) return new Date(text).toISOString()
  return `${day}T${time}.${decimals.padEnd(6, '0')}Z`
}

const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === timestamptz ? parseTimestamp : pg.types.getTypeParser(oid, format),
}

export interface PgOptions {
  /** May have several hosts: the primary and its standbys. */
  url: string
  /** The same database, reached without a pooler, because LISTEN does not work through a pooler. */
  listenUrl?: string | undefined
  poolSize: number
  onError: (error: Error) => void
}

/**
 * Enqueues and claims use separate connections, because each connection plans the statements inside these functions
 * again, which takes as long as 20 calls to them and needs several megabytes of memory. A process runs one enqueue and
 * two claims at a time.
 */
const queueCall = /\b(enqueue_batches|complete_and_claim_jobs)/
const queueConnections = 3
const minPoolSizeToSplit = 8

/**
 * Connects to Postgres. No statement relies on session state, so a transaction-mode pooler works; if it does not
 * support prepared statements, Docket stops using them. After a failover, the next statement looks for the host that
 * accepts writes.
 */
export function connectPg({ url, listenUrl = url, poolSize, onError }: PgOptions): Database {
  const queueSize = poolSize < minPoolSizeToSplit ? 0 : queueConnections
  const create = (host: string): PoolPair => {
    const pool = openPool(host, poolSize - queueSize)
    return { pool, queue: queueSize === 0 ? pool : openPool(host, queueSize) }
  }
  const pools = createPools({ url, create, onError })
  const prepared = createPreparedStatements()
  return {
    query(text, values) {
      const use = queueCall.test(text) ? 'queue' : 'pool'
      return retryConnecting(() =>
        withPools(pools, (pair) => runPrepared(pair[use], prepared, text, values)),
      )
    },
    transaction: (work) => transaction(pools, work),
    listen: (channel, onNotify) =>
      listen({ urls: splitHosts(listenUrl), channel, onNotify, onError }),
    close: pools.close,
  }
}

async function withPools<Result>(
  pools: Pools,
  work: (pair: PoolPair) => Promise<Result>,
): Promise<Result> {
  const pair = await pools.current()
  return abandonIfLost(pools, pair, () => work(pair))
}

/** Abandons a server's pool pair if the server is read-only or, if another host may take over, does not respond. */
async function abandonIfLost<Result>(
  pools: Pools,
  pair: PoolPair,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await pools.watch(pair, work)
  } catch (error) {
    if (error instanceof AppError && error.code === 'UNAVAILABLE') {
      const code = getSystemErrorCode(error.cause) ?? ''
      if (code === readOnly || (pools.hasStandby && !busyCodes.test(code))) pools.abandon(pair)
    }
    throw error
  }
}

function openPool(url: string, size: number): pg.Pool {
  return new pg.Pool({
    connectionString: url,
    max: size,
    types,
    connectionTimeoutMillis: 10_000,
    // A new connection has no cached plans, which makes its first statements slow.
    idleTimeoutMillis: 10 * 60_000,
    // Without a timeout, a query on a dead connection waits forever.
    query_timeout: 30_000,
    application_name: 'docket',
  })
}

/**
 * Runs a statement by its name if it is prepared. Used only outside transactions, where the statement can be repeated
 * without a name.
 */
async function runPrepared<Row>(
  pool: pg.Pool,
  prepared: PreparedStatements,
  text: string,
  values: unknown[] | undefined,
): Promise<Row[]> {
  const name = values && prepared.nameOf(text)
  try {
    return await run(pool, text, values, name)
  } catch (error) {
    if (name === undefined || !prepared.cannotUse(error)) throw error
    return run(pool, text, values)
  }
}

async function run<Row>(
  target: pg.Pool | pg.PoolClient,
  text: string,
  values?: unknown[],
  name?: string,
): Promise<Row[]> {
  try {
    const result = await target.query({ text, ...(values && { values }), ...(name && { name }) })
    return result.rows as Row[]
  } catch (cause) {
    throw toUnavailable(cause)
  }
}

async function transaction<Result>(
  pools: Pools,
  work: (tx: Db) => Promise<Result>,
): Promise<Result> {
  const connect = async (pair: PoolPair) => {
    try {
      return { pair, client: await pair.pool.connect() }
    } catch (cause) {
      throw toUnavailable(cause)
    }
  }
  const { pair, client } = await retryConnecting(() => withPools(pools, connect))
  return abandonIfLost(pools, pair, () => runTransaction(client, work))
}

async function runTransaction<Result>(
  client: pg.PoolClient,
  work: (tx: Db) => Promise<Result>,
): Promise<Result> {
  const tx: Db = { query: (text, values) => run(client, text, values) }
  // Without a listener, a connection that dies between two statements would end the process. The next statement fails.
  const ignore = () => undefined
  client.on('error', ignore)
  try {
    await tx.query('begin')
    const result = await work(tx)
    await tx.query('commit')
    client.release()
    return result
  } catch (error) {
    // After a timeout, the connection still waits for the old response, so it is closed, which rolls back its
    // transaction.
    client.release(true)
    throw error
  } finally {
    client.off('error', ignore)
  }
}

/**
 * SQLSTATEs and system errors raised before any statement runs: refused, unknown host, too many connections, server
 * starting.
 */
const notConnectedCodes = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', '53300', '57P03'])
/** SQLSTATE of a read-only database, such as a standby before its promotion. The statement had no effect. */
const readOnly = '25006'
/** SQLSTATE classes of errors that may not recur: conflicts, too many connections, a full disk. */
const busyCodes = /^(40|53)/
const maxConnects = 3
const firstPauseMs = 50

/**
 * Retries only if no connection was established or the server is read-only. After other failures, a statement may
 * already have taken effect.
 */
async function retryConnecting<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      const code = error instanceof AppError ? getSystemErrorCode(error.cause) : undefined
      const mayRetry = notConnectedCodes.has(code ?? '') || code === readOnly
      if (attempt === maxConnects || !mayRetry) throw error
      await sleep(firstPauseMs * 2 ** (attempt - 1))
    }
  }
}

const connectionCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND'])
const connectionWords = /timeout|terminated|connection|not queryable/i

/** Distinguishes temporary database errors (unreachable, full, deadlock, read-only) from invalid statements. */
function toUnavailable(cause: unknown): unknown {
  if (!(cause instanceof Error)) return cause
  const code = getSystemErrorCode(cause) ?? ''
  const isPassing = code === readOnly || /^(08|40|53|57P0)/.test(code)
  const isConnection =
    connectionCodes.has(code) || (code === '' && connectionWords.test(cause.message))
  return isPassing || isConnection ? new AppError('UNAVAILABLE', undefined, { cause }) : cause
}
