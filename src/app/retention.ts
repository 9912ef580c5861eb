import { countSwept, sweep, type RetentionDeps } from '../retention/sweep.ts'
import type { Services } from './services.ts'

const sweepEveryMs = 60 * 60 * 1000

export function retentionPolicy({
  config,
  db,
  blobs,
}: Pick<Services, 'config' | 'db' | 'blobs'>): RetentionDeps {
  return {
    db,
    blobs,
    sourceDays: config.UPLOAD_TTL_DAYS,
    resultDays: config.RESULT_TTL_DAYS,
    batchDays: config.BATCH_TTL_DAYS,
    jobDays: config.JOB_TTL_DAYS,
  }
}

/** Deletes expired files once an hour. Runs in every worker; concurrent runs are safe. */
export function startRetention(services: Services): void {
  const { log, metrics, statuses, onClose } = services
  const runSweep = () =>
    sweep({ ...retentionPolicy(services), log, onExpired: statuses.changed }).then(
      (deleted) => {
        countSwept(metrics, deleted)
        const isAny = Object.values(deleted).some((count) => count > 0)
        if (isAny) log.info(deleted, 'expired files deleted')
      },
      (error: unknown) => log.error({ err: error }, 'cannot delete expired files'),
    )
  let sweeping = runSweep()
  const timer = setInterval(() => {
    sweeping = runSweep()
  }, sweepEveryMs)
  onClose(async () => {
    clearInterval(timer)
    await sweeping
  })
}
