import { Gauge } from 'prom-client'
import { withTimeout } from '../clock/timeouts.ts'
import type { Db } from '../db/db.ts'
import { readQueueMetrics, readStorageMetrics } from '../db/operations/metrics.sql.ts'
import type { DiskSpace } from '../domain/operations/alerts.ts'
import type { Log } from '../domain/ports/log.ts'
import type { Metrics } from './meter.ts'

interface DatabaseMetricsDeps {
  metrics: Metrics
  db: Db
  log: Log
  /** Returns the free space; undefined if files are not on a local disk. */
  disk: () => Promise<DiskSpace | undefined>
  /** Rejects if the file storage is unavailable. */
  probeStorage: () => Promise<void>
}

const queueIntervalMs = 5_000
/** Time limit in ms for reading the free space, because a hanging disk must not prevent the collection of metrics. */
const diskTimeoutMs = 2_000
/** Interval in ms, because scanning all jobs is expensive once there are many. */
const storageIntervalMs = 10 * 60_000

/**
 * Exports database state that concerns all processes. Every process reports the same values, so dashboards must take
 * the maximum instead of the sum. During a database outage, these metrics are absent and `docket_database_up` is 0.
 */
export function registerDatabaseMetrics(deps: DatabaseMetricsDeps): void {
  const { metrics, db, log } = deps
  registerDiskMetrics(deps)
  registerStorageMetrics(deps)
  const gauge = gaugeFactory(metrics)
  const jobs = gauge('jobs', 'Jobs by state.', ['state'])
  const queue = gauge('queue_jobs', 'Jobs that have not ended: waiting, blocked, processing.', [
    'state',
  ])
  const oldest = gauge('queue_oldest_seconds', 'Age of the oldest job in a state.', ['state'])
  const workers = gauge('workers', 'Workers with a heartbeat within the last minute.')
  const paused = gauge('queue_paused', '1 while the queue is paused.')
  const mailboxUp = gauge('mailbox_up', '0 while the mailbox cannot be read.')
  const breaker = gauge('breaker_open', '1 while jobs wait for a dependency.', ['dependency'])
  const running = gauge('dependency_running', 'Jobs that use a dependency.', ['dependency'])
  const bytes = gauge('storage_bytes', 'Size of uploads, results and the database.', ['kind'])
  const databaseUp = gauge('database_up', '0 while the database does not respond.')

  async function updateQueue(): Promise<void> {
    const [now] = await readQueueMetrics(db)
    if (!now) return
    for (const state of ['waiting', 'blocked', 'processing'] as const)
      queue.set({ state }, now[state])
    oldest.set({ state: 'waiting' }, now.oldest_waiting_seconds)
    oldest.set({ state: 'processing' }, now.oldest_processing_seconds)
    workers.set(now.workers)
    paused.set(Number(now.is_paused))
    mailboxUp.set(Number(!now.is_mailbox_down))
    for (const one of now.breakers) {
      breaker.set({ dependency: one.name }, Number(one.is_open))
      running.set({ dependency: one.name }, one.running)
    }
  }

  async function updateStorage(): Promise<void> {
    const [now] = await readStorageMetrics(db)
    if (!now) return
    for (const [state, count] of Object.entries(now.jobs)) jobs.set({ state }, count)
    bytes.set({ kind: 'uploads' }, now.upload_bytes)
    bytes.set({ kind: 'results' }, now.result_bytes)
    bytes.set({ kind: 'database' }, now.database_bytes)
  }

  function resetMetrics(): void {
    for (const one of [jobs, queue, oldest, breaker, running, bytes]) one.reset()
    // `reset` would set these unlabelled gauges to 0, which means "no workers".
    for (const one of [workers, paused, mailboxUp]) one.remove()
    refreshStorage = throttled(storageIntervalMs, updateStorage)
  }

  const refreshQueue = throttled(queueIntervalMs, updateQueue)
  let refreshStorage = throttled(storageIntervalMs, updateStorage)
  metrics.beforeScrape(async () => {
    try {
      await refreshQueue()
      await refreshStorage()
      databaseUp.set(1)
    } catch (error) {
      log.warn({ err: error }, 'cannot read database metrics')
      resetMetrics()
      databaseUp.set(0)
    }
  })
}

/** Exports the free space. The metric is absent if files are not on a local disk or if the disk cannot be read. */
function registerDiskMetrics({ metrics, log, disk }: Omit<DatabaseMetricsDeps, 'db'>): void {
  const gauge = gaugeFactory(metrics)
  const free = gauge('disk_free_bytes', 'Free space on the disk of the files.')
  const size = gauge('disk_size_bytes', 'Size of the disk of the files.')
  const refresh = throttled(queueIntervalMs, async () => {
    for (const one of [free, size]) one.remove()
    const space = await withTimeout(disk(), diskTimeoutMs)
    if (!space) return
    free.set(space.free_bytes)
    size.set(space.size_bytes)
  })
  metrics.beforeScrape(() =>
    refresh().catch((error: unknown) => {
      log.warn({ err: error }, 'cannot read free disk space')
    }),
  )
}

function registerStorageMetrics({
  metrics,
  log,
  probeStorage,
}: Omit<DatabaseMetricsDeps, 'db'>): void {
  const up = gaugeFactory(metrics)('storage_up', '0 while the file storage does not respond.')
  const refresh = throttled(queueIntervalMs, async () => {
    try {
      await withTimeout(probeStorage(), diskTimeoutMs)
      up.set(1)
    } catch (error) {
      log.warn({ err: error }, 'file storage does not respond')
      up.set(0)
    }
  })
  metrics.beforeScrape(refresh)
}

const gaugeFactory =
  ({ registry }: Metrics) =>
  <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge({ name: `docket_${name}`, help, labelNames, registers: [registry] })

/** Runs the work at most once per interval. Concurrent callers share the run. */
function throttled(ms: number, work: () => Promise<unknown>): () => Promise<unknown> {
  let doneAt = Number.NEGATIVE_INFINITY
  let pending: Promise<unknown> | undefined
  return async () => {
    if (performance.now() - doneAt < ms) return
    pending ??= work()
      .then(() => {
        doneAt = performance.now()
      })
      .finally(() => {
        pending = undefined
      })
    await pending
  }
}
