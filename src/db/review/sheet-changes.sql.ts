import type { SheetChange } from '../../domain/heat-sheet/sheet-change.ts'
import type { Db } from '../db.ts'

/** Finds the latest earlier sheet for the same meet, session and swimmers, and where its reading is stored. */
export function findEarlierSheet(
  db: Db,
  { owner_id, meet_key, job_id }: { owner_id: string; meet_key: string; job_id: string },
): Promise<{ id: string; key: string; bytes: number }[]> {
  return db.query(
    `select jobs.id, outputs.key, outputs.bytes
    from sheet_changes
    join jobs on jobs.id = sheet_changes.job_id and jobs.status = 'complete'
    join outputs on outputs.job_id = jobs.id and outputs.format = 'json'
    where sheet_changes.owner_id = $1 and jobs.owner_id = $1 and meet_key = $2 and jobs.id <> $3
    order by jobs.completed_at desc
    limit 1`,
    [owner_id, meet_key, job_id],
  )
}

export interface SheetRow {
  job_id: string
  owner_id: string
  meet_key: string
  since_job_id: string | null
  changes: SheetChange[]
}

/** Stores the changes since the previous sheet. Call this in the transaction that completes the job. */
export function saveSheetChanges(tx: Db, row: SheetRow): Promise<unknown> {
  return tx.query(
    `insert into sheet_changes (job_id, owner_id, meet_key, since_job_id, changes)
    values ($1, $2, $3, (select id from jobs where id = $4), $5)
    on conflict (job_id) do update set
      meet_key = excluded.meet_key, since_job_id = excluded.since_job_id, changes = excluded.changes`,
    [row.job_id, row.owner_id, row.meet_key, row.since_job_id, JSON.stringify(row.changes)],
  )
}
