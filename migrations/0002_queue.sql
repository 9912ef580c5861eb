-- The queue: its tables, and the functions that enqueue, claim and complete jobs. They run in the database so that
-- order and caps hold for any number of workers.
--
-- Order: jobs.sort_key within an owner; fair queueing by virtual time between owners (owner_shares, queue_clock).
-- Locks: a transaction that updates jobs in several batches takes lock_queue() first. All other transactions lock one
-- batch and so cannot deadlock, except with two batches that contain each other's duplicates; Postgres detects such a
-- deadlock, and the transaction is retried.
-- Plans: functions set planner options, so that their plans do not depend on how full the tables are when they are
-- first called. enable_nestloop = off still allows nested loops where a lateral join has no other plan.

-- External services that jobs may use. Caps and breakers are stored here, so that they apply across all workers.
create table dependencies (
  name text primary key,
  max_running integer check (max_running > 0), -- null: no limit
  opened_at timestamptz, -- when the breaker opened; null if it is closed
  probe_at timestamptz, -- when jobs may start to probe the service, one at a time
  probe_delay_seconds double precision not null default 0,
  probe_successes integer not null default 0,
  calls jsonb not null default '[]', -- latest calls, oldest first: { at, ok }
  constraint open_breaker_has_probe_time check ((opened_at is null) = (probe_at is null))
);
insert into dependencies (name, max_running) values ('none', null), ('gateway', 8), ('llm', 10);

-- Jobs that are queued and not blocked, and running jobs: the same rows that indexes on jobs by status would contain.
-- As separate narrow tables, they let a claim and a completion update the wide jobs row in place. Triggers maintain
-- both in the same commit as any statement that changes a job.
create table waiting_jobs (
  batch_id uuid not null,
  dependency text not null,
  claimable boolean not null, -- may be claimed now; each batch has as many claimable jobs as its cap leaves room for
  sort_key double precision not null,
  job_id uuid not null,
  owner_id text not null
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_cost_delay = 0);
create index waiting_jobs_claimable on waiting_jobs (owner_id, dependency, sort_key, job_id) where claimable;
create index waiting_jobs_by_batch on waiting_jobs (batch_id, claimable, dependency, sort_key, job_id);

create table running_jobs (
  dependency text not null,
  job_id uuid not null,
  primary key (dependency, job_id)
) with (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_cost_delay = 0);

-- Fair queueing: one row per owner and dependency with claimable jobs. The row with the lowest virtual time is served
-- next, and its virtual time rises with every job. A row outlives its last job until the queue's clock has caught up,
-- so that an owner who refills the queue immediately keeps their position. Two transactions that add the same row at
-- the same time may both insert it, because a unique key would make one transaction wait for the other; claims merge
-- such duplicates.
create table owner_shares (
  owner_id text not null,
  dependency text not null,
  virtual_time double precision not null,
  served bigint not null default 0, -- jobs claimed so far; breaks ties
  sort_key double precision not null -- lowest sort key among its jobs when the row was added; breaks ties
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_cost_delay = 0);
create index owner_shares_by_owner on owner_shares (owner_id, dependency);
create index owner_shares_by_virtual_time on owner_shares (dependency, virtual_time, served, sort_key);

-- Virtual time of the whole queue, at which new owners join.
create table queue_clock (
  singleton boolean primary key default true check (singleton), -- the table has one row
  virtual_time double precision not null
) with (fillfactor = 10);
insert into queue_clock (virtual_time) values (0);

-- While this table has a row, no job is claimed; running jobs continue.
create table queue_pause (
  is_paused boolean primary key default true check (is_paused),
  since timestamptz not null default now()
);

-- Take this lock first when updating jobs in several batches. It serialises claims.
create function lock_queue() returns void language sql as $$
  select pg_advisory_xact_lock(702117002)
$$;

-- Adds missing owner_shares rows for claimable jobs. The shared lock keeps a claim that sees a row without jobs from
-- deleting it before these jobs are committed.
create function add_owner_shares(owners text[], dependency_names text[], sort_keys double precision[])
returns void
language plpgsql
set enable_seqscan = off
as $$
declare
  existing text[];
