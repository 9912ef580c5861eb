import pg from 'pg'
import { AppError } from '../domain/errors/errors.ts'
import { isWritable } from './server.sql.ts'

const probeMs = 3_000

/** The first of several hosts that accepts writes. A standby becomes one when it is promoted. */
export async function findPrimary(urls: readonly string[]): Promise<string> {
  const [only] = urls
  if (only !== undefined && urls.length === 1) return only
  const reasons: unknown[] = []
  for (const url of urls) {
    try {
      if (await acceptsWrites(url)) return url
      reasons.push(new Error(`${new URL(url).host} is read-only`))
    } catch (reason) {
      reasons.push(reason)
    }
  }
  const cause = new AggregateError(
    reasons,
    `No host accepts writes: ${reasons.map(describe).join('; ')}`,
  )
  throw new AppError('UNAVAILABLE', undefined, { cause })
}

async function acceptsWrites(url: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: probeMs,
    query_timeout: probeMs,
    application_name: 'docket probe',
  })
  // Without a listener, a connection that breaks ends the process; the statement fails too.
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
