import type { CacheStore } from '../cache/store.ts'
import type { Db } from '../db/db.ts'
import { listJobsById } from '../db/jobs/owned-jobs.sql.ts'
import type { JobProgress } from '../domain/api/routes/jobs.ts'
import { routes } from '../domain/api/routes/routes.ts'
import { toProblemFields } from '../domain/errors/problem-fields.ts'
import type { Job } from '../domain/job/job.ts'
import type { Log } from '../domain/ports/log.ts'

/** Lifetime of a cached status in seconds. Cached statuses are served while the database is unavailable. */
export const statusSeconds = 24 * 60 * 60

export function statusKey(ownerId: string, jobId: string): string {
  return `statuses:${ownerId} ${jobId}`
}

/** Returns a job's status with links to its outputs. */
export function toJobProgress(job: Job): JobProgress {
  const { status, progress, processing_time, needs_review } = job
  const address = routes.downloadJob.path.replace(':id', job.id)
  const outputs = job.outputs.map((output) => ({
    ...output,
    url: `${address}?format=${output.format}`,
  }))
  return {
    status,
    progress,
    processing_time,
    ...(status === 'complete' && { result: { needs_review, outputs } }),
    ...(status === 'failed' && {
      error: toProblemFields({ code: job.error_code ?? 'UNKNOWN', detail: job.error_detail }),
    }),
  }
}

interface StatusWriterDeps {
  db: Db
  store: CacheStore
  log: Log
}

/** Writes the statuses of changed jobs to the cache. */
export interface StatusWriter {
  /** Schedules a cache update for a changed job. Never throws and never delays the caller. */
  changed(jobId: string): void
  close(): Promise<void>
}

/**
 * Changes within this time share a query, in ms: typically a quick job's upload, claim and completion. Clients get
 * cached statuses only while the database is down.
 */
const pauseMs = 250

/**
 * Creates a writer that updates the cache one batch at a time, so that an older status never overwrites a newer one.
 */
export function createStatusWriter(deps: StatusWriterDeps): StatusWriter {
  let ids = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let writing = Promise.resolve()

  function flush(): void {
    timer = undefined
    const batch = [...ids]
    ids = new Set()
    if (batch.length === 0) return
    writing = writing
      .then(() => writeStatuses(deps, batch))
      .catch((error: unknown) => {
        // The next change or status request updates the cache.
        deps.log.warn({ err: error }, 'cannot cache job statuses')
      })
  }

  return {
    changed(jobId) {
      ids.add(jobId)
      timer ??= setTimeout(flush, pauseMs)
    },
    async close() {
      clearTimeout(timer)
      flush()
      await writing
    },
  }
}

async function writeStatuses({ db, store }: StatusWriterDeps, ids: string[]): Promise<void> {
  const jobs = await listJobsById(db, ids)
  const writes = jobs.map(({ owner_id, job }) =>
    store.set(statusKey(owner_id, job.id), JSON.stringify(toJobProgress(job)), statusSeconds),
  )
  await Promise.all(writes)
}