begin
  existing := array(
    select dependency || ' ' || owner_id from owner_shares
    where (owner_id, dependency) in (select * from unnest(owners, dependency_names))
    for key share
  );
  insert into owner_shares (owner_id, dependency, virtual_time, sort_key)
  select owner_id, dependency, (select virtual_time from queue_clock), min(sort_key)
  from unnest(owners, dependency_names, sort_keys) as job (owner_id, dependency, sort_key)
  where dependency || ' ' || owner_id <> all (existing)
  group by owner_id, dependency;
end
$$;

-- Makes waiting jobs in these batches claimable where the caps leave room, and returns them.
create function admit_jobs(batch_ids uuid[]) returns uuid[]
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set jit = off
as $$
declare
  admitted uuid[];
  owners text[];
  dependency_names text[];
  sort_keys double precision[];
begin
  with promoted as (
    update waiting_jobs set claimable = true where ctid = any (array(
      select next.ctid
      from batches
      cross join dependencies
      cross join lateral (
        select ctid from waiting_jobs
        where waiting_jobs.batch_id = batches.id and waiting_jobs.dependency = name and not claimable
        order by sort_key, job_id
        limit greatest(0, batches.max_running - batches.processing - (
          select count(*) from waiting_jobs
          where waiting_jobs.batch_id = batches.id and waiting_jobs.dependency = name and claimable))
      ) as next
      where batches.id = any (batch_ids)))
    returning waiting_jobs.job_id, waiting_jobs.owner_id, waiting_jobs.dependency, waiting_jobs.sort_key
  )
  select array_agg(job_id), array_agg(owner_id), array_agg(dependency), array_agg(sort_key)
  into admitted, owners, dependency_names, sort_keys from promoted;
  if owners is not null then
    perform add_owner_shares(owners, dependency_names, sort_keys);
  end if;
  return admitted;
end
$$;

-- Notifies subscribers of changed batches, sent with the commit. Only a hint: subscribers also poll. 200 ids per
-- message stay under the 8000 bytes that NOTIFY allows.
create function notify_batches_changed(batch_ids uuid[]) returns void language plpgsql as $$
begin
  perform pg_notify('docket_changed', string_agg(id::text, ','))
  from (
    select id, row_number() over () / 200 as message from unnest(batch_ids) as batch (id)
  ) as numbered
  group by message;
end
$$;

-- After any statement that updates jobs: writes their events, updates their batches' counters, and maintains
-- waiting_jobs and running_jobs, in the same commit. Event numbers are assigned while the batch row is locked, which
-- makes them gap-free in commit order; batch rows are locked in id order. Then it admits the next jobs in batches
-- where some have ended, and releases jobs that waited for the result of a job that has ended.
create function record_job_changes() returns trigger
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_nestloop = off
set jit = off
as $$
declare
  changed_batches uuid[];
  without_timestamp uuid[];
  moved_batches uuid[];
  batches_with_room uuid[];
  ended_jobs uuid[];
