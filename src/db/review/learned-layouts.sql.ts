import type { Db } from '../db.ts'

/** Approved values from one job. */
export interface LayoutExample {
  job_id: string
  reading: unknown
}

export interface LearnedLayoutRow {
  name: string
  version: number
  title: string
  yaml: string
  is_edited: boolean
  examples: LayoutExample[]
  saved_at: string
}

const columns = 'name, version, title, yaml, is_edited, examples, saved_at'

/** Lists the latest version of each of an owner's layouts. */
export function listLearnedLayouts(db: Db, ownerId: string): Promise<LearnedLayoutRow[]> {
  return db.query(
    `select distinct on (name) ${columns} from learned_layouts
    where owner_id = $1 order by name, version desc`,
    [ownerId],
  )
}

/** Number of versions kept. Earlier versions are kept only for inspection in the database. */
const keptVersions = 10

/** Adds a version and deletes old ones. If two calls run concurrently, one returns no row and may be retried. */
export function insertLearnedLayout(
  db: Db,
  ownerId: string,
  { name, title, yaml, is_edited, examples }: Omit<LearnedLayoutRow, 'version' | 'saved_at'>,
): Promise<LearnedLayoutRow[]> {
  return db.query(
    `with latest as (
      select coalesce(max(version), 0) as version from learned_layouts
      where owner_id = $1 and name = $2
    ), old as (
      delete from learned_layouts
      where owner_id = $1 and name = $2
        and version <= (select version from latest) + 1 - ${keptVersions}
    )
    insert into learned_layouts (owner_id, name, version, title, yaml, is_edited, examples)
    select $1, $2, version + 1, $3, $4, $5, $6 from latest
    on conflict do nothing
    returning ${columns}`,
    [ownerId, name, title, yaml, is_edited, JSON.stringify(examples)],
  )
}

export function deleteLearnedLayout(
  db: Db,
  ownerId: string,
  name: string,
): Promise<{ name: string }[]> {
  return db.query('delete from learned_layouts where owner_id = $1 and name = $2 returning name', [
    ownerId,
    name,
  ])
}

/** Moves layouts to another owner, except those whose name that owner already uses. */
export function transferLearnedLayouts(db: Db, from: string, to: string): Promise<unknown> {
  return db.query(
    `update learned_layouts as own set owner_id = $2 where owner_id = $1
    and not exists (select from learned_layouts where owner_id = $2 and name = own.name)`,
    [from, to],
  )
}
