import type { Db } from '../db.ts'
import { hasResult } from '../jobs/owned-jobs.sql.ts'

/** A company without a tax number, as its name is spelled in waiting invoices. */
export interface MissingNumberRow {
  name: string
  /** Review reason code. */
  code: string
  invoices: number
  /** The newest of these invoices. */
  job_id: string
}

/**
 * Companies whose tax number is missing from an owner's waiting invoices, one row per spelling, most invoices first.
 */
export function listMissingNumbers(db: Db, ownerId: string): Promise<MissingNumberRow[]> {
  return db.query(
    `select reason -> 'params' ->> 'name' as name, reason ->> 'code' as code,
      count(*)::integer as invoices, (array_agg(jobs.id order by created_at desc))[1] as job_id
    from jobs cross join jsonb_array_elements(review_reasons) as reason
    where owner_id = $1 and ${hasResult} and approved_at is null
      and reason ->> 'code' in ('filing_buyer_npwp_missing', 'filing_seller_npwp_missing')
      and reason -> 'params' ->> 'name' is not null
    group by 1, 2
    order by 3 desc, 1
    limit 2000`,
    [ownerId],
  )
}

/** Blob keys of these jobs' readings, except large ones. */
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