begin
  select
    array_agg(distinct new_job.batch_id) filter (where new_job.status <> old_job.status
      or new_job.lease_expires_at is not distinct from old_job.lease_expires_at),
    array_agg(new_job.id) filter (where new_job.updated_at = old_job.updated_at
      and (new_job.status <> old_job.status
        or new_job.lease_expires_at is not distinct from old_job.lease_expires_at)),
    array_agg(distinct new_job.batch_id) filter (
      where (new_job.status, new_job.stage, new_job.progress, new_job.blocked_by, new_job.dependency,
          new_job.sort_key, new_job.owner_id)
        is distinct from (old_job.status, old_job.stage, old_job.progress, old_job.blocked_by,
          old_job.dependency, old_job.sort_key, old_job.owner_id))
  into changed_batches, without_timestamp, moved_batches
  from new_jobs as new_job
  join old_jobs as old_job using (id);
  -- Sets updated_at where the statement did not; frequent statements do. Renewing a lease does not change the job.
  if without_timestamp is not null then
    update jobs set updated_at = clock_timestamp() where id = any (without_timestamp);
  end if;
  -- Only for the outer statement: users do not see the changes that this trigger makes to other jobs.
  if changed_batches is not null and pg_trigger_depth() = 1 then
    perform notify_batches_changed(changed_batches);
  end if;
  if moved_batches is null then
    return null;
  end if;
  -- A separate statement, so that the next statement sees what the previous holders of these locks committed.
  perform from batches where id = any (moved_batches) order by id for no key update;

  with changed as materialized (
    select new_job.id, new_job.batch_id, new_job.sequence, new_job.owner_id, new_job.dependency,
      new_job.sort_key, new_job.status, new_job.stage, new_job.progress, new_job.epoch,
      new_job.attempt_count, new_job.leased_by, new_job.error_code, new_job.error_detail,
      old_job.status as old_status, old_job.dependency as old_dependency, old_job.sort_key as old_sort_key,
      case when new_job.status = old_job.status then 'progress' else new_job.last_event end as type,
      (new_job.status, new_job.stage, new_job.progress)
        is distinct from (old_job.status, old_job.stage, old_job.progress) as is_event,
      new_job.status = 'queued' and new_job.blocked_by is null as is_waiting,
      old_job.status = 'queued' and old_job.blocked_by is null as was_waiting
    from new_jobs as new_job
    join old_jobs as old_job using (id)
    where (new_job.status, new_job.stage, new_job.progress, new_job.blocked_by, new_job.dependency,
        new_job.sort_key, new_job.owner_id)
      is distinct from (old_job.status, old_job.stage, old_job.progress, old_job.blocked_by,
        old_job.dependency, old_job.sort_key, old_job.owner_id)
  ), before as materialized (
    select id, last_event_id, queued, completed_at from batches where id = any (moved_batches)
  ), delta as (
    select batch_id, count(*)::integer as events,
      sum((status = 'queued')::integer - (old_status = 'queued')::integer) as queued,
      sum((status = 'processing')::integer - (old_status = 'processing')::integer) as processing,
      sum((status in ('complete', 'expired'))::integer
        - (old_status in ('complete', 'expired'))::integer) as complete,
      sum((status = 'failed')::integer - (old_status = 'failed')::integer) as failed,
      sum((status = 'cancelled')::integer - (old_status = 'cancelled')::integer) as cancelled
    from changed
    where is_event
    group by batch_id
  ), numbered as (
    update batches set
      last_event_id = batches.last_event_id + delta.events + (
        batches.completed_at is null
        and batches.queued + delta.queued + batches.processing + delta.processing = 0
      )::integer,
      queued = batches.queued + delta.queued,
      processing = batches.processing + delta.processing,
      complete = batches.complete + delta.complete,
      failed = batches.failed + delta.failed,
      cancelled = batches.cancelled + delta.cancelled,
      started_at = case
        when delta.processing > 0 then coalesce(batches.started_at, clock_timestamp())
        else batches.started_at
      end,
      completed_at = case
        when batches.queued + delta.queued + batches.processing + delta.processing = 0
        then coalesce(batches.completed_at, clock_timestamp())
      end
    from delta join before on before.id = delta.batch_id
    where batches.id = delta.batch_id and batches.id = any (moved_batches)
    returning batches.id, batches.status, batches.last_event_id as last,
      before.last_event_id as before,
      before.completed_at is null and batches.completed_at is not null as ends
  ), recorded as (
    insert into events (batch_id, number, job_id, type, status, stage, progress, epoch, attempt,
      worker, error_code, error_detail)
    select batch_id, before + row_number() over (partition by batch_id order by sequence),
      changed.id, type, changed.status, stage, progress, epoch, attempt_count, leased_by,
      error_code, error_detail
    from changed join numbered on numbered.id = batch_id
    where is_event
    union all
    select id, last, null, 'finish', status, null, null, null, null, null, null, null
    from numbered where ends
  ), left_queue as (
    delete from waiting_jobs where ctid = any (array(
      select entry.ctid from changed
      cross join lateral (
        select ctid from waiting_jobs
        where waiting_jobs.batch_id = changed.batch_id and claimable and waiting_jobs.dependency = old_dependency
          and waiting_jobs.sort_key = old_sort_key and job_id = changed.id
        union all
        select ctid from waiting_jobs
        where status <> 'processing' and waiting_jobs.batch_id = changed.batch_id and not claimable
          and waiting_jobs.dependency = old_dependency and waiting_jobs.sort_key = old_sort_key and job_id = changed.id
        limit 1
      ) as entry
      where was_waiting))
  ), joined_queue as (
    insert into waiting_jobs (batch_id, dependency, claimable, sort_key, job_id, owner_id)
    select batch_id, dependency, false, sort_key, id, owner_id from changed where is_waiting
  ), stopped as (
    delete from running_jobs where ctid = any (array(
      select entry.ctid from changed
      cross join lateral (
        select ctid from running_jobs where running_jobs.dependency = old_dependency and job_id = changed.id limit 1
      ) as entry
      where old_status = 'processing' and (status <> 'processing' or dependency <> old_dependency)))
  ), started as (
    insert into running_jobs (dependency, job_id)
    select dependency, id from changed
    where status = 'processing' and (old_status <> 'processing' or dependency <> old_dependency)
  )
  select
    array_agg(distinct batch_id) filter (where is_waiting or (before.queued > 0
      and status <> 'processing' and (old_status = 'processing' or was_waiting))),
    array_agg(changed.id) filter (
      where old_status in ('queued', 'processing') and status not in ('queued', 'processing'))
  into batches_with_room, ended_jobs
  from changed join before on before.id = batch_id;
  batches_with_room := array(
    select id from unnest(batches_with_room) as batch (id)
    where exists (select from waiting_jobs where batch_id = batch.id and not claimable)
  );
  if cardinality(batches_with_room) > 0 then
    perform admit_jobs(batches_with_room);
  end if;
  if ended_jobs is not null and exists (
    select from jobs where blocked_by = 'original' and duplicate_of = any (ended_jobs)
  ) then
    update jobs set blocked_by = null where blocked_by = 'original' and duplicate_of = any (ended_jobs);
  end if;
  return null;
