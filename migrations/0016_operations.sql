-- What an operator sees and does: whence a job came, how the queue fares by the minute, alerts, and a pause.

alter table jobs
  add column request_id uuid, -- of the request that it came with; the logs of all processes have it
  add column traceparent text, -- W3C trace context of that request, where traces are kept
  add column page_count integer;

-- While it has its row, no job is claimed by anyone; those that run go on.
create table queue_pause (
  is_paused boolean primary key default true check (is_paused),
  since timestamptz not null default now()
);

-- How attempts and jobs ended, by the minute: each worker adds up its own and writes them with its beat.
create table tallies (
  minute timestamptz not null,
  worker text not null,
  outcome text not null, -- `complete`, `retry`, or the code of a failure
  jobs integer not null,
  pages integer not null,
  waited_ms double precision not null, -- summed up
  durations integer[] not null, -- how many took up to each of the bounds of domain/operations/attempt-stats.ts
  primary key (minute, worker, outcome)
);

-- One row for each thing that is wrong, from when it was first seen until it has been well for a while.
create table alerts (
  name text not null,
  subject text not null, -- which one, where there are several of a kind, as with breakers
  since timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  summary text not null,
  primary key (name, subject)
);

-- What is to be told, once for each channel. Taken for a while before it is sent; gone when it has been.
create table alert_messages (
  id uuid primary key default gen_random_uuid(),
  channel text not null,
  name text not null,
  subject text not null,
  is_firing boolean not null,
  summary text not null,
  since timestamptz not null,
  created_at timestamptz not null default now(),
  due_at timestamptz not null default now(),
  tries integer not null default 0
);

-- As before, and it tells which request a job came with and how long it has waited; and it may be paused.
drop function next_jobs;
create function next_jobs(
  worker text, lease_seconds double precision, wanted integer,
  done_ids uuid[], done_epochs integer[], done_keys text[]
) returns table (
  is_late boolean, id uuid, epoch integer, batch_id uuid, owner_id text, original_filename text,
  bytes integer, sha256 text, mapping text, params jsonb, source_url text, upload_key text,
  attempt_count integer, needs text, waits_for uuid, request_id uuid, traceparent text,
  waited_ms double precision
) language plpgsql as $$
#variable_conflict use_column
declare
  picked uuid[];
begin
  perform lock_queue();
  if cardinality(done_ids) > 0 then
    return query
    with completed as (
      update jobs as job set
        status = 'complete', last_event = 'complete', stage = 'done', progress = 100,
        result_key = done.key, error_code = null, error_message = null,
        completed_at = clock_timestamp(), updated_at = clock_timestamp(),
        leased_by = null, lease_expires_at = null
      from unnest(done_ids, done_epochs, done_keys) as done (id, epoch, key)
      -- Written so that no planner begins with the few jobs that run when it looks.
      where job.id = done.id and job.epoch = done.epoch
        and coalesce(job.status = 'processing', false)
      returning job.id
    )
    select true, done.id, done.epoch, null::uuid, null, null, null::integer, null, null,
      null::jsonb, null, null, null::integer, null, null::uuid, null::uuid, null,
      null::double precision
    from unnest(done_ids, done_epochs) as done (id, epoch)
    where done.id not in (select id from completed);
  end if;
  if wanted > 0 and not exists (select from queue_pause) then
    if exists (select from jobs where held_by = 'time' and run_at <= now()) then
      update jobs set held_by = null where held_by = 'time' and run_at <= now();
    end if;
    picked := pick_jobs(wanted);
    if cardinality(picked) > 0 then
      return query
      update jobs as job set
        status = 'processing', last_event = 'claim', progress = 0,
        stage = case when upload_key is null then 'downloading' else 'reading' end,
        epoch = epoch + 1, attempt_count = attempt_count + 1,
        leased_by = worker, lease_expires_at = now() + make_interval(secs => lease_seconds),
        started_at = coalesce(started_at, now()), last_attempt_at = now(),
        updated_at = clock_timestamp()
      where job.id = any (picked)
      returning false, job.id, job.epoch, job.batch_id, job.owner_id,
        job.original_filename, job.bytes, job.sha256, job.mapping, job.params, job.source_url,
        job.upload_key, job.attempt_count, job.needs, job.waits_for, job.request_id,
        job.traceparent,
        extract(epoch from clock_timestamp() - greatest(job.queued_at, job.run_at))::float8 * 1000;
    end if;
  end if;
end
$$;

-- As before, with the request that each batch came with; and it tells what is complete at once.
drop function enqueue_batches;
create function enqueue_batches(given jsonb)
returns table (asked_id uuid, job_id uuid, original_id uuid, is_done boolean)
language plpgsql as $$
#variable_conflict use_column
declare
  answers jsonb;
  owners text[];
  needed text[];
  places double precision[];
