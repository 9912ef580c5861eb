import type { Duration } from '../../domain/job/eta.ts'
import type { Db } from '../db.ts'

/** Lists the latest durations for a mapping, newest first. */
export function listRecentDurations(db: Db, mapping: string, limit: number): Promise<Duration[]> {
  return db.query(
    `select bytes, seconds from durations where mapping = $1 order by id desc limit $2`,
    [mapping, limit],
  )
}

/** Deletes all but the latest `keep` durations for each mapping. */
export function deleteOldDurations(db: Db, keep: number): Promise<unknown> {
  return db.query(
    `delete from durations using (
      select id, row_number() over (partition by mapping order by id desc) as nth from durations
    ) as ranked
    where durations.id = ranked.id and nth > $1`,
    [keep],
  )
}
