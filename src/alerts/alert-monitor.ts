import {
  countRecentOutcomes,
  resolveAlerts,
  upsertAlerts,
  startAlertCheck,
  fireAlerts,
} from '../db/operations/alerts.sql.ts'
import { listWorkers } from '../db/operations/admin.sql.ts'
import { withTimeout } from '../clock/timeouts.ts'
import type { Database } from '../db/db.ts'
import { findMailboxFault } from '../db/operations/mailbox.sql.ts'
import { readQueueMetrics } from '../db/operations/metrics.sql.ts'
import {
  type Alert,
  findAlerts,
  type DiskSpace,
  findDiskAlerts,
  findMailboxAlerts,
  findStorageAlerts,
  type Thresholds,
} from '../domain/operations/alerts.ts'
import { AppError } from '../domain/errors/app-error.ts'
import { getSystemErrorCode } from '../domain/errors/system-error.ts'
import type { Log } from '../domain/ports/log.ts'
import { renderAlert } from '../domain/i18n/render.ts'
import { attributeFailure } from '../domain/operations/attempt-stats.ts'
import { type Channel, type AlertSenderDeps, sendMessages } from './send.ts'

export interface AlertMonitorDeps extends AlertSenderDeps {
  db: Database
  log: Log
  limits: Thresholds
  channels: Channel[]
  disk: () => Promise<DiskSpace | undefined>
  /** Rejects if the file storage is unavailable. */
  probeStorage: () => Promise<void>
  /** Time without a response after which the storage counts as down. */
  storageTimeoutMs?: number
}

const defaultStorageTimeoutMs = 5_000
const intervalMs = 15_000
/**
 * Lease for the queue check, in seconds; slightly shorter than the interval, so that it has expired by the next check.
 */
const leaseSeconds = 12

/**
 * Checks periodically, and notifies the administrator once when an alert fires and once when it is resolved. Runs in
 * every process; no leader is needed, because the state is in the database.
 */
export function startAlertMonitor(deps: AlertMonitorDeps): { close(): Promise<void> } {
  let running = Promise.resolve()
  const check = () => {
    running = running
      .then(() => checkAlerts(deps))
      .catch((error: unknown) => {
        deps.log.warn({ err: error }, 'alert check failed')
      })
  }
  check()
  const timer = setInterval(check, intervalMs)
  return {
    async close() {
      clearInterval(timer)
      await running
    },
  }
}

/** Runs one check: records alerts and sends the messages that are due. */
export async function checkAlerts(deps: AlertMonitorDeps): Promise<void> {
  const { db, log, limits, channels } = deps
  // Every process checks its disk and the storage. Only one process per interval checks the queue.
  const [space, failure] = await Promise.all([readDiskSpace(deps), findStorageFailure(deps)])
  const alerts = [...findDiskAlerts(space, limits), ...findStorageAlerts(failure)]
  const [isLeader] = await startAlertCheck(db, leaseSeconds)
  if (isLeader) alerts.push(...(await queueAlerts(db, limits)))
  if (isLeader || alerts.length > 0) {
    const names = channels.map(({ name }) => name)
    const { fired, resolved } = await db.transaction(async (tx) => {
      await upsertAlerts(tx, alerts)
      return { fired: await fireAlerts(tx, names), resolved: await resolveAlerts(tx, names) }
    })
    for (const alert of fired)
      log.warn({ alert: alert.name, subject: alert.subject }, renderAlert(alert))
    for (const { name, subject } of resolved) log.info({ alert: name, subject }, 'alert resolved')
  }
  await sendMessages(deps)
}

/** Returns the free space; undefined after a disk error, so that the queue check still runs. */
function readDiskSpace({
  disk,
  log,
  storageTimeoutMs = defaultStorageTimeoutMs,
}: AlertMonitorDeps): Promise<DiskSpace | undefined> {
  return withTimeout(disk(), storageTimeoutMs).catch((error: unknown) => {
    log.warn({ err: error }, 'cannot read free disk space')
    return undefined
  })
}

/** Returns the error code if the storage fails or does not respond in time, so that the queue check still runs. */
async function findStorageFailure({
  probeStorage,
  log,
  storageTimeoutMs = defaultStorageTimeoutMs,
}: AlertMonitorDeps) {
  try {
    await withTimeout(probeStorage(), storageTimeoutMs)
    return undefined
  } catch (error) {
    log.warn({ err: error }, 'file storage does not respond')
    return error instanceof AppError ? error.code : (getSystemErrorCode(error) ?? 'timeout')
  }
}

async function queueAlerts(db: Database, limits: Thresholds): Promise<Alert[]> {
  const [now] = await readQueueMetrics(db)
  if (!now) return []
  const outcomes = { completed: 0, failed: 0, failed_by_us: 0 }
  for (const { outcome, jobs } of await countRecentOutcomes(db)) {
    if (outcome === 'complete') outcomes.completed += jobs
    else if (outcome !== 'retry') {
      outcomes.failed += jobs
      if (attributeFailure(outcome) === 'service') outcomes.failed_by_us += jobs
    }
  }
  const [mailbox] = await findMailboxFault(db)
  return [
    ...findAlerts({ ...now, ...outcomes, seen_workers: await listWorkers(db) }, limits),
    ...findMailboxAlerts(mailbox?.fault),
  ]
}
