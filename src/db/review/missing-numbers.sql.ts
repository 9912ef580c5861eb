import type { Db } from '../db.ts'
import { hasResult } from '../jobs/owned-jobs.sql.ts'

/** A company without a tax number, under one spelling of its name in waiting or approved invoices. */
export interface MissingNumberRow {
  name: string
  role: 'seller' | 'buyer'
  invoices: number
  /** Number of these invoices that are approved. */
  approved: number
  /** The newest of these invoices. */
  job_id: string
}

/** SQL condition that is true if an approved invoice lacks this company's number. */
const approvedWithout = (role: 'seller' | 'buyer') =>
  `approved_at is not null and summary ->> 'lacks_npwp' in ('${role}', 'both')`

/**
 * Lists companies whose tax number is missing from an owner's invoices, one row per spelling, most invoices first. An
 * approved invoice keeps no review reasons, so its summary names the companies.
 */
export function listMissingNumbers(db: Db, ownerId: string): Promise<MissingNumberRow[]> {
  return db.query(
    `with lacking as (
      select id, created_at, false as is_approved, reason -> 'params' ->> 'name' as name,
        split_part(reason ->> 'code', '_', 2) as role
      from jobs cross join jsonb_array_elements(review_reasons) as reason
      where owner_id = $1 and split_into is null and ${hasResult} and approved_at is null
        and reason ->> 'code' in ('filing_buyer_npwp_missing', 'filing_seller_npwp_missing')
      union all
      select id, created_at, true, summary ->> 'seller', 'seller' from jobs
      where owner_id = $1 and split_into is null and ${hasResult} and ${approvedWithout('seller')}
      union all
      select id, created_at, true, summary ->> 'buyer', 'buyer' from jobs
      where owner_id = $1 and split_into is null and ${hasResult} and ${approvedWithout('buyer')}
    )
    select name, role, count(*)::integer as invoices,
      (count(*) filter (where is_approved))::integer as approved,
      (array_agg(id order by created_at desc))[1] as job_id
    from lacking
    where name is not null
    group by name, role
    order by invoices desc, name`,
    [ownerId],
  )
}

/** Lists the blob keys of these jobs' readings, except large readings. */
export function listReadingKeys(
  db: Db,
  jobIds: string[],
  maxBytes: number,
): Promise<{ job_id: string; key: string }[]> {
  return db.query(
    `select job_id, key from outputs where job_id = any ($1) and format = 'json' and bytes <= $2`,
    [jobIds, maxBytes],
  )
}
