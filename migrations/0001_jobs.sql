-- Batches, jobs, their outputs and events, and the workers that hold them.

create table batches (
  id uuid primary key,
  owner_id text not null,
  mapping text not null,
  params jsonb not null default '{}',
  total integer not null,
  queued integer not null,
  processing integer not null default 0,
  complete integer not null default 0, -- expired jobs stay counted here
  failed integer not null default 0,
  cancelled integer not null default 0,
  -- Counted, never written: it cannot differ from the jobs.
  status text not null generated always as (
    case
      when queued = total then 'pending'
      when queued + processing > 0 then 'processing'
      when complete = total then 'completed'
      when complete > 0 then 'partial'
      when failed > 0 then 'failed'
      else 'cancelled'
    end
  ) stored,
  last_event_id integer not null default 0,
  notification_email text,
  notification_sent_at timestamptz,
  client_ip inet,
  user_agent text,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  completed_at timestamptz,
  expires_at timestamptz,
  processing_timeout_at timestamptz,
  constraint batch_counters_add_up check (
    total > 0
    and least(queued, processing, complete, failed, cancelled) >= 0
    and queued + processing + complete + failed + cancelled = total
  )
);

create index batches_by_owner on batches (owner_id, created_at desc);

create table jobs (
  id uuid primary key,
  batch_id uuid not null references batches on delete cascade,
  sequence integer not null,
  owner_id text not null,
  original_filename text not null,
  bytes integer,
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  mapping text not null,
  params jsonb not null default '{}',
  status text not null default 'queued'
    check (status in ('queued', 'processing', 'complete', 'failed', 'cancelled', 'expired')),
  stage text not null default 'queued'
    check (stage in ('queued', 'downloading', 'reading', 'extracting', 'saving', 'done')),
  progress integer not null default 0 check (progress between 0 and 100),
  priority integer not null default 0,
  source_type text not null check (source_type in ('file', 'url')),
  source_url text,
  upload_key text,
  result_key text,
  error_code text,
  error_message text,
  epoch integer not null default 0,
  attempt_count integer not null default 0,
  leased_by text,
  lease_expires_at timestamptz,
  run_at timestamptz not null default now(),
  deduped_from uuid references jobs on delete set null,
  cached boolean not null default false,
  share_code text unique,
  -- The transition that led to the present status; the trigger below names the event after it.
  last_event text not null default 'queue',
  created_at timestamptz not null default now(),
  queued_at timestamptz not null default now(),
  started_at timestamptz,
  completed_at timestamptz,
  failed_at timestamptz,
  last_attempt_at timestamptz,
  updated_at timestamptz not null default now(),
  unique (batch_id, sequence),
  constraint leased_while_processing check (
    (status = 'processing') = (leased_by is not null)
    and (leased_by is null) = (lease_expires_at is null)
  ),
  constraint result_while_complete check ((status = 'complete') = (result_key is not null)),
  constraint complete_is_whole check (
    status <> 'complete' or (progress = 100 and stage = 'done' and completed_at is not null)
  ),
  constraint failed_says_why check (
    status <> 'failed'
    or (error_code is not null and error_message is not null and failed_at is not null)
  ),
  constraint file_has_bytes check (
    source_type <> 'file'
    or (bytes is not null and sha256 is not null and upload_key is not null)
  ),
  constraint url_has_address check (source_type <> 'url' or source_url is not null),
  constraint attempts_are_claims check (attempt_count between 0 and epoch)
) with (
  fillfactor = 80,
  autovacuum_vacuum_scale_factor = 0.01,
  autovacuum_vacuum_cost_delay = 0
);

-- In the claim's own order, and only over what waits: a million finished jobs cost it nothing.
create index jobs_to_claim on jobs (priority desc, run_at, id) where status = 'queued';
create index jobs_leased on jobs (lease_expires_at) where status = 'processing';
create index jobs_same_document on jobs (owner_id, sha256, mapping, params, bytes);
create index jobs_by_owner on jobs (owner_id, created_at desc, id desc);
create index jobs_by_owner_status on jobs (owner_id, status);
create index jobs_by_status on jobs (status, created_at desc);

