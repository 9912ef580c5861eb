import {
  cancelActiveJobs,
  countActiveJobs,
  type ListPosition,
  prioritizeJobs,
  selectActiveJobs,
} from '../db/operations/active-jobs.sql.ts'
import type { Database, Db } from '../db/db.ts'
import { lockQueue, notifyQueued } from '../db/jobs/lock-and-notify.sql.ts'
import type { ActiveJob, ActiveJobs } from '../domain/api/routes/admin/active-jobs.ts'
import type { Log } from '../domain/ports/log.ts'
import { decodeCursor, encodeCursor } from '../jobs/cursor.ts'
import { stateChangeLogFields } from '../jobs/owned-jobs.ts'
import { AppError } from '../domain/errors/app-error.ts'
import { createDetail } from '../domain/i18n/problem-detail.ts'

export interface ActiveJobDeps {
  db: Database
  log: Log
  /** Called with the ID of each job that is cancelled or requeued. */
  onChange: (jobId: string) => void
}

/** Number of jobs changed per transaction, so that claims never wait for long. */
const batchSize = 500

/** Lists running and queued jobs of all owners. */
export async function listActiveJobs(
  db: Db,
  { limit, cursor, ...filter }: ActiveJobs & { limit: number; cursor?: string | undefined },
): Promise<{ jobs: ActiveJob[]; count: number; next_cursor: string | null }> {
  const after = cursor === undefined ? null : parsePosition(cursor)
  const found = await selectActiveJobs(db, filter, { limit: limit + 1, after })
  const [counts] = await countActiveJobs(db, filter)
  const page = found.slice(0, limit)
  const last = found.length > limit ? page.at(-1) : undefined
  return {
    jobs: page.map(withoutSortKey),
    count: counts?.count ?? 0,
    next_cursor: last ? formatPosition(last) : null,
  }
}

function withoutSortKey(listed: ActiveJob & Pick<ListPosition, 'sort_key'>): ActiveJob {
  const { sort_key: _, ...job } = listed
  return job
}

function formatPosition(job: ActiveJob & Pick<ListPosition, 'sort_key'>): string {
  const { id, queued_at: created_at, status, priority, sort_key } = job
  return encodeCursor({
    created_at,
    id,
    sort_text: JSON.stringify([status === 'processing', priority, sort_key]),
  })
}

const position = /^\[(true|false),(-?\d{1,9}),(-?\d+(?:\.\d+)?)\]$/

function parsePosition(cursor: string): ListPosition {
  const { id, sort_text } = decodeCursor(cursor)
  const [, isRunning, priority, sortKey] = position.exec(sort_text ?? '') ?? []
  if (isRunning === undefined) {
    throw new AppError('INVALID_REQUEST', createDetail('cursor_invalid', {}))
  }
  return {
    is_running: isRunning === 'true',
    priority: Number(priority),
    sort_key: Number(sortKey),
    id,
  }
}

/** Cancels matching jobs of all owners. `dry_run` only counts them. */
export async function cancelAnyJobs(
  deps: ActiveJobDeps,
  { dry_run, ...filter }: ActiveJobs & { dry_run: boolean },
): Promise<{ count: number; cancelled: number }> {
  const { db, log, onChange } = deps
  const [counts] = await countActiveJobs(db, filter)
  const count = counts?.count ?? 0
  if (dry_run) return { count, cancelled: 0 }
  const cancelled = await changeInParts(db, count, (tx, limit) =>
    cancelActiveJobs(tx, filter, limit),
  )
  for (const job of cancelled) {
    log.warn(stateChangeLogFields(job, 'cancel'), 'job cancelled by administrator')
    onChange(job.id)
  }
  return { count, cancelled: cancelled.length }
}

/** Changes the priority of matching queued jobs. `dry_run` only counts them. */
export async function prioritizeAnyJobs(
  { db, log }: ActiveJobDeps,
  { dry_run, priority, ...filter }: ActiveJobs & { dry_run: boolean; priority: number },
): Promise<{ count: number; changed: number }> {
  const [counts] = await countActiveJobs(db, filter)
  const count = counts?.waiting ?? 0
  if (dry_run) return { count, changed: 0 }
  const changed = await changeInParts(db, count, (tx, limit) =>
    prioritizeJobs(tx, filter, { priority, limit }),
  )
  for (const { id: job_id, batch_id } of changed)
    log.warn({ job_id, batch_id, priority }, 'job priority changed by administrator')
  if (changed.length > 0) await notifyQueued(db)
  return { count, changed: changed.length }
}

/**
 * Changes jobs in parts. Stops at the initial count, so that newly arriving jobs cannot keep the loop running forever.
 */
async function changeInParts<Row>(
  db: Database,
  count: number,
  change: (tx: Db, limit: number) => Promise<Row[]>,
): Promise<Row[]> {
  const changed: Row[] = []
  while (changed.length < count) {
    const limit = Math.min(batchSize, count - changed.length)
    const part = await db.transaction(async (tx) => {
      await lockQueue(tx)
      return change(tx, limit)
    })
    if (part.length === 0) break
    changed.push(...part)
  }
  return changed
}
