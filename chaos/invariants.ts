import pg from 'pg'

/**
 * Invariants of every Docket database, whatever happened to its processes. Each query returns the rows that violate it.
 */
const invariants: Record<string, string> = {
  'counters of a batch match its jobs': `
    select batches.id from batches join jobs on jobs.batch_id = batches.id
    group by batches.id
    having batches.total <> count(*)
      or batches.queued <> count(*) filter (where jobs.status = 'queued')
      or batches.processing <> count(*) filter (where jobs.status = 'processing')
      or batches.complete <> count(*) filter (where jobs.status in ('complete', 'expired'))
      or batches.failed <> count(*) filter (where jobs.status = 'failed')
      or batches.cancelled <> count(*) filter (where jobs.status = 'cancelled')`,
  'events of a batch are numbered without gaps': `
    select batches.id from batches join events on events.batch_id = batches.id
    group by batches.id
    having count(*) <> batches.last_event_id or max(number) <> batches.last_event_id or min(number) <> 1`,
  'one epoch has one owner': `
    select job_id from events where type = 'claim'
    group by job_id, epoch having count(*) > 1`,
  'each claim increments the epoch by one': `
    select job_id from (
      select job_id, epoch,
        row_number() over (partition by job_id order by number) as nth
      from events where type = 'claim') as claims
    where epoch <> nth`,
  'a job is completed once, and once more for each reread': `
    select job_id from events where type in ('complete', 'reread') group by job_id
    having count(*) filter (where type = 'complete') > 1 + count(*) filter (where type = 'reread')`,
  'only the last epoch completes': `
    select jobs.id from jobs join events on job_id = jobs.id
    where type = 'complete' and events.epoch <> jobs.epoch and not exists (
      select from events as reread where reread.job_id = jobs.id and reread.type = 'reread')`,
  'outputs of a complete job have its epoch or belong to the reused job': `
    select jobs.id from jobs
    where status = 'complete' and deduped_from is null and not exists (
      select from outputs
      where job_id = jobs.id and key like '%/' || jobs.id || '.' || jobs.epoch || '.%')
      and not exists (
        select from events where events.job_id = jobs.id and type = 'restore' and events.epoch = jobs.epoch)
    union all
    select jobs.id from jobs
    where status = 'complete' and deduped_from is not null
      and not exists (select from outputs where job_id = jobs.id)`,
  'terminal states are final': `
    select events.job_id from events
    join events as later on later.job_id = events.job_id and later.number > events.number
    where events.type in ('complete', 'fail', 'time_out', 'cancel')
      and later.type not in ('requeue', 'reread', 'expire')
      and not exists (
        select from events as requeue
        where requeue.job_id = events.job_id and requeue.type in ('requeue', 'reread')
          and requeue.number between events.number and later.number)`,
  'a batch announces its end once, and last': `
    select batches.id from batches
    left join events on events.batch_id = batches.id and events.type = 'finish'
    where not exists (
      select from events as requeue where requeue.batch_id = batches.id and requeue.type in ('requeue', 'reread'))
    group by batches.id
    having count(number) <> (batches.completed_at is not null)::int
      or max(number) <> batches.last_event_id`,
  'running jobs of a batch stay within its cap': `
    select batches.id from (
      select step.batch_id, sum(case when step.type = 'claim' then 1 else -1 end)
        over (partition by step.batch_id order by step.number) as running
      from events as step
      where step.type = 'claim'
        or (step.type in ('complete', 'fail', 'retry', 'release', 'rescue', 'cancel', 'restore') and 'claim' = (
          select type from events as earlier
          where earlier.job_id = step.job_id and earlier.number < step.number
            and earlier.type <> 'progress'
          order by earlier.number desc limit 1))
    ) as levels
    join batches on batches.id = levels.batch_id
    where running > max_running`,
  'attempts equal claims minus releases and rescues': `
    select jobs.id from jobs join events on job_id = jobs.id
    where not exists (select from events as requeue where requeue.job_id = jobs.id and type in ('requeue', 'reread'))
    group by jobs.id
    having attempt_count <> count(*) filter (where type = 'claim')
      - count(*) filter (where type in ('release', 'rescue')
        or (type = 'retry' and events.error_code in ('UNAVAILABLE', 'STORAGE_DOWN', 'STORAGE_FULL')))`,
  'an attempt ends once': `
    select job_id from events
    where type in ('complete', 'fail', 'retry', 'release', 'rescue') and job_id is not null
    group by job_id, epoch having count(*) > 1 and max(epoch) > 0`,
  'waiting_jobs and running_jobs match jobs': `
    (select id, dependency, 'waits' from jobs where status = 'queued' and blocked_by is null
      union all select id, dependency, 'runs' from jobs where status = 'processing')
    except (select job_id, dependency, 'waits' from waiting_jobs union all select job_id, dependency, 'runs' from running_jobs)
    union all
    (select job_id, dependency, 'waits' from waiting_jobs union all select job_id, dependency, 'runs' from running_jobs)
    except (select id, dependency, 'waits' from jobs where status = 'queued' and blocked_by is null
      union all select id, dependency, 'runs' from jobs where status = 'processing')`,
  'running jobs of a dependency stay within its cap': `
    select name from dependencies
    where max_running < (select count(*) from running_jobs where dependency = name)`,
  'only processing jobs have a lease': `
    select id from jobs where (status = 'processing') <> (lease_expires_at is not null)`,
}

/** Returns the violated invariants, each with the number of violating rows. */
export async function findViolatedInvariants(url: string): Promise<string[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const broken: string[] = []
    for (const [name, query] of Object.entries(invariants)) {
      const { rowCount } = await client.query(query)
      if (rowCount) broken.push(`${name}: ${rowCount} rows`)
    }
    return broken
  } finally {
    await client.end()
  }
}