create table outputs (
  job_id uuid not null references jobs on delete cascade,
  position integer not null, -- the first is what a download without a format gives
  format text not null,
  key text not null,
  content_type text not null,
  bytes integer not null,
  primary key (job_id, format)
);

create table events (
  batch_id uuid not null references batches on delete cascade,
  number integer not null, -- 1, 2, 3 … without a gap, in the order of the commits
  job_id uuid not null references jobs on delete cascade,
  type text not null,
  data jsonb not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (batch_id, number)
);

create index events_by_job on events (job_id, number);

create table workers (
  id text primary key,
  host text not null,
  started_at timestamptz not null default now(),
  heartbeat_at timestamptz not null default now(),
  current_jobs integer not null default 0
);

create function touch_job() returns trigger language plpgsql as $$
begin
  new.updated_at := clock_timestamp();
  return new;
end
$$;

create trigger touch_job before update on jobs for each row execute function touch_job();

-- The event of a job as readers of the stream see it.
create function job_event_data(job jobs) returns jsonb language sql stable as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'status', job.status,
    'stage', job.stage,
    'progress', job.progress,
    'epoch', job.epoch,
    'attempt', job.attempt_count,
    'worker', job.leased_by,
    'error_code', job.error_code,
    'error_message', job.error_message
  ))
$$;

-- Whatever statement moves jobs, their batches' counters and their events move in the same commit, so
-- neither can be forgotten. Numbers are drawn under the lock of the batch's row, which makes them
-- gap-free in commit order; the rows are locked in the order of their ids, so that two statements over
-- several batches cannot wait for each other.
create function record_job_changes() returns trigger language plpgsql as $$
begin
  with changed as materialized (
    select new_job.batch_id, new_job.id, new_job.status, old_job.status as was,
      case when new_job.status = old_job.status then 'progress' else new_job.last_event end as type,
      job_event_data(new_job) as data,
      row_number() over (partition by new_job.batch_id order by new_job.sequence)::integer as nth
    from new_jobs new_job
    join old_jobs old_job using (id)
    where (new_job.status, new_job.stage, new_job.progress)
      is distinct from (old_job.status, old_job.stage, old_job.progress)
  ), locked as materialized (
    select id from batches where id in (select batch_id from changed) order by id for no key update
  ), tally as (
    select batch_id, count(*)::integer as events,
      sum((status = 'queued')::integer - (was = 'queued')::integer) as queued,
      sum((status = 'processing')::integer - (was = 'processing')::integer) as processing,
      sum((status in ('complete', 'expired'))::integer
        - (was in ('complete', 'expired'))::integer) as complete,
      sum((status = 'failed')::integer - (was = 'failed')::integer) as failed,
      sum((status = 'cancelled')::integer - (was = 'cancelled')::integer) as cancelled
    from changed
    group by batch_id
  ), numbered as (
    update batches set
      last_event_id = batches.last_event_id + tally.events,
      queued = batches.queued + tally.queued,
      processing = batches.processing + tally.processing,
      complete = batches.complete + tally.complete,
      failed = batches.failed + tally.failed,
      cancelled = batches.cancelled + tally.cancelled,
      started_at = case
        when tally.processing > 0 then coalesce(batches.started_at, clock_timestamp())
        else batches.started_at
      end,
      completed_at = case
        when batches.queued + tally.queued + batches.processing + tally.processing = 0
        then coalesce(batches.completed_at, clock_timestamp())
      end
    from tally join locked on locked.id = tally.batch_id
    where batches.id = tally.batch_id
    returning batches.id, batches.last_event_id - tally.events as before
  )
  insert into events (batch_id, number, job_id, type, data)
  select changed.batch_id, numbered.before + changed.nth, changed.id, changed.type, changed.data
  from changed join numbered on numbered.id = changed.batch_id;
  return null;
end
$$;

create trigger record_job_changes after update on jobs
  referencing old table as old_jobs new table as new_jobs
  for each statement execute function record_job_changes();
