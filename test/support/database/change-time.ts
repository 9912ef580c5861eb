import type { Database } from '../../../src/db/db.ts'

/** Moves a job's change time to `seconds` from now, without a notification. */
export async function moveChangeTime(db: Database, id: string, seconds: number): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.query('set local session_replication_role = replica')
    await tx.query(`update jobs set updated_at = now() + make_interval(secs => $2) where id = $1`, [
      id,
      seconds,
    ])
  })
}