end
$$;

create trigger record_job_changes after update on jobs
  referencing old table as old_jobs new table as new_jobs
  for each statement execute function record_job_changes();

-- Keeps a document's result if reading it again fails, times out or is cancelled, or if a user approves the result in
-- the meantime. An error stays, to show why.
create function restore_result() returns trigger language plpgsql as $$
begin
  new.status := 'complete';
  new.last_event := 'restore';
  new.stage := 'done';
  new.progress := 100;
  new.reread_reason := null;
  new.blocked_by := null;
  new.reader := ''; -- matches no upload: its mapping may not be the one that was requested last
  new.started_at := null;
  new.failed_at := null;
  new.completed_at := clock_timestamp();
  return new;
end
$$;

create trigger restore_result before update on jobs
  for each row when (old.reread_reason is not null and (new.status in ('failed', 'cancelled')
    or (new.status = 'queued' and new.approved_at is not null)))
  execute function restore_result();

-- Removes deleted jobs from the queue.
create function dequeue_deleted_jobs() returns trigger language plpgsql as $$
begin
  delete from waiting_jobs using old_jobs as deleted
  where waiting_jobs.batch_id = deleted.batch_id and waiting_jobs.dependency = deleted.dependency
    and claimable = any ('{true,false}') and waiting_jobs.sort_key = deleted.sort_key and waiting_jobs.job_id = deleted.id;
  delete from running_jobs using old_jobs as deleted
  where running_jobs.dependency = deleted.dependency and running_jobs.job_id = deleted.id;
  return null;
end
$$;

create trigger dequeue_deleted_jobs after delete on jobs
  referencing old table as old_jobs for each statement execute function dequeue_deleted_jobs();

create function clear_queue() returns trigger language plpgsql as $$
begin
  truncate waiting_jobs, running_jobs;
  return null;
end
$$;

create trigger clear_queue after truncate on jobs
  for each statement execute function clear_queue();

-- Enqueues batches of jobs in one commit. If the owner's document was already read with the same mapping and
-- parameters, by the same reader and with the same directory (or a user approved the reading), the new job is complete
-- immediately. If the document is still being read, the new job waits for that result or, when uploaded alone, is not
-- added at all. Returns, for each given job, the job that represents it.
create function enqueue_batches(given jsonb)
returns table (requested_id uuid, job_id uuid, original_id uuid, is_done boolean)
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_nestloop = off
set jit = off
as $$
#variable_conflict use_column
declare
  results jsonb;
  owners text[];
  dependency_names text[];
  sort_keys double precision[];
