import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { AppError } from '../domain/errors/app-error.ts'
import { isWritable } from './server.sql.ts'

const probeMs = 3_000

/** How long an earlier host may take to respond once a later host accepts writes, in ms. */
const earlierHostMs = 1_000

/**
 * Finds the first of several hosts that accepts writes, such as a promoted standby. Queries all hosts at once, because
 * a host that is switched off never responds.
 */
export async function findPrimary(urls: readonly string[]): Promise<string> {
  const [only] = urls
  if (only !== undefined && urls.length === 1) return only
  const probes = urls.map(requireWrites)
  const found = await Promise.any(probes).catch(toUnavailable)
  const earlier = Promise.any(probes.slice(0, urls.indexOf(found))).catch(() => found)
  return Promise.race([earlier, sleep(earlierHostMs, found, { ref: false })])
}

async function requireWrites(url: string): Promise<string> {
  if (await acceptsWrites(url)) return url
  throw new Error(`${new URL(url).host} is read-only`)
}

function toUnavailable({ errors }: AggregateError): never {
  const message = `No host accepts writes: ${errors.map(describe).join('; ')}`
  throw new AppError('UNAVAILABLE', undefined, { cause: new AggregateError(errors, message) })
}

async function acceptsWrites(url: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: probeMs,
    query_timeout: probeMs,
    application_name: 'docket probe',
  })
  // Without a listener, a connection that breaks would end the process. The statement fails anyway.
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await isWritable(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}

function describe(reason: unknown): string {
  return reason instanceof Error ? reason.message : String(reason)
}
