import type { AttemptRecord, JobDetail } from '../../domain/job/job.ts'
import type { Db } from '../db.ts'
import {
  type FoundJob,
  jobColumns,
  type JobRow,
  toJob,
  withErrorMessage,
} from './owned-jobs.sql.ts'
import { utc } from '../utc.sql.ts'

interface Detail extends Omit<JobDetail, 'eta_seconds'> {
  /** How long the current attempt has been running, by the database clock. */
  running_seconds: number | null
}

type DetailRow = Omit<JobRow<Detail>, 'attempts'> & {
  attempts: Omit<AttemptRecord, 'error_message'>[]
}

/**
 * Loads all data shown for a job from one snapshot: with separate statements, a job claimed between two of them would
 * appear as queued but without a position.
 */
export async function findJobDetail(
  db: Db,
  { id, owner_id }: { id: string; owner_id: string },
): Promise<FoundJob<Detail> | undefined> {
  const [row] = await db.query<DetailRow & { is_mine: boolean }>(
    `select ${jobColumns}, owner_id = $2 as is_mine, ${attempts} as attempts, ${queuePosition} as queue_position,
      request_id, ${llmUse} as llm, ${callbackUrl} as callback_url, ${sheetChanges} as changes,
      extract(epoch from clock_timestamp() - last_attempt_at)::float8 as running_seconds
    from jobs where id = $1`,
    [id, owner_id],
  )
  if (!row) return undefined
  const { is_mine, ...job } = row
  return { job: { ...toJob(job), attempts: job.attempts.map(withErrorMessage) }, is_mine }
}

/** SQL for attempts: each starts with a claim and ends with the last event of the same epoch. */
const attempts = `(
  select coalesce(jsonb_agg(jsonb_build_object(
    'number', claim.attempt, 'worker', claim.worker, 'started_at', ${utc('claim.created_at')},
    'ended_at', ${utc('ending.created_at')}, 'outcome', ending.type,
    'error_code', case when ending.tells_why then ending.error_code end,
    'error_detail', case when ending.tells_why then ending.error_detail end
  ) order by claim.number), '[]')
  from events as claim
  left join lateral (
    select type, error_code, error_detail, created_at,
      type in ('retry', 'fail', 'rescue', 'restore') as tells_why
    from events
    where batch_id = claim.batch_id and job_id = claim.job_id and epoch = claim.epoch
      and type in ('complete', 'fail', 'retry', 'release', 'rescue', 'cancel', 'restore')
    order by number limit 1
  ) as ending on true
  where claim.batch_id = jobs.batch_id and claim.job_id = jobs.id and claim.type = 'claim'
)`

/**
 * Estimated position in the queue, starting at 1. Counts the owner's earlier jobs, the same number of jobs from every
 * other owner, because owners share the queue fairly, and up to a thousand higher-priority jobs per owner.
 */
const queuePosition = `(
  with own as materialized (
    select 1 + (
      select count(*)::integer from waiting_jobs
      where claimable and owner_id = jobs.owner_id and batch_id <> jobs.batch_id
        and (sort_key, job_id) < (jobs.sort_key, jobs.id)
    ) + (
      select count(*)::integer from jobs as earlier
      where earlier.batch_id = jobs.batch_id and earlier.status = 'queued'
        and earlier.sequence < jobs.sequence
    ) as position
    where jobs.status = 'queued'
  ), others as (
    select coalesce(sum(ahead.jobs), 0)::integer as jobs
    from own cross join lateral (
      select distinct owner_shares.owner_id, owner_shares.dependency, owner_shares.priority from owner_shares
      where owner_shares.owner_id <> jobs.owner_id and owner_shares.priority >= jobs.priority limit 1000
    ) as share
    cross join lateral (
      select count(*) as jobs from (
        select from waiting_jobs
        where claimable and owner_id = share.owner_id and dependency = share.dependency and priority = share.priority
        limit case when share.priority > jobs.priority then 1000 else own.position end
      ) as first_jobs
    ) as ahead
  )
  select own.position + others.jobs from own, others
)`

/** Callback URL of a single upload. Null for a job in a batch, because the batch's callback reports all its jobs. */
const callbackUrl = `(
  select callback_url from batches where batches.id = jobs.batch_id and callback_scope = 'job'
)`

/** Cost of the job's LLM calls; null if there were none. */
const llmUse = `(
  select jsonb_build_object(
    'model', max(model), 'calls', count(*), 'input_tokens', sum(input_tokens),
    'output_tokens', sum(output_tokens), 'cost_usd', sum(cost)::float8)
  from llm_calls where job_id = jobs.id
  having count(*) > 0
)`

/** Changes since the previous heat sheet; null if there is none. */
const sheetChanges = `(
  select jsonb_build_object('since_job_id', since_job_id, 'items', changes)
  from sheet_changes where job_id = jobs.id and since_job_id is not null
)`
