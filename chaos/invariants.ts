import pg from 'pg'

/** What must hold of any database of Docket's, whatever happened to the processes. Each finds what breaks it. */
const invariants: Record<string, string> = {
  'a batch counts what its jobs are': `
    select batches.id from batches join jobs on jobs.batch_id = batches.id
    group by batches.id
    having batches.total <> count(*)
      or batches.queued <> count(*) filter (where jobs.status = 'queued')
      or batches.processing <> count(*) filter (where jobs.status = 'processing')
      or batches.complete <> count(*) filter (where jobs.status in ('complete', 'expired'))
      or batches.failed <> count(*) filter (where jobs.status = 'failed')
      or batches.cancelled <> count(*) filter (where jobs.status = 'cancelled')`,
  'events of a batch are numbered 1 to n without a gap': `
    select batches.id from batches join events on events.batch_id = batches.id
    group by batches.id
    having count(*) <> batches.last_event_id or max(number) <> batches.last_event_id or min(number) <> 1`,
  'one epoch has one owner': `
    select job_id from events where type = 'claim'
    group by job_id, data->>'epoch' having count(*) > 1`,
  'epochs of a job rise by one with each claim': `
    select job_id from (
      select job_id, (data->>'epoch')::int as epoch,
        row_number() over (partition by job_id order by number) as nth
      from events where type = 'claim') as claims
    where epoch <> nth`,
  'a job is completed once': `
    select job_id from events where type = 'complete' group by job_id having count(*) > 1`,
  'only the last epoch completes': `
    select jobs.id from jobs join events on job_id = jobs.id
    where type = 'complete' and (data->>'epoch')::int <> jobs.epoch`,
  'a complete job has outputs under its own epoch': `
    select jobs.id from jobs
    where status = 'complete' and not exists (
      select from outputs
      where job_id = jobs.id and key like '%/' || jobs.id || '/' || jobs.epoch || '/%')`,
  'nothing is leased that is not processing': `
    select id from jobs where (status = 'processing') <> (lease_expires_at is not null)`,
}

/** The invariants that do not hold, each with how many rows break it. */
export async function brokenInvariants(url: string): Promise<string[]> {
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
