import type { BatchLink, LinkPurpose, MeetLinkOptions, Share } from '../../domain/results/share.ts'
import type { Db } from '../db.ts'

/** A valid link keeps its code and gets the new expiry; an expired link is replaced. */
export function upsertShare(
  db: Db,
  share: { job_id: string; code: string; hours: number },
): Promise<ShareRow[]> {
  return db.query(
    `insert into shares (job_id, batch_id, code, expires_at)
    select id, batch_id, $2, now() + make_interval(hours => $3) from jobs where id = $1
    on conflict (job_id) where job_id is not null do update set
      code = case when shares.expires_at > now() then shares.code else excluded.code end,
      views = case when shares.expires_at > now() then shares.views else 0 end,
      created_at = case when shares.expires_at > now() then shares.created_at else now() end,
      last_viewed_at = case when shares.expires_at > now() then shares.last_viewed_at end,
      expires_at = excluded.expires_at
    returning ${columns}`,
    [share.job_id, share.code, share.hours],
  )
}

export type ShareRow = Omit<Share, 'path' | 'original_filename'>

const columns = 'job_id, code, views, shares.created_at, last_viewed_at, expires_at'

/** An owner's valid links, newest first. */
export function listShares(
  db: Db,
  filter: {
    owner_id: string
    after: { created_at: string; id: string } | null
    limit: number
  },
): Promise<(ShareRow & { original_filename: string })[]> {
  return db.query(
    `select ${columns}, original_filename
    from shares join jobs on jobs.id = shares.job_id
    where jobs.owner_id = $1 and expires_at > now()
      and ($2::timestamptz is null or (shares.created_at, job_id) < ($2, $3::uuid))
    order by shares.created_at desc, job_id desc
    limit $4`,
    [filter.owner_id, filter.after?.created_at ?? null, filter.after?.id ?? null, filter.limit],
  )
}

/** What a valid link opens. */
export interface LinkTarget {
  batch_id: string
  /** Null for the whole batch. */
  job_id: string | null
  owner_id: string
  purpose: LinkPurpose
  options: MeetLinkOptions
  expires_at: string
}

export function findLink(db: Db, code: string): Promise<LinkTarget[]> {
  return db.query(
    `select batch_id, job_id, owner_id, purpose, options, expires_at
    from shares join batches on batches.id = batch_id
    where code = $1 and expires_at > now()`,
    [code],
  )
}

const linkColumns = 'code, purpose, options, views, created_at, last_viewed_at, expires_at'

/** A valid link keeps its code and gets the new options and expiry; an expired one is replaced. */
export function upsertBatchLink(
  db: Db,
  link: Pick<BatchLinkRow, 'code' | 'purpose' | 'options'> & { batch_id: string; hours: number },
): Promise<BatchLinkRow[]> {
  return db.query(
    `insert into shares (batch_id, code, purpose, options, expires_at)
    values ($1, $2, $3, $4, now() + make_interval(hours => $5))
    on conflict (batch_id, purpose) where job_id is null do update set
      code = case when shares.expires_at > now() then shares.code else excluded.code end,
      views = case when shares.expires_at > now() then shares.views else 0 end,
      created_at = case when shares.expires_at > now() then shares.created_at else now() end,
      last_viewed_at = case when shares.expires_at > now() then shares.last_viewed_at end,
      options = excluded.options, expires_at = excluded.expires_at
    returning ${linkColumns}`,
    [link.batch_id, link.code, link.purpose, JSON.stringify(link.options), link.hours],
  )
}

export type BatchLinkRow = Omit<BatchLink, 'path'>

/** A batch's valid links. */
export function listBatchLinks(db: Db, batchId: string): Promise<BatchLinkRow[]> {
  return db.query(
    `select ${linkColumns} from shares
    where batch_id = $1 and job_id is null and expires_at > now()
    order by created_at, code`,
    [batchId],
  )
}

export function deleteBatchLink(
  db: Db,
  batchId: string,
  code: string,
): Promise<{ code: string }[]> {
  return db.query(
    'delete from shares where batch_id = $1 and job_id is null and code = $2 returning code',
    [batchId, code],
  )
}

export function countView(db: Db, code: string): Promise<unknown> {
  return db.query(`update shares set views = views + 1, last_viewed_at = now() where code = $1`, [
    code,
  ])
}

export function deleteShare(db: Db, jobId: string): Promise<unknown> {
  return db.query(`delete from shares where job_id = $1`, [jobId])
}
