import type { Db } from '../db.ts'

/** Records that a worker is alive, and how many jobs it runs. */
export function recordHeartbeat(
  db: Db,
  worker: { id: string; host: string; current_jobs: number },
): Promise<unknown> {
  return db.query(
    `insert into workers (id, host, current_jobs) values ($1, $2, $3)
    on conflict (id) do update set heartbeat_at = now(), current_jobs = excluded.current_jobs`,
    [worker.id, worker.host, worker.current_jobs],
  )
}

export function removeWorker(db: Db, id: string): Promise<unknown> {
  return db.query(`delete from workers where id = $1`, [id])
}
