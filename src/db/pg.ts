import pg from 'pg'
import { AppError } from '../domain/errors/errors.ts'
import { getSystemErrorCode } from '../domain/errors/system-error.ts'
import type { Database, Db } from './db.ts'
import { listen } from './listen.ts'

const timestamptz = 1184

/**
 * Timestamps are ISO strings with microseconds: a Date would lose three digits, and strings of a fixed length sort
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
  url: string
  /** The same database, reached without a pooler, because LISTEN does not work through one. */
  listenUrl?: string | undefined
  poolSize: number
  onError: (error: Error) => void
}

/** Connects to Postgres. No statement relies on session state, so a transaction-mode pooler works. */
export function connectPg({ url, listenUrl = url, poolSize, onError }: PgOptions): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    types,
    connectionTimeoutMillis: 10_000,
    // A new connection has no cached plans, which makes its first statements slow.
    idleTimeoutMillis: 10 * 60_000,
    // Without it, a query on a dead connection waits forever.
    query_timeout: 30_000,
    application_name: 'docket',
  })
  let isClosed = false
  // Without a listener, an idle connection that breaks ends the process.
  pool.on('error', (error) => {
    if (!isClosed) onError(error)
  })
  return {
    query: (text, values) => run(pool, text, values),
    transaction: (work) => transaction(pool, work),
    listen: (channel, onNotify) => listen({ url: listenUrl, channel, onNotify, onError }),
    close() {
      isClosed = true
      return pool.end()
    },
  }
}

async function run<Row>(
  target: pg.Pool | pg.PoolClient,
  text: string,
  values?: unknown[],
): Promise<Row[]> {
  try {
    const result = await target.query(text, values)
    return result.rows as Row[]
  } catch (cause) {
    throw toUnavailable(cause)
  }
}

async function transaction<Result>(
  pool: pg.Pool,
  work: (tx: Db) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect().catch((cause: unknown) => {
    throw toUnavailable(cause)
  })
  const tx: Db = { query: (text, values) => run(client, text, values) }
  // Without a listener, a connection that dies between two statements ends the process. The next statement fails.
  const ignore = () => undefined
  client.on('error', ignore)
  try {
    await tx.query('begin')
    const result = await work(tx)
    await tx.query('commit')
    client.release()
    return result
  } catch (error) {
    // After a timeout the connection still waits for the old response, so it is closed, which rolls back its
    // transaction.
    client.release(true)
    throw error
  } finally {
    client.off('error', ignore)
  }
}

const connectionCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND'])
const connectionWords = /timeout|terminated|connection|not queryable/i

/** Distinguishes temporary database errors (unreachable, full, deadlock) from invalid statements. */
function toUnavailable(cause: unknown): unknown {
  if (!(cause instanceof Error)) return cause
  const code = getSystemErrorCode(cause) ?? ''
  const isPassing = /^(08|40|53|57P0)/.test(code)
  const isConnection =
    connectionCodes.has(code) || (code === '' && connectionWords.test(cause.message))
  return isPassing || isConnection ? new AppError('UNAVAILABLE', undefined, { cause }) : cause
}
