import {
  readAnalytics,
  countDeadLetters,
  selectDeadLetters,
  readLastHour,
  listWorkers,
  type MinuteCounter,
  pauseQueue,
  requeueDeadLetters,
  resumeQueue,
} from '../db/operations/admin.sql.ts'
import { listActiveAlerts } from '../db/operations/alerts.sql.ts'
import type { Db } from '../db/db.ts'
import { readQueueMetrics } from '../db/operations/metrics.sql.ts'
import { lockQueue, notifyQueued } from '../db/jobs/lock-and-notify.sql.ts'
import type { Log } from '../domain/ports/log.ts'
import type {
  Analytics,
  DeadLetter,
  FailedJobs,
  MinuteStats,
  Overview,
} from '../domain/api/routes/admin/admin.ts'
import { renderAlert } from '../domain/i18n/render.ts'
import { isShown } from '../domain/operations/alerts.ts'
import { computeQuantile } from '../domain/operations/attempt-stats.ts'
import type { ActiveJobDeps } from './active-jobs.ts'
import { decodeCursor, encodeCursor } from '../jobs/cursor.ts'

/** Loads the state of the queue across all processes. */
export async function loadOverview(db: Db, disk: Overview['disk']): Promise<Overview> {
  const [metrics] = await readQueueMetrics(db)
  if (!metrics) throw new Error('Expected one metrics row')
  const { breakers, workers: _, slots_busy: __, ...queue } = metrics
  const active = await listActiveAlerts(db)
  const alerts = active.filter((alert) => isShown(alert, alert.notified_at !== null))
  return {
    queue,
    dependencies: breakers,
    workers: await listWorkers(db),
    alerts: alerts.map(({ notified_at, params, ...alert }) => ({
      ...alert,
      summary: { code: alert.name, params, message: renderAlert({ name: alert.name, params }) },
      is_told: notified_at !== null,
    })),
    disk,
    minutes: toMinutes(await readLastHour(db)),
    server_time: new Date().toISOString(),
  }
}

/** Adds up the counters of all workers per minute. */
function toMinutes(counters: MinuteCounter[]): MinuteStats[] {
  return [...groupByMinute(counters)].map(([minute, all]) => {
    const read = all.filter(({ outcome }) => outcome === 'complete')
    const retried = sum(
      all.filter(({ outcome }) => outcome === 'retry'),
      'jobs',
    )
    const completed = sum(read, 'jobs')
    const durations = read.reduce<number[]>((added, one) => {
      return one.durations.map((taken, index) => taken + (added[index] ?? 0))
    }, [])
    return {
      minute,
      completed,
      retried,
      failed: sum(all, 'jobs') - completed - retried,
      pages: sum(read, 'pages'),
      wait_seconds: completed === 0 ? null : sum(read, 'waited_ms') / completed / 1000,
      p50_seconds: computeQuantile(durations, 0.5),
      p95_seconds: computeQuantile(durations, 0.95),
    }
  })
}

function groupByMinute(counters: MinuteCounter[]): Map<string, MinuteCounter[]> {
  const groups = new Map<string, MinuteCounter[]>()
  for (const one of counters) groups.set(one.minute, [...(groups.get(one.minute) ?? []), one])
  return groups
}

function sum(counters: MinuteCounter[], metric: 'jobs' | 'pages' | 'waited_ms'): number {
  return counters.reduce((total, one) => total + one[metric], 0)
}

/** Pauses or resumes claiming. Running jobs continue. */
export async function setPaused(
  db: Db,
  log: Log,
  is_paused: boolean,
): Promise<{ is_paused: boolean }> {
  await (is_paused ? pauseQueue(db) : resumeQueue(db))
  if (!is_paused) await notifyQueued(db)
  log.warn({ is_paused }, is_paused ? 'queue paused' : 'queue resumed')
  return { is_paused }
}

export async function listDeadLetters(
  db: Db,
  { limit, cursor, ...filter }: FailedJobs & { limit: number; cursor?: string | undefined },
): Promise<{ jobs: DeadLetter[]; count: number; next_cursor: string | null }> {
  const last = cursor === undefined ? null : decodeCursor(cursor)
  const after = last && { failed_at: last.created_at, id: last.id }
  const found = await selectDeadLetters(db, filter, { limit: limit + 1, after })
  const [counts] = await countDeadLetters(db, filter)
  const jobs = found.slice(0, limit)
  const end = found.length > limit ? jobs.at(-1) : undefined
  return {
    jobs,
    count: counts?.count ?? 0,
    next_cursor: end ? encodeCursor({ created_at: end.failed_at, id: end.id }) : null,
  }
}

const batchSize = 500

/** Requeues failed jobs whose source still exists. `dry_run` only counts them. */
export async function requeueFailed(
  { db, log, onChange }: ActiveJobDeps,
  { dry_run, ...filter }: FailedJobs & { dry_run: boolean },
): Promise<{ count: number; requeued: number }> {
  const [counts] = await countDeadLetters(db, filter)
  const count = counts?.requeueable ?? 0
  let requeued = 0
  // Stops at the initial count, so that jobs that fail again are not requeued forever.
  while (!dry_run && requeued < count) {
    const requeuedJobs = await db.transaction(async (tx) => {
      await lockQueue(tx)
      return requeueDeadLetters(tx, filter, Math.min(batchSize, count - requeued))
    })
    for (const { id: job_id, batch_id, ms } of requeuedJobs) {
      const change = { event: 'requeue', from: 'failed', to: 'queued', ms: Math.round(ms) }
      log.info({ job_id, batch_id, ...change }, 'job requeued')
      onChange(job_id)
    }
    requeued += requeuedJobs.length
    if (requeuedJobs.length === 0) break
  }
  if (requeued > 0) await notifyQueued(db)
  return { count, requeued }
}

export async function loadAnalytics(db: Db, days: number): Promise<Analytics> {
  const [found] = await readAnalytics(db, days)
  if (!found) throw new Error('Expected one analytics row')
  return { days, ...found }
}
