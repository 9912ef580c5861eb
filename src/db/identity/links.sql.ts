import type {
  BatchLink,
  LinkPurpose,
  MeetLinkOptions,
  OwnedLink,
  Share,
} from '../../domain/results/share.ts'
import type { Db } from '../db.ts'

/** Extends a valid link without changing its code, or replaces an expired link. */
export function upsertShare(
  db: Db,
  share: { job_id: string; code: string; hours: number },
): Promise<ShareRow[]> {
  return db.query(
    `insert into links (job_id, batch_id, code, expires_at)
    select id, batch_id, $2, now() + make_interval(hours => $3) from jobs where id = $1
    on conflict (job_id) where job_id is not null do update set
      code = case when links.expires_at > now() then links.code else excluded.code end,
      views = case when links.expires_at > now() then links.views else 0 end,
      created_at = case when links.expires_at > now() then links.created_at else now() end,
      last_viewed_at = case when links.expires_at > now() then links.last_viewed_at end,
      expires_at = excluded.expires_at
    returning ${columns}`,
    [share.job_id, share.code, share.hours],
  )
}

export type ShareRow = Omit<Share, 'path' | 'original_filename'>

const columns = 'job_id, code, views, links.created_at, last_viewed_at, expires_at'

/** Lists an owner's valid links, newest first. */
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
    from links join jobs on jobs.id = links.job_id
    where jobs.owner_id = $1 and expires_at > now()
      and ($2::timestamptz is null or (links.created_at, job_id) < ($2, $3::uuid))
    order by links.created_at desc, job_id desc
    limit $4`,
    [filter.owner_id, filter.after?.created_at ?? null, filter.after?.id ?? null, filter.limit],
  )
}

/** The resource that a valid link opens. */
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
    from links join batches on batches.id = batch_id
    where code = $1 and expires_at > now()`,
    [code],
  )
}

const linkColumns = 'code, purpose, options, views, created_at, last_viewed_at, expires_at'

/** Extends a valid link and updates its options without changing its code, or replaces an expired link. */
export function upsertBatchLink(
  db: Db,
  link: Pick<BatchLinkRow, 'code' | 'purpose' | 'options'> & { batch_id: string; hours: number },
): Promise<BatchLinkRow[]> {
  return db.query(
    `insert into links (batch_id, code, purpose, options, expires_at)
    values ($1, $2, $3, $4, now() + make_interval(hours => $5))
    on conflict (batch_id, purpose) where job_id is null do update set
      code = case when links.expires_at > now() then links.code else excluded.code end,
      views = case when links.expires_at > now() then links.views else 0 end,
      created_at = case when links.expires_at > now() then links.created_at else now() end,
      last_viewed_at = case when links.expires_at > now() then links.last_viewed_at end,
      options = excluded.options, expires_at = excluded.expires_at
    returning ${linkColumns}`,
    [link.batch_id, link.code, link.purpose, JSON.stringify(link.options), link.hours],
  )
}

export type BatchLinkRow = Omit<BatchLink, 'path'>

/** Lists a batch's valid links. */
export function listBatchLinks(db: Db, batchId: string): Promise<BatchLinkRow[]> {
  return db.query(
    `select ${linkColumns} from links
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
    'delete from links where batch_id = $1 and job_id is null and code = $2 returning code',
    [batchId, code],
  )
}

export function countView(db: Db, code: string): Promise<unknown> {
  return db.query(`update links set views = views + 1, last_viewed_at = now() where code = $1`, [
    code,
  ])
}

export function deleteShare(db: Db, jobId: string): Promise<unknown> {
  return db.query(`delete from links where job_id = $1`, [jobId])
}

export interface OwnedLinkRow extends Omit<OwnedLink, 'path'> {
  /** Null for an invitation, because its code is not stored. */
  code: string | null
}

/** Lists a workspace's valid document links and team invitations, newest first. */
export function listOwnedLinks(
  db: Db,
  filter: { owner_id: string; after: { created_at: string; id: string } | null; limit: number },
): Promise<OwnedLinkRow[]> {
  return db.query(
    `with owned as (
      select links.id, code, purpose, links.batch_id, job_id, null as role, null as created_by, views,
        links.created_at, last_viewed_at, expires_at
      from links join batches on batches.id = links.batch_id where owner_id = $1
      union all
      select id, null, 'invitation', null, null, role, invited_by, 0, created_at, null, expires_at
      from invitations where team_id = $1
    )
    select *,
      (select original_filename from jobs
        where jobs.batch_id = owned.batch_id and (job_id is null or jobs.id = job_id)
        order by sequence limit 1) as filename,
      (select count(*)::integer from jobs
        where jobs.batch_id = owned.batch_id and (job_id is null or jobs.id = job_id)) as documents
    from owned
    where expires_at > now() and ($2::timestamptz is null or (created_at, id) < ($2, $3::uuid))
    order by created_at desc, id desc
    limit $4`,
    [filter.owner_id, filter.after?.created_at ?? null, filter.after?.id ?? null, filter.limit],
  )
}

export function deleteOwnedLink(db: Db, ownerId: string, id: string): Promise<{ id: string }[]> {
  return db.query(
    `with invitation as (
      delete from invitations where id = $2 and team_id = $1 returning id
    ), link as (
      delete from links
      where id = $2 and batch_id in (select batches.id from batches where owner_id = $1)
      returning id
    )
    select id from invitation union all select id from link`,
    [ownerId, id],
  )
}
