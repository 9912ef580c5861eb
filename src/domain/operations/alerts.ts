import type { AlertParams } from '../messages/problem-codes.ts'

/** A disk's free space. */
export interface DiskSpace {
  size_bytes: number
  free_bytes: number
}

/** All alerts, with the number of seconds for which each must be active before it is sent. */
export const alertRules = {
  queue_long: { for_seconds: 120 },
  oldest_waiting: { for_seconds: 0 },
  error_rate: { for_seconds: 0 },
  /** A worker counts as alive for one minute after its last heartbeat. */
  no_worker: { for_seconds: 240 },
  /** Allows time for a crashed worker to restart. */
  worker_lost: { for_seconds: 60 },
  breaker_open: { for_seconds: 60 },
  storage_full: { for_seconds: 0 },
  storage_down: { for_seconds: 30 },
  /** Allows time for a mail server to restart. */
  mailbox_down: { for_seconds: 120 },
} as const

export type AlertName = keyof typeof alertRules

/** An active alert. */
export interface Alert {
  name: AlertName
  /** Distinguishes alerts with the same name. Empty if only one alert has that name. */
  subject: string
  /** Params of the alert's sentence, whose code is `name`. */
  params: Record<string, unknown>
}

export interface Thresholds {
  queue_jobs: number
  wait_minutes: number
  error_percent: number
  disk_percent: number
}

/** A worker that is alive or did not shut down cleanly. */
export interface SeenWorker {
  id: string
  host: string
  started_at: string
  heartbeat_at: string
  is_lost: boolean
}

export interface AlertInput {
  waiting: number
  blocked: number
  oldest_waiting_seconds: number
  workers: number
  /** Recently seen workers, alive or lost. */
  seen_workers: SeenWorker[]
  is_paused: boolean
  breakers: { name: string; is_open: boolean }[]
  /** Number of jobs that completed in the last five minutes. */
  completed: number
  /** Number of failures that the documents did not cause. */
  failed_by_us: number
  failed: number
}

/**
 * True if an alert's message can be shown yet. The message of `no_worker` states its full delay, so it would be false
 * before the administrator is notified.
 */
export function isShown({ name }: Pick<Alert, 'name'>, wasNotified: boolean): boolean {
  return wasNotified || name !== 'no_worker'
}

/** Number of seconds without an observation after which an alert is resolved. */
export const resolveAfterSeconds = 60

/** Number of seconds without an observation after which an unsent alert's delay starts again. */
export const restartAfterSeconds = 120

/** Returns the active alerts about the queue. */
export function findAlerts(now: AlertInput, limits: Thresholds): Alert[] {
  const { is_paused } = now
  const queued = now.waiting + now.blocked
  const minutes = Math.floor(now.oldest_waiting_seconds / 60)
  const ended = now.completed + now.failed
  const percent = ended === 0 ? 0 : (100 * now.failed_by_us) / ended
  const found: (Alert | false)[] = [
    queued > limits.queue_jobs &&
      createAlert('queue_long', { queued, most: limits.queue_jobs, is_paused }),
    now.oldest_waiting_seconds > limits.wait_minutes * 60 &&
      createAlert('oldest_waiting', { minutes, is_paused }),
    percent > limits.error_percent &&
      isSample(now.failed_by_us, ended) &&
      createAlert('error_rate', { failed: now.failed_by_us, ended, percent: percent.toFixed(1) }),
    now.workers === 0 && createAlert('no_worker', {}),
  ]
  const open = now.breakers
    .filter(({ is_open }) => is_open)
    .map(({ name }) => createAlert('breaker_open', { dependency: name }, name))
  const lost = now.workers === 0 ? [] : findLostWorkers(now.seen_workers)
  const gone = lost.map(({ id, host }) => createAlert('worker_lost', { worker: id, host }, id))
  return [...found.filter((one) => one !== false), ...open, ...gone]
}

/** Finds lost workers that have not been replaced by a worker started later. */
function findLostWorkers(seen: readonly SeenWorker[]): SeenWorker[] {
  const replacements = seen.filter(({ is_lost }) => !is_lost)
  const lost = seen
    .filter(({ is_lost }) => is_lost)
    .toSorted((a, b) => Date.parse(a.heartbeat_at) - Date.parse(b.heartbeat_at))
  return lost.filter(({ heartbeat_at }) => {
    const isLater = ({ started_at }: SeenWorker) =>
      Date.parse(started_at) > Date.parse(heartbeat_at)
    const index = replacements.findIndex(isLater)
    if (index >= 0) replacements.splice(index, 1)
    return index < 0
  })
}

/** True if there are enough failures to justify an alert. A single failure among few jobs is not enough. */
function isSample(failed: number, ended: number): boolean {
  return failed >= 5 || (failed >= 2 && ended >= 20)
}

/** Returns an alert if the storage disk is nearly full. */
export function findDiskAlerts(disk: DiskSpace | undefined, limits: Thresholds): Alert[] {
  if (!disk || disk.size_bytes === 0) return []
  const used = 100 * (1 - disk.free_bytes / disk.size_bytes)
  if (used < limits.disk_percent) return []
  return [createAlert('storage_full', { percent: Math.floor(used) })]
}

/** Returns an alert if the storage rejects requests or does not respond. */
export function findStorageAlerts(failure: string | undefined): Alert[] {
  return failure === undefined ? [] : [createAlert('storage_down', { fault: failure })]
}

/** Returns an alert if the mailbox cannot be read. */
export function findMailboxAlerts(fault: string | undefined): Alert[] {
  return fault === undefined ? [] : [createAlert('mailbox_down', { fault })]
}

function createAlert<N extends AlertName>(name: N, params: AlertParams[N], subject = ''): Alert {
  return { name, subject, params: { ...params } }
}
