import type { App } from './services.ts'
import { countCleaned, retain, type Retention } from '../retention/retain.ts'

const retainEveryMs = 60 * 60 * 1000

export function retentionOf({
  config,
  db,
  blobs,
}: Pick<App, 'config' | 'db' | 'blobs'>): Retention {
  return {
    db,
    blobs,
    sourceDays: config.PDF_TTL_DAYS,
    resultDays: config.XML_TTL_DAYS,
    batchDays: config.BATCH_TTL_DAYS,
    jobDays: config.JOB_TTL_DAYS,
  }
}

/** Lets go of old files now and then; every worker does, and any number may at once. */
export function startRetaining(app: App): void {
  const { log, metrics, onClose } = app
  const sweep = () =>
    retain({ ...retentionOf(app), log }).then(
      (gone) => {
        countCleaned(metrics, gone)
        if (Object.values(gone).some((count) => count > 0)) log.info(gone, 'old files deleted')
      },
      (error: unknown) => log.error({ err: error }, 'old files were not deleted'),
    )
  let sweeping = sweep()
  const timer = setInterval(() => {
    sweeping = sweep()
  }, retainEveryMs)
  onClose(async () => {
    clearInterval(timer)
    await sweeping
  })
}
