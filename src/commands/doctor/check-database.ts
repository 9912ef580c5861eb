import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { withTimeout } from '../../clock/timeouts.ts'
import { packageFolder } from '../../app/package-info.ts'
import type { Database } from '../../db/db.ts'
import { type QueueMetrics, readQueueMetrics } from '../../db/operations/metrics.sql.ts'
import { listPendingMigrations } from '../../db/migrate.ts'
import { connectPg } from '../../db/pg.ts'
import { notify, readServerVersion } from '../../db/server.sql.ts'

const timeoutMs = 5000
const migrations = path.join(packageFolder, 'migrations')

/** Checks the database without changing it, so it does not apply migrations. */
export async function checkDatabase(url: string): Promise<string> {
  return withDatabase({ url }, async (db) => {
    const [row] = await readServerVersion(db).catch((cause: Error) => {
      const reason = cause.cause instanceof Error ? cause.cause : cause
      const fix = 'Start it, or check host, user, password and database name in DATABASE_URL.'
      throw new Error(`cannot connect to DATABASE_URL (${reason.message}). ${fix}`)
    })
    const pending = await listPendingMigrations(db, migrations)
    const tables =
      pending.length === 0
        ? 'schema up to date'
        : `${pending.length} pending migrations; to apply them now: docket migrate`
    return `Postgres ${row?.version}, ${tables}`
  })
}

/** Checks that NOTIFY works. Without it, workers find new jobs only when they poll. */
export async function checkWakeup(url: string, listenUrl: string | undefined): Promise<string> {
  const channel = `docket_doctor_${randomUUID()}`
  return withDatabase({ url, listenUrl }, async (db) => {
    await requireConnection(db)
    if (await receivesNotify(db, channel)) return 'delivered'
    throw new Error(
      'NOTIFY is not delivered, so workers find jobs only every POLL_INTERVAL_MS. Behind a connection pooler, set DATABASE_LISTEN_URL to the database itself.',
    )
  })
}

/** Summarises the queue. */
export async function checkQueue(url: string): Promise<string> {
  return withDatabase({ url }, async (db) => {
    await requireConnection(db)
    const pending = await listPendingMigrations(db, migrations)
    if (pending.length > 0) return 'not checked until the schema is up to date'
    const [metrics] = await readQueueMetrics(db)
    return metrics ? summariseQueue(metrics) : 'empty'
  })
}

/** Summarises the queue. Throws if jobs are waiting for the administrator to act. */
export function summariseQueue(queue: Omit<QueueMetrics, 'slots_busy'>): string {
  const { processing, workers, is_paused } = queue
  const waiting = queue.waiting + queue.blocked
  const state = `${waiting} waiting, ${processing} processing, workers: ${workers}`
  const failingDependencies = queue.breakers
    .filter(({ is_open }) => is_open)
    .map(({ name }) => name)
  const fix = [
    is_paused && waiting > 0 && 'The queue is paused. Resume it at /admin.',
    workers === 0 && waiting > 0 && 'Start a worker: docket work.',
    failingDependencies.length > 0 &&
      `Calls to ${failingDependencies.join(' and ')} are failing. Fix the cause; Docket probes again within 5 minutes.`,
  ].filter((one) => one !== false)
  if (fix.length > 0) throw new Error(`${state}. ${fix.join(' ')}`)
  return state
}

async function requireConnection(db: Database): Promise<void> {
  await readServerVersion(db).catch(() => {
    throw new Error('not checked: no database connection.')
  })
}

/** Returns true if a NOTIFY is received. */
export async function receivesNotify(db: Database, channel: string): Promise<boolean> {
  let end: (isReceived: boolean) => void
  const received = new Promise<boolean>((resolve) => (end = resolve))
  // A call without a payload means that LISTEN is active. An earlier NOTIFY would be lost.
  const listener = db.listen(channel, (payload) => {
    if (payload === undefined) notify(db, channel, 'here').catch(() => end(false))
    else end(true)
  })
  const isReceived = await withTimeout(received, timeoutMs).catch(() => false)
  await listener.close()
  return isReceived
}

async function withDatabase<T>(
  { url, listenUrl }: { url: string; listenUrl?: string | undefined },
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const db = connectPg({ url, listenUrl, poolSize: 1, onError: () => undefined })
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}
