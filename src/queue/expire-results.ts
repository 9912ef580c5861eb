import type { Database, Db } from '../db/db.ts'
import { deleteOutputs } from '../db/jobs/expiry.sql.ts'
import { lockQueue } from '../db/jobs/lock-and-notify.sql.ts'

/** Expires results and, in the same transaction, schedules the deletion of their files. */
export function expireWithOutputs<Expired extends { id: string }>(
  db: Database,
  expire: (tx: Db) => Promise<Expired[]>,
): Promise<Expired[]> {
  return db.transaction(async (tx) => {
    await lockQueue(tx)
    const expired = await expire(tx)
    const ids = expired.map(({ id }) => id)
    await deleteOutputs(tx, ids)
    return expired
  })
}
