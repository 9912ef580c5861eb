import type { Db } from '../db.ts'
import type { Lease } from './transitions.sql.ts'

/** Renews all of a worker's leases in one round trip. Leases that are not returned are lost. */
export function renewLeases(db: Db, leases: Lease[], leaseSeconds: number): Promise<Lease[]> {
  return db.query(
    `with held as materialized (
      select jobs.id
      from unnest($1::uuid[], $2::integer[]) as lease (id, epoch)
      join jobs on jobs.id = lease.id and jobs.epoch = lease.epoch
      where jobs.status = 'processing'
      order by jobs.id
      for update of jobs
    )
    update jobs set lease_expires_at = now() + make_interval(secs => $3)
    from held
    where jobs.id = held.id
    returning jobs.id, jobs.epoch`,
    [leases.map((lease) => lease.id), leases.map((lease) => lease.epoch), leaseSeconds],
  )
}
