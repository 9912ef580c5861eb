import type { OutcomeCounter } from '../../domain/operations/attempt-stats.ts'
import type { Db } from '../db.ts'

/** Adds to a worker's counters for the current minute, by the database clock. */
export function addOutcomeCounters(
  db: Db,
  worker: string,
  counters: OutcomeCounter[],
): Promise<unknown> {
  return db.query(
    `insert into outcome_counters (minute, worker, outcome, jobs, pages, waited_ms, durations)
    select date_trunc('minute', now()), $1, outcome, jobs, pages, waited_ms, durations
    from jsonb_to_recordset($2) as counter (outcome text, jobs integer, pages integer,
      waited_ms double precision, durations integer[])
    on conflict (minute, worker, outcome) do update set
      jobs = outcome_counters.jobs + excluded.jobs, pages = outcome_counters.pages + excluded.pages,
      waited_ms = outcome_counters.waited_ms + excluded.waited_ms,
      durations = array(
        select before + added
        from unnest(outcome_counters.durations, excluded.durations) with ordinality
          as sum (before, added, nth)
        order by nth)`,
    [worker, JSON.stringify(counters)],
  )
}

/** Returns the attempts that ended per second, on all workers, in the last five minutes; null if none did. */
export async function readThroughput(db: Db): Promise<number | null> {
  const [row] = await db.query<{ per_second: number | null }>(
    `select (sum(jobs) / greatest(60, extract(epoch from now() - min(minute))))::float8 as per_second
    from outcome_counters where minute > now() - interval '5 minutes' and outcome <> 'retry'`,
  )
  return row?.per_second ?? null
}

/** Deletes counters older than `days`. */
export function deleteOldOutcomeCounters(db: Db, days: number): Promise<unknown> {
  return db.query('delete from outcome_counters where minute < now() - make_interval(days => $1)', [
    days,
  ])
}
