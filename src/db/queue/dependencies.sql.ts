import type { Breaker } from '../../domain/job/breaker.ts'
import type { Db } from '../db.ts'
import type { Lease } from '../jobs/transitions.sql.ts'

export interface DependencyRow {
  name: string
  max_running: number
  running: number
  opened_at: string | null
  probe_at: string | null
  is_probing: boolean
}

/** Sets how many jobs may use a dependency concurrently, across all workers. */
export function setDependencyCap(db: Db, name: string, maxRunning: number): Promise<unknown> {
  return db.query(
    `insert into dependencies (name, max_running) values ($1, $2)
    on conflict (name) do update set max_running = excluded.max_running
    where dependencies.max_running is distinct from excluded.max_running`,
    [name, maxRunning],
  )
}

/** Lists the state of each dependency, for display. */
export function listDependencies(db: Db): Promise<DependencyRow[]> {
  return db.query(
    `select name, max_running, opened_at, probe_at, coalesce(probe_at <= now(), false) as is_probing,
      (select count(*)::integer from running_jobs where dependency = name) as running
    from dependencies where max_running is not null order by name`,
  )
}

/**
 * Counts a running job towards a dependency's cap if there is room. While the breaker is open, one job at a time may
 * probe the dependency once a probe is due. Requires `lockQueue`, because claims check the same cap.
 */
export function reserveDependency(tx: Db, lease: Lease, name: string): Promise<Lease[]> {
  return tx.query(
    `with reserved as (
      update jobs set dependency = $3
      where id = $1 and epoch = $2 and status = 'processing' and exists (
        select from dependencies
        where name = $3 and (select count(*) from running_jobs where dependency = $3)
          < case when opened_at is null then max_running when probe_at <= now() then 1 else 0 end
      )
      returning id, epoch
    ), counted as (
      update running_jobs set dependency = $3 from reserved where job_id = id
    )
    select id, epoch from reserved`,
    [lease.id, lease.epoch, name],
  )
}

export function findOpenBreaker(db: Db, name: string): Promise<Pick<DependencyRow, 'name'>[]> {
  return db.query(`select name from dependencies where name = $1 and opened_at is not null`, [name])
}

/** Reads the breaker and the database time, and locks the breaker until the transaction ends. */
export function lockBreaker(tx: Db, name: string): Promise<{ breaker: Breaker; now: number }[]> {
  return tx.query(
    `select extract(epoch from clock_timestamp())::float8 * 1000 as now, jsonb_build_object(
      'opened_at', extract(epoch from opened_at) * 1000,
      'probe_at', extract(epoch from probe_at) * 1000,
      'probe_delay_seconds', probe_delay_seconds,
      'probe_successes', probe_successes,
      'calls', calls) as breaker
    from dependencies where name = $1 for update`,
    [name],
  )
}

export function saveBreaker(tx: Db, name: string, breaker: Breaker): Promise<unknown> {
  return tx.query(
    `update dependencies set
      opened_at = to_timestamp($2::float8 / 1000), probe_at = to_timestamp($3::float8 / 1000),
      probe_delay_seconds = $4, probe_successes = $5, calls = $6
    where name = $1`,
    [
      name,
      breaker.opened_at,
      breaker.probe_at,
      breaker.probe_delay_seconds,
      breaker.probe_successes,
      JSON.stringify(breaker.calls),
    ],
  )
}