begin
  if exists (
    select from jsonb_path_query(given, '$[*].jobs[*].dependency') as dependency
    where dependency #>> '{}' not in (select name from dependencies)
  ) then
    raise exception 'A job has an unknown dependency';
  end if;

  -- Serialises an owner's enqueues, so that two concurrent uploads of one document see each other.
  perform pg_advisory_xact_lock(702117003, owner_hash) from (
    select distinct hashtext(owner_id) as owner_hash
    from jsonb_to_recordset(given) as batch (owner_id text)
    order by 1
  ) as owners_to_lock;

  with requested as materialized (
    select batch.id as batch_id, owner_id, mapping, batch.params, max_running, is_single,
      request_id, traceparent, reader,
      coalesce((select version from directories where directories.owner_id = batch.owner_id), 0)
        as directory_version,
      job.*,
      -- Bytes that have not been downloaded have no hash, so each such job counts as the first.
      case
        when sha256 is null then job.id
        else first_value(job.id) over (
          partition by owner_id, sha256, mapping, batch.params order by nth, sequence)
      end as first_id
    from rows from (
      jsonb_to_recordset(given) as (id uuid, owner_id text, mapping text, params jsonb,
        max_running integer, is_single boolean, request_id uuid, traceparent text, reader text, jobs jsonb)
    ) with ordinality as batch (id, owner_id, mapping, params, max_running, is_single, request_id,
      traceparent, reader, jobs, nth)
    cross join lateral rows from (
      jsonb_to_recordset(jobs) as (id uuid, original_filename text, bytes integer, sha256 text,
        source_url text, upload_key text, priority integer, dependency text)
    ) with ordinality as job
      (id, original_filename, bytes, sha256, source_url, upload_key, priority, dependency, sequence)
  ), known as materialized (
    select requested.*, coalesce(original.status = 'complete', false) as is_done,
      coalesce(original.id, nullif(first_id, requested.id)) as original_id,
      original.result_key, original.read_by, original.review_reasons, original.page_count,
      original.summary, original.reader as read_with, original.directory_version as checked_with
    from requested
    -- Shared locks keep the original from ending or expiring before this commits.
    left join lateral (
      select id, status, result_key, read_by, review_reasons, page_count, summary, reader, directory_version
      from jobs
      -- "is not distinct from" keeps the planner from using the owner index.
      where jobs.sha256 = requested.sha256 and jobs.owner_id is not distinct from requested.owner_id
        and jobs.mapping = requested.mapping and jobs.params = requested.params
        and ((status = 'complete' and (approved_at is not null
            or (coalesce(jobs.reader = requested.reader, true)
              and coalesce(jobs.directory_version = requested.directory_version, true))))
          or (status in ('queued', 'processing') and blocked_by is distinct from 'original'))
      order by status = 'complete' desc, created_at desc
      limit 1
      for share
    ) as original on true
  ), accepted as materialized (
    select known.*, not is_done and original_id is not null as is_duplicate,
      row_number() over (partition by batch_id, original_id is null order by sequence)
        <= max_running as claimable
    from known
    where is_done or original_id is null or not is_single
  ), new_batches as (
    insert into batches (id, owner_id, upload_id, mapping, params, client_ip, user_agent, max_running,
      total, queued, complete, completed_at, last_event_id)
    select batch.*, total, total - done, done, case when done = total then now() end,
      total + (done = total)::integer
    from jsonb_to_recordset(given) as batch (id uuid, owner_id text, upload_id uuid, mapping text, params jsonb,
      client_ip inet, user_agent text, max_running integer)
    join (
      select batch_id, count(*)::integer as total, count(*) filter (where is_done)::integer as done
      from accepted group by batch_id
    ) as counts on counts.batch_id = batch.id
    returning id, status, last_event_id as last, completed_at is not null as has_ended
  ), new_jobs as (
    insert into jobs (id, batch_id, sequence, owner_id, original_filename, bytes, sha256, mapping,
      params, priority, dependency, source_type, source_url, upload_key, blocked_by, duplicate_of, status, stage, progress,
      started_at, completed_at, result_key, read_by, review_reasons, page_count, summary, reader, directory_version,
      deduped_from, cached, last_event, request_id, traceparent)
    select id, batch_id, sequence, owner_id, original_filename, bytes, sha256, mapping, params,
      priority, dependency, case when source_url is null then 'file' else 'url' end, source_url, upload_key,
      case when is_duplicate then 'original' end, case when is_duplicate then original_id end,
      case when is_done then 'complete' else 'queued' end,
      case when is_done then 'done' else 'queued' end,
      case when is_done then 100 else 0 end,
      case when is_done then now() end, case when is_done then now() end,
      result_key, read_by, coalesce(review_reasons, '[]'), page_count, summary, read_with, checked_with,
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
  ), added as (
    insert into waiting_jobs (batch_id, dependency, claimable, sort_key, job_id, owner_id)
    select new_jobs.batch_id, new_jobs.dependency, claimable, sort_key, id, new_jobs.owner_id
    from new_jobs join accepted using (id)
    where status = 'queued' and blocked_by is null
    returning owner_id, dependency, sort_key, claimable
  )
  select
    (select jsonb_agg(jsonb_build_object('requested_id', id, 'original_id', original_id,
      'is_done', is_done, 'job_id', case when is_done or original_id is null or not is_single then id else original_id end))
      from known),
    array_agg(owner_id), array_agg(dependency), array_agg(sort_key)
  into results, owners, dependency_names, sort_keys
  from added where claimable;
  if owners is not null then
    perform add_owner_shares(owners, dependency_names, sort_keys);
    -- Wakes the workers, sent with the commit.
    perform pg_notify('docket_queued', '');
  end if;
  -- A separate statement: it sees the outputs of an original that ended while its lock was awaited.
  insert into outputs (job_id, position, format, key, content_type, bytes)
  select result.job_id, output.*
  from jsonb_to_recordset(results) as result (job_id uuid, original_id uuid, is_done boolean)
  cross join lateral (
    select position, format, key, content_type, bytes from outputs
    where outputs.job_id = result.original_id offset 0
  ) as output
  where is_done;
  return query
    select * from jsonb_to_recordset(results)
      as (requested_id uuid, job_id uuid, original_id uuid, is_done boolean);
