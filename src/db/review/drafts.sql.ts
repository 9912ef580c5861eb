import type { Db } from '../db.ts'

export interface DraftRow {
  name: string
  version: number
  yaml: string
  saved_by: string
  saved_at: string
}

/** Lists the latest version of each draft. */
export function listDrafts(db: Db): Promise<DraftRow[]> {
  return db.query(
    `select distinct on (name) name, version, yaml, saved_by, saved_at
    from mapping_drafts order by name, version desc`,
  )
}

/** Finds the given version, or the latest. */
export function findDraft(db: Db, name: string, version: number | null): Promise<DraftRow[]> {
  return db.query(
    `select name, version, yaml, saved_by, saved_at from mapping_drafts
    where name = $1 and ($2::integer is null or version = $2)
    order by version desc limit 1`,
    [name, version],
  )
}

/** Adds a version. If two calls run concurrently, one returns no row and may be retried. */
export function insertDraft(
  db: Db,
  { name, yaml, saved_by }: Pick<DraftRow, 'name' | 'yaml' | 'saved_by'>,
): Promise<DraftRow[]> {
  return db.query(
    `insert into mapping_drafts (name, version, yaml, saved_by)
    select $1, coalesce(max(version), 0) + 1, $2, $3 from mapping_drafts where name = $1
    on conflict do nothing
    returning name, version, yaml, saved_by, saved_at`,
    [name, yaml, saved_by],
  )
}

export function deleteDraft(db: Db, name: string): Promise<{ name: string }[]> {
  return db.query('delete from mapping_drafts where name = $1 returning name', [name])
}
