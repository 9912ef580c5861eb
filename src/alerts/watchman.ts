import {
  recentOutcomes,
  resolveAlerts,
  seeAlerts,
  takeLook,
  tellAlerts,
} from '../db/operations/alerts.sql.ts'
import type { Database } from '../db/db.ts'
import { queueFigures } from '../db/operations/metrics.sql.ts'
import {
  type Alert,
  alertsIn,
  type DiskSpace,
  diskAlerts,
  type Thresholds,
} from '../domain/operations/alerts.ts'
import type { Log } from '../domain/ports/log.ts'
import { faultOf } from '../domain/operations/attempt-stats.ts'
import { type Channel, type Sending, sendMessages } from './send.ts'

export interface Watching extends Sending {
  db: Database
  log: Log
  limits: Thresholds
  channels: Channel[]
  disk: () => Promise<DiskSpace | undefined>
}

const everyMs = 15_000
/** A little less, so that whoever comes next is not too early. */
const lookSeconds = 12

/**
 * Looks whether all is well, now and then, and has the operator told once of what is not and once when it is again.
 * Web processes and workers all do; what they have seen stands in the database, so that it does not matter who.
 */
export function startWatchman(watching: Watching): { close(): Promise<void> } {
  let looking = Promise.resolve()
  const look = () => {
    looking = looking
      .then(() => lookAround(watching))
      .catch((error: unknown) => {
        watching.log.warn({ err: error }, 'alert check failed')
      })
  }
  look()
  const timer = setInterval(look, everyMs)
  return {
    async close() {
      clearInterval(timer)
      await looking
    },
  }
}

/** One look: what is wrong is noted, and what is due is sent. */
export async function lookAround(watching: Watching): Promise<void> {
  const { db, log, limits, channels } = watching
  // Every machine knows its own disk; the queue is the same for all.
  const alerts = diskAlerts(await roomOnDisk(watching), limits)
  const [isMine] = await takeLook(db, lookSeconds)
  if (isMine) alerts.push(...(await queueAlerts(db, limits)))
  if (isMine || alerts.length > 0) {
    const names = channels.map(({ name }) => name)
    const { told, mended } = await db.transaction(async (tx) => {
      await seeAlerts(tx, alerts)
      return { told: await tellAlerts(tx, names), mended: await resolveAlerts(tx, names) }
    })
    for (const alert of told) log.warn({ alert: alert.name, subject: alert.subject }, alert.summary)
    for (const { name, subject } of mended) log.info({ alert: name, subject }, 'alert resolved')
  }
  await sendMessages(watching)
}

/** A disk that cannot be looked at must not keep us from looking at the queue. */
function roomOnDisk({ disk, log }: Watching): Promise<DiskSpace | undefined> {
  return disk().catch((error: unknown) => {
    log.warn({ err: error }, 'cannot read free disk space')
    return undefined
  })
}

async function queueAlerts(db: Database, limits: Thresholds): Promise<Alert[]> {
  const [now] = await queueFigures(db)
  if (!now) return []
  const ended = { completed: 0, failed: 0, failed_by_us: 0 }
  for (const { outcome, jobs } of await recentOutcomes(db)) {
    if (outcome === 'complete') ended.completed += jobs
    else if (outcome !== 'retry') {
      ended.failed += jobs
      if (faultOf(outcome) === 'service') ended.failed_by_us += jobs
    }
  }
  return alertsIn({ ...now, ...ended }, limits)
}