end
$$;

-- Like enqueue_batches, but also reads the jobs in the same round trip.
create function enqueue_batches_and_read(given jsonb)
returns table (requested_id uuid, job_id uuid, original_id uuid, is_done boolean, job jobs)
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set jit = off
as $$
#variable_conflict use_column
declare
  results jsonb;
begin
  select jsonb_agg(result) into results from enqueue_batches(given) as result;
  -- A separate statement, which sees what the statement above has written.
  return query
    select result.*, found.job
    from jsonb_to_recordset(results)
      as result (requested_id uuid, job_id uuid, original_id uuid, is_done boolean)
    -- "offset 0" keeps the planner from scanning all jobs.
    cross join lateral (
      select jobs as job from jobs where jobs.id = result.job_id offset 0
    ) as found;
end
$$;

-- Selects up to `wanted` claimable jobs and locks them: the owners with the lowest virtual time and, for each, the
-- jobs with the lowest sort_key. Requires lock_queue(), so that the caps and virtual times that it reads stay valid
-- until the commit. Skips jobs that are being cancelled. Its cost does not depend on how many jobs wait or have
-- ended.
create function pick_jobs(wanted integer) returns uuid[] language plpgsql as $$
declare
  depth integer;
  share_count integer;
  empty_owners text[];
  empty_dependencies text[];
  picked uuid[];
  queue_time double precision;
