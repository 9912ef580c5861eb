import type { ActiveJob, ActiveJobs } from '../../domain/api/routes/admin/active-jobs.ts'
import type { Db } from '../db.ts'
import type { JobBeforeChange } from '../jobs/owned-batches.sql.ts'
import { cancelAssignments } from '../jobs/transitions.sql.ts'

/** Ids of all jobs that have not ended. Does not scan jobs that have ended. */
const activeIds = `(
  select job_id from running_jobs
  union all select job_id from waiting_jobs
  union all select id from jobs where blocked_by = 'time'
  union all select id from jobs where blocked_by = 'original'
)`

const matchesFilter = `status in ('queued', 'processing')
  and ($1::text is null or status = $1) and ($2::text is null or mapping = $2)
  and ($3::text is null or owner_id = $3) and ($4::uuid is null or batch_id = $4)
  and ($5::uuid is null or id = $5)`

function filterValues({ status, mapping, owner_id, batch_id, job_id }: ActiveJobs): unknown[] {
  return [status, mapping, owner_id, batch_id, job_id].map((one) => one ?? null)
}

/** A job's position in the list. */
export interface ListPosition {
  is_running: boolean
  priority: number
  sort_key: number
  id: string
}

/** Lists matching jobs: running jobs first, then waiting jobs, roughly in the order in which they are claimed. */
export function selectActiveJobs(
  db: Db,
  filter: ActiveJobs,
  { limit, after }: { limit: number; after: ListPosition | null },
): Promise<(ActiveJob & Pick<ListPosition, 'sort_key'>)[]> {
  return db.query(
    `select id, batch_id, owner_id, mapping, bytes, status, stage, progress, priority, dependency, blocked_by,
      attempt_count, leased_by as worker, reread_reason is not null as is_reread, queued_at, run_at,
      case when status = 'processing' then last_attempt_at end as started_at, sort_key
    from ${activeIds} as active (job_id) join jobs on jobs.id = active.job_id
    where ${matchesFilter} and ($7::boolean is null
      or (status <> 'processing', -priority, sort_key, id) > (not $7, -$8::integer, $9::float8, $10::uuid))
    order by status <> 'processing', -priority, sort_key, id
    limit $6`,
    [
      ...filterValues(filter),
      limit,
      after?.is_running ?? null,
      after?.priority ?? null,
      after?.sort_key ?? null,
      after?.id ?? null,
    ],
  )
}

/** Counts the matching jobs, and how many of them are waiting. */
export function countActiveJobs(
  db: Db,
  filter: ActiveJobs,
): Promise<{ count: number; waiting: number }[]> {
  return db.query(
    `select count(*)::integer as count, (count(*) filter (where status = 'queued'))::integer as waiting
    from ${activeIds} as active (job_id) join jobs on jobs.id = active.job_id
    where ${matchesFilter}`,
    filterValues(filter),
  )
}

/** Cancels matching jobs of any owner, in the order in which leases are renewed. Requires `lockQueue`. */
export function cancelActiveJobs(
  tx: Db,
  filter: ActiveJobs,
  limit: number,
): Promise<JobBeforeChange[]> {
  return tx.query(
    `with unfinished as materialized (
      select id, batch_id, status, updated_at from jobs
      where id in (
        select id from ${activeIds} as active (job_id) join jobs on jobs.id = active.job_id
        where ${matchesFilter} order by id limit $6)
      and status in ('queued', 'processing')
      order by id
      for update
    )
    update jobs set ${cancelAssignments}
    from unfinished
    where jobs.id = unfinished.id
    returning unfinished.*`,
    [...filterValues(filter), limit],
  )
}

/** Changes the priority of matching waiting jobs, unless they already have it. Requires `lockQueue`. */
export function prioritizeJobs(
  tx: Db,
  filter: ActiveJobs,
  { priority, limit }: { priority: number; limit: number },
): Promise<{ id: string; batch_id: string }[]> {
  return tx.query(
    `select id, batch_id from prioritize_jobs(array(
      select id from ${activeIds} as active (job_id) join jobs on jobs.id = active.job_id
      where ${matchesFilter} and status = 'queued' and priority <> $7 order by id limit $6), $7)`,
    [...filterValues(filter), limit, priority],
  )
}
