import type { QueueSearch, QueueView } from '../../domain/api/routes/queue-views.ts'
import type { Db } from '../db.ts'

export function listQueueViews(db: Db, ownerId: string): Promise<QueueView[]> {
  return db.query(
    `select name, search, saved_at from queue_views where owner_id = $1 order by lower(name), name`,
    [ownerId],
  )
}

/** Saves or replaces a view. Returns no row if the owner already has `max` views. */
export function saveQueueView(
  db: Db,
  ownerId: string,
  { name, search, max }: { name: string; search: QueueSearch; max: number },
): Promise<QueueView[]> {
  return db.query(
    `insert into queue_views (owner_id, name, search)
    select $1, $2, $3
    where (select count(*) from queue_views where owner_id = $1 and name <> $2) < $4
    on conflict (owner_id, name) do update set search = excluded.search, saved_at = now()
    returning name, search, saved_at`,
    [ownerId, name, JSON.stringify(search), max],
  )
}

export function deleteQueueView(
  db: Db,
  ownerId: string,
  name: string,
): Promise<{ name: string }[]> {
  return db.query('delete from queue_views where owner_id = $1 and name = $2 returning name', [
    ownerId,
    name,
  ])
}

/** Moves views to another owner, except those whose name that owner already uses. */
export function transferQueueViews(db: Db, from: string, to: string): Promise<unknown> {
  return db.query(
    `update queue_views as own set owner_id = $2 where owner_id = $1
    and not exists (select from queue_views where owner_id = $2 and name = own.name)`,
    [from, to],
  )
}