begin
  select count(*) into share_count from (
    select from dependencies
    cross join lateral (select from owner_shares where dependency = name limit wanted) as share
    limit wanted
  ) as some_shares;
  depth := ceil(wanted::double precision / greatest(share_count, 1));
  select virtual_time into queue_time from queue_clock;

  -- First takes a few jobs from each share, which is enough if many shares have jobs; then as many as one share could
  -- need.
  loop
    with room as materialized (
      select name as dependency,
        case
          when opened_at is null then coalesce(max_running - load.jobs, wanted)
          when probe_at <= now() and load.jobs = 0 then 1
          else 0
        end as free
      from dependencies
      cross join lateral (
        select count(*)::integer as jobs from running_jobs
        where running_jobs.dependency = name and name <> 'none'
      ) as load
    ), next_shares as materialized (
      select distinct on (share.owner_id, share.dependency) share.*, free
      from room
      cross join lateral (
        select owner_id, virtual_time, served, owner_shares.dependency from owner_shares
        where owner_shares.dependency = room.dependency
        order by virtual_time, served, sort_key
        limit wanted
      ) as share
      where free > 0
      order by share.owner_id, share.dependency, share.virtual_time, share.served
    ), candidates as materialized (
      select share.owner_id, share.dependency, share.served, share.free, share.virtual_time,
        job.job_id, job.batch_id, job.sort_key
      from next_shares as share
      left join lateral (
        select job_id, batch_id, sort_key from waiting_jobs
        where claimable and waiting_jobs.owner_id = share.owner_id and waiting_jobs.dependency = share.dependency
        order by sort_key, job_id
        limit least(depth, share.free)
      ) as job on true
    ), ranked as (
      select candidates.*,
        virtual_time + row_number() over (partition by owner_id order by sort_key, job_id) - 1 as job_time
      from candidates
      where job_id is not null
    ), allowed as (
      select job_id, job_time, served, sort_key,
        row_number() over (partition by dependency order by job_time, served, sort_key, job_id) <= free
          as has_room,
        batch.processing
          + row_number() over (partition by batch_id order by job_time, served, sort_key, job_id)
          <= batch.max_running as is_under_cap
      from ranked
      cross join lateral (
        select processing, max_running from batches where batches.id = batch_id limit 1
      ) as batch
    )
    select
      array(
        select job_id from allowed
        where has_room and is_under_cap
        order by job_time, served, sort_key, job_id
        limit wanted
      ),
      (select array_agg(owner_id) from candidates where job_id is null),
      (select array_agg(dependency) from candidates where job_id is null)
    into picked, empty_owners, empty_dependencies;
    exit when cardinality(picked) = wanted or depth >= wanted;
    depth := wanted;
  end loop;

  if cardinality(picked) > 0 then
    with locked as materialized (
      select id, owner_id from jobs
      where id = any (picked) and status = 'queued' and blocked_by is null
      for update skip locked
    ), counts as (
      select owner_id, count(*) as jobs from locked group by owner_id
    ), served_shares as (
      update owner_shares set virtual_time = greatest(virtual_time, queue_time) + counts.jobs, served = served + counts.jobs
      from counts
      where owner_shares.owner_id = counts.owner_id
    )
    select coalesce(array_agg(id), '{}') into picked from locked;
    queue_time := queue_time + cardinality(picked)::double precision
      / greatest(share_count - coalesce(cardinality(empty_owners), 0), 1);
  elsif empty_owners is not null then
    select greatest(queue_time, max(virtual_time)) into queue_time from owner_shares
    where (owner_id, dependency) in (select * from unnest(empty_owners, empty_dependencies));
  end if;
  update queue_clock set virtual_time = queue_time where virtual_time < queue_time;

  if empty_owners is not null then
    -- Locks the rows before checking again: a job may have been committed in between.
    select array_agg(owner_id), array_agg(dependency) into empty_owners, empty_dependencies from (
      select owner_id, dependency from owner_shares
      where (owner_id, dependency) in (select * from unnest(empty_owners, empty_dependencies))
        and virtual_time <= queue_time
      for update skip locked
    ) as locked;
    delete from owner_shares
    where (owner_id, dependency) in (select * from unnest(empty_owners, empty_dependencies))
      and not exists (
        select from waiting_jobs
        where claimable and waiting_jobs.owner_id = owner_shares.owner_id and waiting_jobs.dependency = owner_shares.dependency);
  end if;
  return picked;
end
$$;