begin
  if exists (
    select from jsonb_path_query(given, '$[*].jobs[*].needs') as need
    where need #>> '{}' not in (select name from dependencies)
  ) then
    raise exception 'A job needs a dependency that is not known';
  end if;

  -- Two uploads of one document at the same moment must see each other.
  perform pg_advisory_xact_lock(702117003, owner_hash) from (
    select distinct hashtext(owner_id) as owner_hash
    from jsonb_to_recordset(given) as batch (owner_id text)
    order by 1
  ) as uploaders;

  with asked as materialized (
    select batch.id as batch_id, owner_id, mapping, batch.params, max_running, is_single,
      request_id, traceparent, job.*,
      -- Of bytes that nobody has fetched yet, each job is the first.
      case
        when sha256 is null then job.id
        else first_value(job.id) over (
          partition by owner_id, sha256, mapping, batch.params order by nth, sequence)
      end as first_id
    from rows from (
      jsonb_to_recordset(given) as (id uuid, owner_id text, mapping text, params jsonb,
        max_running integer, is_single boolean, request_id uuid, traceparent text, jobs jsonb)
    ) with ordinality as batch (id, owner_id, mapping, params, max_running, is_single, request_id,
      traceparent, jobs, nth)
    cross join lateral rows from (
      jsonb_to_recordset(jobs) as (id uuid, original_filename text, bytes integer, sha256 text,
        source_url text, upload_key text, priority integer, needs text)
    ) with ordinality as job
      (id, original_filename, bytes, sha256, source_url, upload_key, priority, needs, sequence)
  ), known as materialized (
    select asked.*, coalesce(original.status = 'complete', false) as is_done,
      coalesce(original.id, nullif(first_id, asked.id)) as original_id,
      original.result_key, original.read_by, original.review_reasons, original.page_count
    from asked
    -- Shared locks: the original can neither end nor expire before this is committed.
    left join lateral (
      select id, status, result_key, read_by, review_reasons, page_count from jobs
      -- Written so that no planner looks through all jobs of the owner.
      where jobs.sha256 = asked.sha256 and jobs.owner_id is not distinct from asked.owner_id
        and jobs.mapping = asked.mapping and jobs.params = asked.params
        and (status = 'complete'
          or (status in ('queued', 'processing') and held_by is distinct from 'original'))
      order by status = 'complete' desc, created_at desc
      limit 1
      for share
    ) as original on true
  ), accepted as materialized (
    select known.*, not is_done and original_id is not null as is_follower,
      row_number() over (partition by batch_id, original_id is null order by sequence)
        <= max_running as is_next
    from known
    where is_done or original_id is null or not is_single
  ), new_batches as (
    insert into batches (id, owner_id, mapping, params, client_ip, user_agent, max_running,
      total, queued, complete, completed_at, last_event_id)
    select batch.*, total, total - done, done, case when done = total then now() end,
      total + (done = total)::integer
    from jsonb_to_recordset(given) as batch (id uuid, owner_id text, mapping text, params jsonb,
      client_ip inet, user_agent text, max_running integer)
    join (
      select batch_id, count(*)::integer as total, count(*) filter (where is_done)::integer as done
      from accepted group by batch_id
    ) as tally on tally.batch_id = batch.id
    returning id, status, last_event_id as last, completed_at is not null as has_ended
  ), new_jobs as (
    insert into jobs (id, batch_id, sequence, owner_id, original_filename, bytes, sha256, mapping,
      params, priority, needs, source_type, source_url, upload_key, held_by, waits_for, status, stage, progress,
      started_at, completed_at, result_key, read_by, review_reasons, page_count, deduped_from, cached,
      last_event, request_id, traceparent)
    select id, batch_id, sequence, owner_id, original_filename, bytes, sha256, mapping, params,
      priority, needs, case when source_url is null then 'file' else 'url' end, source_url, upload_key,
      case when is_follower then 'original' end, case when is_follower then original_id end,
      case when is_done then 'complete' else 'queued' end,
      case when is_done then 'done' else 'queued' end,
      case when is_done then 100 else 0 end,
      case when is_done then now() end, case when is_done then now() end,
      result_key, read_by, coalesce(review_reasons, '[]'), page_count,
      case when is_done then original_id end, is_done,
      case when is_done then 'complete' else 'queue' end, request_id, traceparent
    from accepted
    returning *
  ), recorded as (
    insert into events (batch_id, number, job_id, type, status, stage, progress, epoch, attempt)
    select batch_id, sequence, id, last_event, status, stage, progress, epoch, attempt_count
    from new_jobs
    union all
    select id, last, null, 'finish', status, null, null, null, null
    from new_batches where has_ended
  ), now_waiting as (
    insert into waiting (batch_id, needs, is_next, place, job_id, owner_id)
    select new_jobs.batch_id, new_jobs.needs, is_next, place, id, new_jobs.owner_id
    from new_jobs join accepted using (id)
    where status = 'queued' and held_by is null
    returning owner_id, needs, place, is_next
  )
  select
    (select jsonb_agg(jsonb_build_object('asked_id', id, 'original_id', original_id,
      'is_done', is_done, 'job_id', case when is_done or original_id is null or not is_single then id else original_id end))
      from known),
    array_agg(owner_id), array_agg(needs), array_agg(place)
  into answers, owners, needed, places
  from now_waiting where is_next;
  if owners is not null then
    perform open_lanes(owners, needed, places);
    -- A hint for the workers, sent with the commit.
    perform pg_notify('docket_queued', '');
  end if;
  -- In a statement of its own: an original that ended while its lock was awaited has outputs that the
  -- statement above could not see.
  insert into outputs (job_id, position, format, key, content_type, bytes)
  select answer.job_id, output.*
  from jsonb_to_recordset(answers) as answer (job_id uuid, original_id uuid, is_done boolean)
  cross join lateral (
    select position, format, key, content_type, bytes from outputs
    where outputs.job_id = answer.original_id offset 0
  ) as output
  where is_done;
  return query
    select * from jsonb_to_recordset(answers)
      as (asked_id uuid, job_id uuid, original_id uuid, is_done boolean);
end
$$;

alter function next_jobs set plan_cache_mode = force_generic_plan;
alter function next_jobs set enable_seqscan = off;
alter function next_jobs set enable_bitmapscan = off;
alter function next_jobs set jit = off;
alter function enqueue_batches set plan_cache_mode = force_generic_plan;
alter function enqueue_batches set enable_seqscan = off;
alter function enqueue_batches set enable_nestloop = off;
alter function enqueue_batches set jit = off;
