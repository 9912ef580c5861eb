import type { Db } from '../db/db.ts'
import {
  countView,
  deleteShare,
  listShares,
  type ShareRow,
  upsertShare,
} from '../db/identity/links.sql.ts'
import { AppError } from '../domain/errors/app-error.ts'
import type { Job } from '../domain/job/job.ts'
import type { Log } from '../domain/ports/log.ts'
import { routes } from '../domain/api/routes/routes.ts'
import type { SharesPage } from '../domain/api/routes/shares.ts'
import type { Share, SharedResult } from '../domain/results/share.ts'
import { decodeCursor, encodeCursor } from '../jobs/cursor.ts'
import { createLinkCode, linkNotFound, resolveLink } from '../identity/links.ts'
import { requireResult } from './downloads.ts'
import { loadOwnedJob } from '../jobs/owned-jobs.ts'
import { createDetail } from '../domain/i18n/problem-detail.ts'

export interface ShareDeps {
  db: Db
  log: Log
}

/** Creates the link to a job. */
export async function shareJob(
  { db, log }: ShareDeps,
  ownerId: string,
  { id, hours }: { id: string; hours: number },
): Promise<Share> {
  const job = await loadOwnedJob(db, log, ownerId, id)
  requireResult(job)
  const code = createLinkCode()
  const [row] = await upsertShare(db, { job_id: id, code, hours })
  if (!row) throw new Error('Link insert returned no row')
  return toShare({ ...row, original_filename: job.original_filename })
}

export async function unshareJob(
  { db, log }: ShareDeps,
  ownerId: string,
  id: string,
): Promise<void> {
  await loadOwnedJob(db, log, ownerId, id)
  await deleteShare(db, id)
}

export async function listOwnedShares(
  db: Db,
  ownerId: string,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<SharesPage> {
  const after = cursor === undefined ? null : decodeCursor(cursor)
  const found = await listShares(db, { owner_id: ownerId, after, limit: limit + 1 })
  const shares = found.slice(0, limit).map(toShare)
  const last = found.length > limit ? shares.at(-1) : undefined
  const next_cursor = last ? encodeCursor({ created_at: last.created_at, id: last.job_id }) : null
  return { shares, next_cursor }
}

/** Finds the job that a link opens: the link's own job, or one in its batch. */
export async function findSharedJob(
  { db, log }: ShareDeps,
  code: string,
  selected?: string,
): Promise<{ job: Job; owner_id: string; expires_at: string }> {
  const link = await resolveLink(db, code)
  const id = link.job_id ?? selected
  if (id === undefined) throw linkNotFound()
  const job = await loadOwnedJob(db, log, link.owner_id, id)
  if (job.batch_id !== link.batch_id) {
    throw new AppError('NOT_FOUND', createDetail('job_not_in_batch', {}))
  }
  requireResult(job)
  return { job, owner_id: link.owner_id, expires_at: link.expires_at }
}

export async function viewSharedResult(
  deps: ShareDeps,
  code: string,
  { isCounted }: { isCounted: boolean },
): Promise<SharedResult> {
  const { job, expires_at } = await findSharedJob(deps, code)
  if (isCounted) await countView(deps.db, code)
  return { ...job, expires_at }
}

function toShare(row: ShareRow & { original_filename: string }): Share {
  return { ...row, path: routes.sharedResult.path.replace(':code', row.code) }
}
