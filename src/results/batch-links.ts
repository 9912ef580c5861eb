import type { Db } from '../db/db.ts'
import {
  type BatchLinkRow,
  countView,
  deleteBatchLink,
  listBatchLinks,
  upsertBatchLink,
} from '../db/identity/links.sql.ts'
import { listBatchJobs } from '../db/jobs/owned-jobs.sql.ts'
import { AppError } from '../domain/errors/app-error.ts'
import { createDetail } from '../domain/i18n/problem-detail.ts'
import type { Log } from '../domain/ports/log.ts'
import type {
  BatchLink,
  LinkPurpose,
  MeetLinkOptions,
  SharedBatch,
} from '../domain/results/share.ts'
import { createLinkCode, linkNotFound, resolveLink, toLinkPath } from '../identity/links.ts'
import { loadOwnedBatch } from '../jobs/owned-batches.ts'

export interface BatchLinkDeps {
  db: Db
  log: Log
  /** Whether a result is deleted after its first complete download. */
  deletesOnDownload: boolean
}

export interface NewBatchLink {
  batch_id: string
  purpose: LinkPurpose
  hours: number
  options: MeetLinkOptions
}

/** Creates a link to a batch, or extends its expiry. Anyone who has the link can read the batch. */
export async function createBatchLink(
  { db, log, deletesOnDownload }: BatchLinkDeps,
  ownerId: string,
  link: NewBatchLink,
): Promise<BatchLink> {
  await loadOwnedBatch({ db, log }, ownerId, link.batch_id)
  if (deletesOnDownload && link.purpose === 'calendar') {
    throw new AppError('DISABLED', createDetail('links_once_only', {}))
  }
  const [row] = await upsertBatchLink(db, { ...link, code: createLinkCode() })
  if (!row) throw new Error('Link insert returned no row')
  return toBatchLink(row)
}

export async function listOwnedBatchLinks(
  { db, log }: Omit<BatchLinkDeps, 'deletesOnDownload'>,
  ownerId: string,
  batchId: string,
): Promise<BatchLink[]> {
  await loadOwnedBatch({ db, log }, ownerId, batchId)
  return (await listBatchLinks(db, batchId)).map(toBatchLink)
}

export async function revokeBatchLink(
  { db, log }: Omit<BatchLinkDeps, 'deletesOnDownload'>,
  ownerId: string,
  { batch_id, code }: { batch_id: string; code: string },
): Promise<void> {
  await loadOwnedBatch({ db, log }, ownerId, batch_id)
  const [gone] = await deleteBatchLink(db, batch_id, code)
  if (!gone) throw linkNotFound()
}

export async function viewSharedBatch(
  db: Db,
  code: string,
  { isCounted }: { isCounted: boolean },
): Promise<SharedBatch> {
  const { batch_id, job_id, owner_id, expires_at, options } = await resolveLink(db, code)
  if (job_id !== null) throw linkNotFound()
  if (isCounted) await countView(db, code)
  return { documents: await listBatchJobs(db, batch_id, owner_id), expires_at, options }
}

function toBatchLink(row: BatchLinkRow): BatchLink {
  return { ...row, path: toLinkPath(row.purpose, row.code, null) }
}
