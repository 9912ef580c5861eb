import type { Db } from '../src/db/db.ts'

/** Returns undefined if the database does not respond. */
export async function countUnfinished(db: Db): Promise<number | undefined> {
  const rows = await db
    .query(`select 1 from jobs where status in ('queued', 'processing')`)
    .catch(() => undefined)
  return rows?.length
}

/** Returns a violation, with the reasons why jobs are waiting, if any job has not ended. */
export async function describeUnfinished(db: Db, count: number): Promise<string[]> {
  return count === 0 ? [] : [`jobs end: ${count} did not: ${await describeStuckJobs(db)}`]
}

async function describeStuckJobs(db: Db): Promise<string> {
  const jobs = await db.query(
    `select status, dependency, blocked_by, error_code, count(*)::int as jobs
    from jobs where status in ('queued', 'processing') group by 1, 2, 3, 4`,
  )
  const open = await db.query(
    `select name, probe_at - now() as probe_in, probe_delay_seconds, probe_successes
    from dependencies where opened_at is not null`,
  )
  return JSON.stringify({ jobs, open })
}
