import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { withTimeout } from '../../clock/timeouts.ts'
import { packageFolder } from '../../app/package-info.ts'
import type { Database } from '../../db/db.ts'
import { type QueueFigures, queueFigures } from '../../db/operations/metrics.sql.ts'
import { pendingMigrations } from '../../db/migrate.ts'
import { connectPg } from '../../db/pg.ts'
import { notify, serverVersion } from '../../db/server.sql.ts'

const patienceMs = 5000
const migrations = path.join(packageFolder, 'migrations')

/** Changes nothing: a check must not be what upgrades a database. */
export async function inspectDatabase(url: string): Promise<string> {
  return withDatabase({ url }, async (db) => {
    const [row] = await serverVersion(db).catch((cause: Error) => {
      const reason = cause.cause instanceof Error ? cause.cause : cause
      const todo = 'Start it, or check DATABASE_URL: address, user, password, name of the database.'
      throw new Error(`The database at DATABASE_URL cannot be used (${reason.message}). ${todo}`)
    })
    const pending = await pendingMigrations(db, migrations)
    const tables =
      pending.length === 0
        ? 'tables up to date'
        : `${pending.length} migrations to come at the next start, or by: docket migrate`
    return `Postgres ${row?.version}, ${tables}`
  })
}

/** Without them all works still, but a worker sees a new job only when it looks for one. */
export async function tryWakeUp(url: string, listenUrl: string | undefined): Promise<string> {
  const channel = `docket_doctor_${randomUUID()}`
  return withDatabase({ url, listenUrl }, async (db) => {
    await mustAnswer(db)
    if (await hears(db, channel)) return 'arrive at once'
    throw new Error(
      'no NOTIFY arrives, so that workers see jobs only every POLL_INTERVAL_MS. Behind a pooler, set DATABASE_LISTEN_URL to the database itself.',
    )
  })
}

/** Whether jobs move. */
export async function inspectQueue(url: string): Promise<string> {
  return withDatabase({ url }, async (db) => {
    await mustAnswer(db)
    const pending = await pendingMigrations(db, migrations)
    if (pending.length > 0) return 'not looked at before the tables are up to date'
    const [figures] = await queueFigures(db)
    return figures ? stateOf(figures) : 'empty'
  })
}

/** Throws when jobs wait for something that an operator must do. */
export function stateOf(queue: Omit<QueueFigures, 'slots_busy'>): string {
  const { processing, workers, is_paused } = queue
  const waiting = queue.waiting + queue.held
  const state = `${waiting} jobs wait, ${processing} are being read, workers: ${workers}`
  const away = queue.breakers.filter(({ is_open }) => is_open).map(({ name }) => name)
  const todo = [
    is_paused && waiting > 0 && 'The queue is paused: let it go on, at /admin.',
    workers === 0 && waiting > 0 && 'Start a worker: docket work.',
    away.length > 0 &&
      `Calls to ${away.join(' and ')} failed: mend that; one job tries again, 5 minutes later at most.`,
  ].filter((one) => one !== false)
  if (todo.length > 0) throw new Error(`${state}. ${todo.join(' ')}`)
  return state
}

async function mustAnswer(db: Database): Promise<void> {
  await serverVersion(db).catch(() => {
    throw new Error('cannot be tried before the database can be used.')
  })
}

/** Whether a word that is sent comes back. */
export async function hears(db: Database, channel: string): Promise<boolean> {
  let end: (isHeard: boolean) => void
  const heard = new Promise<boolean>((resolve) => (end = resolve))
  // The call without a word says that we are connected: what is sent before that is lost.
  const listener = db.listen(channel, (payload) => {
    if (payload === undefined) notify(db, channel, 'here').catch(() => end(false))
    else end(true)
  })
  const isHeard = await withTimeout(heard, patienceMs).catch(() => false)
  await listener.close()
  return isHeard
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
