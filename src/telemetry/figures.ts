import { Gauge } from 'prom-client'
import type { Db } from '../db/db.ts'
import { queueFigures, storeFigures } from '../db/operations/metrics.sql.ts'
import type { DiskSpace } from '../domain/operations/alerts.ts'
import type { Log } from '../domain/ports/log.ts'
import type { Metrics } from './meter.ts'

interface Showing {
  metrics: Metrics
  db: Db
  log: Log
  /** Of the disk that files lie on; undefined where they lie elsewhere. */
  disk: () => Promise<DiskSpace | undefined>
}

const queueMs = 5_000
/** Looking at every job costs something once there are many. */
const storeMs = 10 * 60_000

/**
 * Shows what the database knows of all processes: each that is asked says the same, so that queries take the
 * maximum. While the database is away, these figures are missing and `docket_database_up` is 0.
 */
export function showFigures({ metrics, db, log, disk }: Showing): void {
  showDisk({ metrics, log, disk })
  const gauge = gaugesOf(metrics)
  const jobs = gauge('jobs', 'Jobs by state.', ['state'])
  const queue = gauge('queue_jobs', 'Jobs that have not ended: waiting, held, processing.', [
    'state',
  ])
  const oldest = gauge('queue_oldest_seconds', 'Age of the oldest job in a state.', ['state'])
  const workers = gauge('workers', 'Workers that were heard of within a minute.')
  const paused = gauge('queue_paused', '1 while the operator has paused the queue.')
  const breaker = gauge('breaker_open', '1 while jobs wait for a dependency.', ['dependency'])
  const running = gauge('dependency_running', 'Jobs at a dependency now.', ['dependency'])
  const bytes = gauge('storage_bytes', 'Size of uploads, results and the database.', ['kind'])
  const up = gauge('database_up', '0 while the database does not answer.')

  async function showQueue(): Promise<void> {
    const [now] = await queueFigures(db)
    if (!now) return
    for (const state of ['waiting', 'held', 'processing'] as const) queue.set({ state }, now[state])
    oldest.set({ state: 'waiting' }, now.oldest_waiting_seconds)
    oldest.set({ state: 'processing' }, now.oldest_processing_seconds)
    workers.set(now.workers)
    paused.set(Number(now.is_paused))
    for (const one of now.breakers) {
      breaker.set({ dependency: one.name }, Number(one.is_open))
      running.set({ dependency: one.name }, one.running)
    }
  }

  async function showStore(): Promise<void> {
    const [now] = await storeFigures(db)
    if (!now) return
    for (const [state, count] of Object.entries(now.jobs)) jobs.set({ state }, count)
    bytes.set({ kind: 'uploads' }, now.upload_bytes)
    bytes.set({ kind: 'results' }, now.result_bytes)
    bytes.set({ kind: 'database' }, now.database_bytes)
  }

  function forgetFigures(): void {
    for (const one of [jobs, queue, oldest, breaker, running, bytes]) one.reset()
    // `reset` would set these, which have no labels, to 0, and say that there is no worker.
    for (const one of [workers, paused]) one.remove()
    refreshStore = every(storeMs, showStore)
  }

  const refreshQueue = every(queueMs, showQueue)
  let refreshStore = every(storeMs, showStore)
  metrics.beforeShown(async () => {
    try {
      await refreshQueue()
      await refreshStore()
      up.set(1)
    } catch (error) {
      log.warn({ err: error }, 'cannot read database metrics')
      forgetFigures()
      up.set(0)
    }
  })
}

/** Missing where files lie elsewhere, and while their disk cannot be looked at. */
function showDisk({ metrics, log, disk }: Omit<Showing, 'db'>): void {
  const gauge = gaugesOf(metrics)
  const free = gauge('disk_free_bytes', 'Free space on the disk of the files.')
  const size = gauge('disk_size_bytes', 'Size of the disk of the files.')
  const refresh = every(queueMs, async () => {
    for (const one of [free, size]) one.remove()
    const space = await disk()
    if (!space) return
    free.set(space.free_bytes)
    size.set(space.size_bytes)
  })
  metrics.beforeShown(() =>
    refresh().catch((error: unknown) => {
      log.warn({ err: error }, 'cannot read free disk space')
    }),
  )
}

const gaugesOf =
  ({ registry }: Metrics) =>
  <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge({ name: `docket_${name}`, help, labelNames, registers: [registry] })

/** Does the work when the last time is so long ago; those who come meanwhile share it. */
function every(ms: number, work: () => Promise<unknown>): () => Promise<unknown> {
  let doneAt = Number.NEGATIVE_INFINITY
  let underway: Promise<unknown> | undefined
  return async () => {
    if (performance.now() - doneAt < ms) return
    underway ??= work()
      .then(() => {
        doneAt = performance.now()
      })
      .finally(() => {
        underway = undefined
      })
    await underway
  }
}
