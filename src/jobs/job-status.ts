import type { CacheStore } from '../cache/store.ts'
import type { Db } from '../db/db.ts'
import { listJobsById } from '../db/jobs/owned-jobs.sql.ts'
import type { JobProgress } from '../domain/api/routes/jobs.ts'
import { routes } from '../domain/api/routes/routes.ts'
import { toProblemFields } from '../domain/errors/problem-fields.ts'
import type { Job } from '../domain/job/job.ts'
import type { Log } from '../domain/ports/log.ts'
import type { StatusListener } from '../domain/ports/status-listener.ts'

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

/** Caches the statuses of changed jobs. */
export interface StatusWriter extends StatusListener {
  /** Schedules a cache update for a changed job. Never throws and never delays the caller. */
  changed(jobId: string): void
  /** Schedules the removal of deleted jobs from the cache. Never throws and never delays the caller. */
  deleted(ownerId: string, jobIds: readonly string[]): void
  close(): Promise<void>
}

/**
 * Status changes within this many milliseconds share a query: typically a quick job's upload, claim and completion.
 * Clients get cached statuses only while the database is down.
 */
const pauseMs = 250

/**
 * Creates a writer that updates the cache one batch at a time, so that an older status never overwrites a newer status.
 */
export function createStatusWriter(deps: StatusWriterDeps): StatusWriter {
  let ids = new Set<string>()
  let deletedKeys = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let writing = Promise.resolve()

  function flush(): void {
    timer = undefined
    const [changedIds, keys] = [[...ids], [...deletedKeys]]
    ids = new Set()
    deletedKeys = new Set()
    writing = writing
      .then(() => writeStatuses(deps, changedIds))
      .then(() => overwrite(deps, keys))
      .catch((error: unknown) => {
        // The next change or status request updates the cache.
        deps.log.warn({ err: error }, 'cannot cache job statuses')
      })
  }

  function schedule(): void {
    timer ??= setTimeout(flush, pauseMs)
  }

  return {
    changed(jobId) {
      ids.add(jobId)
      schedule()
    },
    deleted(ownerId, jobIds) {
      for (const id of jobIds) deletedKeys.add(statusKey(ownerId, id))
      schedule()
    },
    async close() {
      clearTimeout(timer)
      flush()
      await writing
    },
  }
}

/** Number of jobs loaded at once, because a directory change may queue thousands. */
const maxLoaded = 200

async function writeStatuses({ db, store }: StatusWriterDeps, ids: string[]): Promise<void> {
  for (let start = 0; start < ids.length; start += maxLoaded) {
    const jobs = await listJobsById(db, ids.slice(start, start + maxLoaded))
    const writes = jobs.map(({ owner_id, job }) =>
      store.set(statusKey(owner_id, job.id), JSON.stringify(toJobProgress(job)), statusSeconds),
    )
    await Promise.all(writes)
  }
}

/** Overwrites statuses with null and the shortest lifetime, because a cache store cannot delete entries. */
async function overwrite({ store }: StatusWriterDeps, keys: string[]): Promise<void> {
  await Promise.all(keys.map((key) => store.set(key, 'null', 1)))
}
