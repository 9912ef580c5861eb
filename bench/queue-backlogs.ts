interface Backlog {
  clear: string
  /** Counts the waiting jobs; a run is valid only if the backlog lasts until its end. */
  waiting: string
  fill: string[]
}

/** Minimum number of the 200,000 waiting jobs that must remain. Slightly more jobs are claimed than are measured. */
export const backlogSize = 190_000

/** Inserts batches of ten finished or waiting jobs each, from a hundred owners. */
const docketBacklog = (status: 'complete' | 'queued', batches: number): string => {
  const isQueued = status === 'queued'
  return `with made as materialized (
      select gen_random_uuid() as id, 'session:past-' || n % 100 as owner
      from generate_series(1, ${batches}) as n
    ), batch as (
      insert into batches (id, owner_id, mapping, total, queued, complete, last_event_id)
      select id, owner, 'document_text_v1', 10, ${isQueued ? '10, 0' : '0, 10'}, 0 from made
    )
    insert into jobs (id, batch_id, sequence, owner_id, original_filename, bytes, sha256, mapping,
      source_type, upload_key, status, stage, progress, result_key, completed_at, epoch, attempt_count)
    select gen_random_uuid(), id, s, owner, 'invoice.pdf', 1000, md5(random()::text) || md5(id::text),
      'document_text_v1', 'file', 'sources/x', '${status}',
      ${isQueued ? `'queued', 0, null, null, 0, 0` : `'done', 100, 'r', now(), 1, 1`}
    from made, generate_series(1, 10) as s`
}

/** Rows to insert into the tables of each Postgres queue, to simulate long use. */
export const backlogs: Record<string, Backlog> = {
  docket: {
    clear: 'truncate batches, events, owner_shares cascade',
    waiting: 'select count(*)::int as waiting from waiting_jobs',
    fill: [
      'alter table jobs disable trigger all',
      docketBacklog('complete', 100_000),
      docketBacklog('queued', 20_000),
      'alter table jobs enable trigger all',
      `insert into waiting_jobs (batch_id, dependency, priority, claimable, sort_key, job_id, owner_id)
      select batch_id, dependency, priority, sequence <= 3, sort_key, id, owner_id from jobs where status = 'queued'`,
      `insert into owner_shares (owner_id, dependency, priority, virtual_time, sort_key)
      select owner_id, dependency, priority, 0, min(sort_key) from waiting_jobs
      group by owner_id, dependency, priority`,
    ],
  },
  bare: {
    clear: 'truncate bare',
    waiting: `select count(*)::int as waiting from bare where status = 'queued'`,
    fill: [
      `insert into bare (status, payload, finished_at)
      select 'done', jsonb_build_object('file', repeat('x', 90)), now() from generate_series(1, 1000000)`,
      `insert into bare (payload)
      select jsonb_build_object('file', repeat('x', 90)) from generate_series(1, 200000)`,
    ],
  },
  pg_boss: {
    clear: `delete from pgboss.job where name = 'bench'`,
    waiting: `select count(*)::int as waiting from pgboss.job where name = 'bench' and state = 'created'`,
    fill: [
      `insert into pgboss.job (name, data, state, completed_on)
      select 'bench', jsonb_build_object('file', repeat('x', 90)), 'completed', now()
      from generate_series(1, 1000000)`,
      `insert into pgboss.job (name, data)
      select 'bench', jsonb_build_object('file', repeat('x', 90)) from generate_series(1, 200000)`,
    ],
  },
  // This queue deletes finished jobs.
  graphile_worker: {
    clear: 'truncate graphile_worker._private_jobs',
    waiting: 'select count(*)::int as waiting from graphile_worker._private_jobs',
    fill: [
      `select graphile_worker.add_job('bench', json_build_object('file', repeat('x', 90)))
      from generate_series(1, 200000)`,
    ],
  },
}