-- Completes attempts and claims up to `wanted` jobs, in one round trip and one commit. Returns a row for each claimed
-- job, and a row for each completion that came too late and had no effect.
create function complete_and_claim_jobs(
  worker text, lease_seconds double precision, wanted integer,
  completed_ids uuid[], completed_epochs integer[], completed_keys text[]
) returns table (
  is_late boolean, id uuid, epoch integer, batch_id uuid, owner_id text, original_filename text,
  bytes integer, sha256 text, mapping text, params jsonb, source_url text, upload_key text,
  attempt_count integer, dependency text, duplicate_of uuid, reread_reason text, request_id uuid,
  traceparent text, waited_ms double precision
)
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_bitmapscan = off
set jit = off
as $$
#variable_conflict use_column
declare
  picked uuid[];
begin
  perform lock_queue();
  if cardinality(completed_ids) > 0 then
    return query
    with completed as (
      update jobs as job set
        status = 'complete', last_event = 'complete', stage = 'done', progress = 100,
        result_key = done.key, error_code = null, error_detail = null,
        completed_at = clock_timestamp(), updated_at = clock_timestamp(), reread_reason = null,
        leased_by = null, lease_expires_at = null
      from unnest(completed_ids, completed_epochs, completed_keys) as done (id, epoch, key)
      -- coalesce keeps the planner from starting with the few running jobs.
      where job.id = done.id and job.epoch = done.epoch
        and coalesce(job.status = 'processing', false)
      returning job.id
    )
    select true, done.id, done.epoch, null::uuid, null, null, null::integer, null, null,
      null::jsonb, null, null, null::integer, null, null::uuid, null, null::uuid, null,
      null::double precision
    from unnest(completed_ids, completed_epochs) as done (id, epoch)
    where done.id not in (select id from completed);
  end if;
  if wanted > 0 and not exists (select from queue_pause) then
    if exists (select from jobs where blocked_by = 'time' and run_at <= now()) then
      update jobs set blocked_by = null where blocked_by = 'time' and run_at <= now();
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
        job.upload_key, job.attempt_count, job.dependency, job.duplicate_of,
        job.reread_reason, job.request_id, job.traceparent,
        extract(epoch from clock_timestamp() - greatest(job.queued_at, job.run_at))::float8 * 1000;
    end if;
  end if;
end
$$;

-- Moves all of one owner's jobs to another owner and returns how many; record_job_changes moves their queue entries.
create function transfer_jobs(from_owner text, to_owner text) returns integer language plpgsql as $$
declare
  moved integer;
begin
  perform lock_queue();
  update batches set owner_id = to_owner where owner_id = from_owner;
  update jobs set owner_id = to_owner where owner_id = from_owner;
  get diagnostics moved = row_count;
  return moved;
end
$$;

-- Requeues and returns the jobs in these batches that nothing else would start: jobs that wait for a job that has
-- ended, are missing from waiting_jobs, were not admitted by their batch, or have no row in owner_shares.
create function unblock_stuck_jobs(batch_ids uuid[]) returns table (id uuid, batch_id uuid)
language plpgsql as $$
#variable_conflict use_column
begin
  return query
  update jobs as job set blocked_by = null
  where job.batch_id = any (batch_ids) and job.blocked_by = 'original' and not exists (
    select from jobs as original
    where original.id = job.duplicate_of and original.status in ('queued', 'processing'))
  returning job.id, job.batch_id;

  insert into waiting_jobs (batch_id, dependency, claimable, sort_key, job_id, owner_id)
  select job.batch_id, job.dependency, false, job.sort_key, job.id, job.owner_id from jobs as job
  where job.batch_id = any (batch_ids) and job.status = 'queued' and job.blocked_by is null
    and not exists (
      select from waiting_jobs where waiting_jobs.batch_id = job.batch_id and waiting_jobs.job_id = job.id);

  return query
  select job_id, waiting_jobs.batch_id from waiting_jobs
  where waiting_jobs.batch_id = any (batch_ids) and claimable and not exists (
    select from owner_shares
    where owner_shares.owner_id = waiting_jobs.owner_id and owner_shares.dependency = waiting_jobs.dependency);
  perform add_owner_shares(array_agg(owner_id), array_agg(dependency), array_agg(sort_key)) from waiting_jobs
  where waiting_jobs.batch_id = any (batch_ids) and claimable
  having count(*) > 0;
  return query
  select job.id, job.batch_id from unnest(admit_jobs(batch_ids)) as admitted (id)
  join jobs as job using (id);
end
$$;
