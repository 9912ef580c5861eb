-- The queue: its tables, and the functions that enqueue, claim and complete jobs. They run in the database so that
-- order and caps hold for any number of workers.
--
-- Order: priority; among equal priorities, fair queueing by virtual time between owners (owner_shares, queue_clock);
-- within an owner, jobs.sort_key, which also lets a long-waiting job compete with higher priorities.
-- Locks: a transaction that updates jobs in several batches takes lock_queue() first, or, for completions and claims,
-- lock_turn(). All other transactions lock one batch and so cannot deadlock, except with two batches that contain each
-- other's duplicates; Postgres detects such a deadlock, and the transaction is retried.
-- Plans: functions set planner options, so that their plans do not depend on how full the tables are when they are
-- first called: a hash or merge join that is planned while jobs is empty would later read all of it. enable_nestloop = off
-- still allows nested loops where a lateral join has no other plan.

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
-- both in the same commit as any statement that changes a job, except the dependency of a running one (reserveDependency).
create table waiting_jobs (
  batch_id uuid not null,
  dependency text not null,
  priority integer not null,
  claimable boolean not null, -- may be claimed now; each batch has as many claimable jobs as its cap leaves room for
  sort_key double precision not null,
  job_id uuid not null,
  owner_id text not null
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_cost_delay = 0);
create index waiting_jobs_claimable on waiting_jobs (owner_id, dependency, priority, sort_key, job_id) where claimable;
create index waiting_jobs_by_batch on waiting_jobs (batch_id, claimable, dependency, sort_key, job_id);

create table running_jobs (
  job_id uuid primary key,
  dependency text not null
) with (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_cost_delay = 0);
create index running_jobs_with_cap on running_jobs (dependency) where dependency <> 'none';

-- Fair queueing: one row per owner, dependency and priority with claimable jobs. Among the rows with the highest
-- priority, the one with the lowest virtual time is served next, and its owner's virtual time rises with every job. A
-- row outlives its last job until the queue's clock has caught up, so that an owner who refills the queue immediately
-- keeps their position. Two transactions that add the same row at the same time may both insert it, because a unique
-- key would make one transaction wait for the other; claims merge such duplicates.
create table owner_shares (
  owner_id text not null,
  dependency text not null,
  priority integer not null,
  virtual_time double precision not null,
  served bigint not null default 0, -- jobs claimed so far; breaks ties
  sort_key double precision not null -- lowest sort key among its jobs when the row was added; breaks ties
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_cost_delay = 0);
create index owner_shares_by_owner on owner_shares (owner_id, dependency, priority);
create index owner_shares_by_virtual_time on owner_shares (dependency, priority, virtual_time, served, sort_key);

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

-- Take this lock first when updating jobs in several batches. It excludes all claims.
create function lock_queue() returns void language sql as $$
  select pg_advisory_xact_lock(702117002)
$$;

-- Locks what completes these jobs and claims `wanted` others. If no job has a dependency and all have one priority, locks
-- only their owners and that many others, which it returns: transactions with different owners share no batch, no cap
-- and no duplicate, so they need not wait for each other's commit. Otherwise, or if too few other owners are free, takes
-- lock_queue() and returns null. Only the completed jobs' owners are waited for, in order, so no deadlock is possible.
create function lock_turn(wanted integer, completions jsonb) returns text[]
language plpgsql
as $$
declare
  owners text[];
  owners_with_jobs integer;
begin
  if (
    select first.ctid <> last.ctid and first.dependency = 'none'
      and (first.dependency, first.priority) = (last.dependency, last.priority)
    from (select ctid, dependency, priority from owner_shares
      order by dependency, priority, virtual_time, served, sort_key limit 1) as first
    cross join (select ctid, dependency, priority from owner_shares
      order by dependency desc, priority desc, virtual_time desc, served desc, sort_key desc limit 1) as last
  ) and not exists (select from jobs where blocked_by = 'time' and run_at <= now()) then
    begin
      perform pg_advisory_xact_lock_shared(702117002);
      perform pg_advisory_xact_lock(702117005, owner_hash) from (
        select distinct hashtext(jobs.owner_id) as owner_hash
        from jsonb_to_recordset(completions) as done (id uuid) join jobs using (id)
        order by 1
      ) as owners_to_lock;
      select coalesce(array_agg(owner_id), '{}'), count(distinct owner_id) filter (where exists (
        select from waiting_jobs
        where claimable and waiting_jobs.owner_id = free.owner_id and waiting_jobs.dependency = free.dependency
          and waiting_jobs.priority = free.priority))
      into owners, owners_with_jobs
      from (
        select * from (
          select owner_id, dependency, priority from owner_shares
          order by dependency, priority, virtual_time, served, sort_key
        ) as share
        where pg_try_advisory_xact_lock(702117005, hashtext(owner_id))
        limit case when wanted > 0 then wanted + 2 else 0 end -- some shares may have no jobs left
      ) as free;
      if owners_with_jobs >= wanted then
        return owners;
      end if;
      raise lock_not_available;
    exception when lock_not_available then null; -- has released the locks
    end;
  end if;
  perform lock_queue();
  return null;
end
$$;

-- Adds missing owner_shares rows for claimable jobs. The shared lock keeps a claim that sees a row without jobs from
-- deleting it before these jobs are committed.
create function add_owner_shares(
  owners text[], dependency_names text[], priorities integer[], sort_keys double precision[]
) returns void
language plpgsql
set enable_seqscan = off
as $$
begin
  insert into owner_shares (owner_id, dependency, priority, virtual_time, sort_key)
  select missing.owner_id, missing.dependency, missing.priority, (select virtual_time from queue_clock), missing.sort_key
  from (
    select owner_id, dependency, priority, min(sort_key) as sort_key
    from unnest(owners, dependency_names, priorities, sort_keys) as job (owner_id, dependency, priority, sort_key)
    group by owner_id, dependency, priority
  ) as missing
  where not exists (
    select from owner_shares as share
    where share.owner_id = missing.owner_id and share.dependency = missing.dependency
      and share.priority = missing.priority
    for key share);
end
$$;

-- Makes waiting jobs in these batches claimable as far as the caps allow, and returns them. `ending` is the number of
-- running jobs per batch that this transaction is about to complete.
create function admit_jobs(batch_ids uuid[], ending integer[] default null) returns uuid[]
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set jit = off
as $$
declare
  admitted uuid[];
begin
  if not exists (
    select from unnest(batch_ids) as batch (id)
    cross join lateral (select from waiting_jobs where batch_id = batch.id and not claimable limit 1) as waiting_job
  ) then
    return null;
  end if;
  with promoted as (
    update waiting_jobs set claimable = true where ctid = any (array(
      select next.ctid
      from (
        select batch_id, coalesce(max(jobs), 0) as ending
        from unnest(batch_ids, ending) as given (batch_id, jobs) group by batch_id
      ) as given
      cross join lateral (
        select max_running - processing + given.ending as room from batches where id = given.batch_id limit 1
      ) as batch
      cross join dependencies
      cross join lateral (
        select ctid from waiting_jobs
        where waiting_jobs.batch_id = given.batch_id and waiting_jobs.dependency = name and not claimable
        order by sort_key, job_id
        limit greatest(0, room - (
          select count(*) from waiting_jobs
          where waiting_jobs.batch_id = given.batch_id and waiting_jobs.dependency = name and claimable))
      ) as next))
    returning waiting_jobs.job_id, waiting_jobs.owner_id, waiting_jobs.dependency, waiting_jobs.priority,
      waiting_jobs.sort_key
  )
  select array_agg(job_id), add_owner_shares(array_agg(owner_id), array_agg(dependency), array_agg(priority),
    array_agg(sort_key))
  into admitted from promoted;
  return admitted;
end
$$;

-- Notifies subscribers of changed batches when the transaction commits. This is only a hint, because subscribers also
-- poll. 200 ids per message stay under the 8000 bytes that NOTIFY allows.
create function notify_batches_changed(batch_ids uuid[]) returns void language plpgsql as $$
begin
  for start in 1 .. cardinality(batch_ids) by 200 loop
    perform pg_notify('docket_changed', array_to_string(batch_ids[start : start + 199], ','));
  end loop;
end
$$;

-- Releases jobs that waited for the result of one of these jobs.
create function unblock_duplicates(originals uuid[]) returns void language plpgsql as $$
begin
  if exists (select from jobs where blocked_by = 'original' and duplicate_of = any (originals)) then
    update jobs set blocked_by = null where blocked_by = 'original' and duplicate_of = any (originals);
  end if;
end
$$;

-- Runs after any statement that updates jobs. Writes their events, updates the counters of their batches, and maintains
-- waiting_jobs and running_jobs, in the same commit. Numbers of events are assigned while the batch row is locked, so
-- that they have no gaps and follow the commit order; batch rows are locked in id order. Then admits the next jobs in
-- batches where some have ended, and releases jobs that waited for the result of a job that has ended. Uses separate
-- statements, because a change needs only some of them, and starting a large plan costs more than running it for a few
-- jobs.
create function record_job_changes() returns trigger
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_hashjoin = on
set enable_nestloop = off
set jit = off
as $$
declare
  changed_batches uuid[];
  without_timestamp uuid[];
  moved_batches uuid[];
  numbers_before integer[];
  batches_with_waiting uuid[];
  batches_with_room uuid[];
  has_left_queue boolean;
  stopped_jobs uuid[];
  is_claim boolean;
  ended_jobs uuid[];
  expired_jobs uuid[];
begin
  select
    array_agg(distinct new_job.batch_id),
    array_agg(new_job.id) filter (where new_job.updated_at = old_job.updated_at),
    array_agg(distinct new_job.batch_id) filter (
      where (new_job.status, new_job.stage, new_job.progress, new_job.blocked_by, new_job.dependency,
          new_job.sort_key, new_job.owner_id)
        is distinct from (old_job.status, old_job.stage, old_job.progress, old_job.blocked_by,
          old_job.dependency, old_job.sort_key, old_job.owner_id)),
    array_agg(distinct new_job.batch_id) filter (where new_job.status = 'queued'
      and (new_job.blocked_by is null or (old_job.status = 'queued' and old_job.blocked_by is null))),
    bool_or(old_job.status = 'queued' and old_job.blocked_by is null),
    array_agg(new_job.id) filter (where old_job.status = 'processing' and new_job.status <> 'processing'),
    bool_or(old_job.status = 'queued' and new_job.status = 'processing'),
    array_agg(new_job.id) filter (
      where old_job.status in ('queued', 'processing') and new_job.status not in ('queued', 'processing')),
    array_agg(new_job.id) filter (where new_job.status = 'expired')
  into changed_batches, without_timestamp, moved_batches, batches_with_waiting, has_left_queue, stopped_jobs,
    is_claim, ended_jobs, expired_jobs
  from new_jobs as new_job
  join old_jobs as old_job using (id)
  -- Renewing a lease does not change the job.
  where new_job.status <> old_job.status or new_job.lease_expires_at is not distinct from old_job.lease_expires_at;
  -- Sets updated_at where the statement did not; frequent statements do.
  if without_timestamp is not null then
    update jobs set updated_at = clock_timestamp() where id = any (without_timestamp);
  end if;
  -- Notifies only for the outer statement, because users do not see the changes that this trigger makes to other jobs.
  if changed_batches is not null and pg_trigger_depth() = 1 then
    perform notify_batches_changed(changed_batches);
  end if;
  if moved_batches is null then
    return null;
  end if;
  -- In its own statement, so that the next one sees what the previous holders of these locks committed.
  perform from batches where id = any (moved_batches || batches_with_waiting) order by id for no key update;

  with changed as materialized (
    select new_job.id, new_job.batch_id, new_job.sequence, new_job.status, new_job.stage, new_job.progress,
      new_job.epoch, new_job.attempt_count, new_job.leased_by, new_job.error_code, new_job.error_detail,
      old_job.status as old_status,
      case when new_job.status = old_job.status then 'progress' else new_job.last_event end as type
    from new_jobs as new_job
    join old_jobs as old_job using (id)
    where (new_job.status, new_job.stage, new_job.progress)
      is distinct from (old_job.status, old_job.stage, old_job.progress)
  ), delta as (
    select batch_id, count(*)::integer as events,
      sum((status = 'queued')::integer - (old_status = 'queued')::integer) as queued,
      sum((status = 'processing')::integer - (old_status = 'processing')::integer) as processing,
      sum((status in ('complete', 'expired'))::integer
        - (old_status in ('complete', 'expired'))::integer) as complete,
      sum((status = 'failed')::integer - (old_status = 'failed')::integer) as failed,
      sum((status = 'cancelled')::integer - (old_status = 'cancelled')::integer) as cancelled,
      bool_or(status <> 'processing' and old_status in ('queued', 'processing')) as frees_room
    from changed
    group by batch_id
  ), numbered as (
    update batches set
      last_event_id = batches.last_event_id + delta.events + (delta.queued + delta.processing < 0
        and batches.queued + delta.queued + batches.processing + delta.processing = 0)::integer,
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
    from delta
    where batches.id = delta.batch_id and batches.id = any (moved_batches)
    returning batches.id, batches.status, batches.last_event_id as last, delta.events,
      delta.queued + delta.processing < 0 and batches.queued + batches.processing = 0 as ends,
      frees_room and batches.queued > 0 as has_room
  ), recorded as (
    insert into events (batch_id, number, job_id, type, status, stage, progress, epoch, attempt,
      worker, error_code, error_detail)
    select batch_id, last - ends::integer - events + row_number() over (
        partition by batch_id order by changed.status = 'processing', sequence),
      changed.id, type, changed.status, stage, progress, epoch, attempt_count, leased_by,
      error_code, error_detail
    from changed join numbered on numbered.id = batch_id
    union all
    select id, last, null, 'finish', status, null, null, null, null, null, null, null
    from numbered where ends
  )
  select array_agg(id), array_agg(last - ends::integer - events), array_agg(id) filter (where has_room)
  into moved_batches, numbers_before, batches_with_room from numbered;

  if has_left_queue then
    delete from waiting_jobs where ctid = any (array(
      select entry.ctid from new_jobs as new_job
      join old_jobs as old_job using (id)
      cross join lateral (
        select ctid from waiting_jobs
        where waiting_jobs.batch_id = new_job.batch_id and claimable and waiting_jobs.dependency = old_job.dependency
          and waiting_jobs.sort_key = old_job.sort_key and job_id = new_job.id
        union all
        select ctid from waiting_jobs
        where new_job.status <> 'processing' and waiting_jobs.batch_id = new_job.batch_id and not claimable
          and waiting_jobs.dependency = old_job.dependency and waiting_jobs.sort_key = old_job.sort_key
          and job_id = new_job.id
        limit 1
      ) as entry
      where old_job.status = 'queued' and old_job.blocked_by is null));
  end if;
  if stopped_jobs is not null then
    delete from running_jobs where job_id = any (stopped_jobs);
  end if;
  if is_claim then
    insert into running_jobs (job_id, dependency)
    select id, new_job.dependency from new_jobs as new_job join old_jobs as old_job using (id)
    where old_job.status = 'queued' and new_job.status = 'processing';
  end if;
  if batches_with_waiting is not null then
    insert into waiting_jobs (batch_id, dependency, priority, claimable, sort_key, job_id, owner_id)
    select batch_id, dependency, priority, false, sort_key, id, owner_id from new_jobs
    where status = 'queued' and blocked_by is null;
    batches_with_room := batches_with_room || batches_with_waiting;
  end if;
  -- A claim has admitted jobs before.
  if batches_with_room is not null and not is_claim then
    perform admit_jobs(batches_with_room);
  end if;
  if expired_jobs is not null then
    -- Also deletes corrections and sheet changes, because they contain parts of the result.
    delete from reading_changes where job_id = any (expired_jobs);
    delete from sheet_changes where job_id = any (expired_jobs);
  end if;
  if ended_jobs is null then
    return null;
  end if;
  perform enqueue_notifications(moved_batches, numbers_before);
  perform unblock_duplicates(ended_jobs);
  return null;
end
$$;

create trigger record_job_changes after update on jobs
  referencing old table as old_jobs new table as new_jobs
  for each statement execute function record_job_changes();

-- Keeps the result of a document if reading it again fails, times out or is cancelled, or if a user approves the result
-- meanwhile. Keeps an error, to show what went wrong.
create function restore_result() returns trigger language plpgsql as $$
begin
  if new.status in ('failed', 'cancelled') or (new.status = 'queued' and new.approved_at is not null
    and new.approved_at is distinct from old.approved_at) then
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
  end if;
  return new;
end
$$;

create trigger restore_result before update on jobs
  for each row when (old.reread_reason is not null and new.reread_reason is not null)
  execute function restore_result();

-- Removes deleted jobs from the queue, and their outputs.
create function forget_jobs() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' then
    truncate waiting_jobs, running_jobs, outputs;
    return null;
  end if;
  delete from waiting_jobs using old_jobs as deleted
  where waiting_jobs.batch_id = deleted.batch_id and waiting_jobs.dependency = deleted.dependency
    and claimable = any ('{true,false}') and waiting_jobs.sort_key = deleted.sort_key and waiting_jobs.job_id = deleted.id;
  delete from running_jobs using old_jobs as deleted where running_jobs.job_id = deleted.id;
  delete from outputs using old_jobs as deleted where outputs.job_id = deleted.id;
  return null;
end
$$;

create trigger forget_deleted_jobs after delete on jobs
  referencing old table as old_jobs for each statement execute function forget_jobs();
create trigger forget_all_jobs after truncate on jobs for each statement execute function forget_jobs();

-- Changes the priority of waiting jobs, and returns those that changed. Also recomputes which jobs of their batches are
-- claimable, so that a job does not wait behind jobs of its batch with a lower priority. Requires lock_queue().
create function prioritize_jobs(job_ids uuid[], new_priority integer)
returns table (id uuid, batch_id uuid)
language plpgsql
as $$
#variable_conflict use_column
declare
  batch_ids uuid[] := array(select distinct jobs.batch_id from jobs where jobs.id = any (job_ids) and status = 'queued');
begin
  return query
  update jobs set priority = new_priority where jobs.id = any (job_ids) and status = 'queued'
  returning jobs.id, jobs.batch_id;
  update waiting_jobs set claimable = false where waiting_jobs.batch_id = any (batch_ids) and claimable;
  perform admit_jobs(batch_ids);
end
$$;

-- Enqueues batches of jobs in one commit. If the owner's document was already read with the same mapping and
-- parameters, by the same reader and with the same directory (or a user approved the reading), the new job is complete
-- immediately. If the document is still being read, the new job waits for that result or, when uploaded alone, is not
-- added at all. Returns, for each given job, the job that represents it.
create function enqueue_batches(given jsonb)
returns table (requested_id uuid, job_id uuid, original_id uuid, is_done boolean, created_at timestamptz)
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_nestloop = off
set jit = off
as $$
#variable_conflict use_column
declare
  requested_ids uuid[];
  hashes text[];
  -- Requested jobs whose document is known, with the jobs that represent them, their originals, and whether these are
  -- complete.
  known_ids uuid[];
  known_as uuid[];
  originals uuid[];
  are_done boolean[];
  new_batch_ids uuid[];
  batches_with_results uuid[];
  has_claimable_jobs boolean;
begin
  if not (select jsonb_agg(name) from dependencies) @> jsonb_path_query_array(given, '$[*].jobs[*].dependency') then
    raise exception 'A job has an unknown dependency';
  end if;

  -- Serialises the enqueues of each owner, so that two concurrent uploads of one document see each other.
  perform pg_advisory_xact_lock(702117003, owner_hash) from (
    select distinct hashtext(owner_id) as owner_hash
    from jsonb_to_recordset(given) as batch (owner_id text)
    order by 1
  ) as owners_to_lock;

  select array_agg((job ->> 'id')::uuid), array_agg(job ->> 'sha256') filter (where job ? 'sha256')
  into requested_ids, hashes from jsonb_path_query(given, '$[*].jobs[*]') as job;

  -- Compares hashes first, because that is the cheapest way to see that documents are new, as most are.
  if (select count(*) > count(distinct hash) from unnest(hashes) as one (hash))
    or exists (select from jobs where sha256 = any (hashes)) then
    with requested as materialized (
      select owner_id, mapping, batch.params, is_single, reader, job.id, sha256,
        coalesce((select version from directories where directories.owner_id = batch.owner_id), 0) as directory_version,
        first_value(job.id) over (partition by owner_id, sha256, mapping, batch.params order by batch.nth, job.nth)
          as first_id
      from rows from (
        jsonb_to_recordset(given) as (owner_id text, mapping text, params jsonb, is_single boolean, reader text,
          jobs jsonb)
      ) with ordinality as batch (owner_id, mapping, params, is_single, reader, jobs, nth)
      cross join lateral rows from (
        jsonb_to_recordset(jobs) as (id uuid, sha256 text)
      ) with ordinality as job (id, sha256, nth)
      where sha256 is not null -- a document that has not been downloaded is never a duplicate
    ), known as materialized (
      select requested.id, is_single, coalesce(original.status = 'complete', false) as is_done,
        coalesce(original.id, nullif(first_id, requested.id)) as original_id
      from requested
      -- Shared locks keep the original from ending or expiring before this commits.
      left join lateral (
        select id, status from jobs
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
    )
    select array_agg(id), array_agg(case when is_single and not is_done then original_id else id end),
      array_agg(original_id), array_agg(is_done)
    into known_ids, known_as, originals, are_done
    from known where original_id is not null;
  end if;

  with accepted as materialized (
    select batch.id as batch_id, owner_id, mapping, batch.params, request_id, traceparent, job.*,
      known.original_id, coalesce(known.is_done, false) as is_done
    from jsonb_to_recordset(given) as batch (id uuid, owner_id text, mapping text, params jsonb, request_id uuid,
      traceparent text, jobs jsonb)
    cross join lateral rows from (
      jsonb_to_recordset(jobs) as (id uuid, original_filename text, bytes integer, sha256 text,
        source_url text, upload_key text, priority integer, dependency text, split_from uuid, split_pages integer[])
    ) with ordinality as job (id, original_filename, bytes, sha256, source_url, upload_key, priority, dependency,
      split_from, split_pages, sequence)
    left join unnest(known_ids, known_as, originals, are_done) as known (id, job_id, original_id, is_done)
      on known.id = job.id
    where coalesce(known.job_id = job.id, true)
  ), new_batches as (
    insert into batches (id, owner_id, upload_id, mapping, params, client_ip, user_agent, max_running,
      client_reference, callback_url, callback_scope, callback_id, total, queued, complete, completed_at, last_event_id)
    select batch.*, total, total - done, done, case when done = total then now() end, total + (done = total)::integer
    from jsonb_to_recordset(given) as batch (id uuid, owner_id text, upload_id uuid, mapping text, params jsonb,
      client_ip inet, user_agent text, max_running integer, client_reference text, callback_url text,
      callback_scope text, callback_id uuid)
    join (
      select batch_id, count(*)::integer as total, count(*) filter (where is_done)::integer as done
      from accepted group by batch_id
    ) as counts on counts.batch_id = batch.id
    returning id, status, max_running, complete, last_event_id, completed_at
  ), new_jobs as (
    insert into jobs (id, batch_id, sequence, owner_id, original_filename, bytes, sha256, mapping,
      params, priority, dependency, source_type, source_url, upload_key, blocked_by, duplicate_of, status, stage, progress,
      started_at, completed_at, result_key, read_by, review_reasons, page_count, summary, reader, directory_version,
      deduped_from, cached, last_event, request_id, traceparent, split_from, split_pages)
    select id, batch_id, sequence, owner_id, original_filename, bytes, sha256, mapping, params,
      priority, dependency, case when source_url is null then 'file' else 'url' end, source_url, upload_key,
      case when original_id is not null and not is_done then 'original' end, case when not is_done then original_id end,
      case when is_done then 'complete' else 'queued' end, case when is_done then 'done' else 'queued' end,
      case when is_done then 100 else 0 end, case when is_done then now() end, case when is_done then now() end,
      result_key, read_by, coalesce(review_reasons, '[]'), page_count, summary, reader, directory_version,
      case when is_done then original_id end, is_done, case when is_done then 'complete' else 'queue' end,
      request_id, traceparent, split_from, split_pages
    from accepted
    left join lateral (
      select result_key, read_by, review_reasons, page_count, summary, reader, directory_version from jobs
      where jobs.id = accepted.original_id and accepted.is_done limit 1
    ) as original on true
    returning id, batch_id, sequence, owner_id, dependency, priority, sort_key, status, stage, progress, last_event,
      blocked_by
  ), recorded as (
    insert into events (batch_id, number, job_id, type, status, stage, progress, epoch, attempt)
    select batch_id, sequence, id, last_event, status, stage, progress, 0, 0 from new_jobs
    union all
    select id, last_event_id, null, 'finish', status, null, null, null, null
    from new_batches where completed_at is not null
  ), added as (
    insert into waiting_jobs (batch_id, dependency, priority, claimable, sort_key, job_id, owner_id)
    select batch_id, dependency, priority,
      row_number() over (partition by batch_id order by sequence) <= max_running as claimable,
      sort_key, new_jobs.id, owner_id
    from new_jobs join new_batches on new_batches.id = batch_id
    where new_jobs.status = 'queued' and blocked_by is null
    returning owner_id, dependency, priority, sort_key, claimable
  )
  select array(select id from new_batches), (select array_agg(id) from new_batches where complete > 0), count(*) > 0,
    add_owner_shares(array_agg(owner_id), array_agg(dependency), array_agg(priority), array_agg(sort_key))
  into new_batch_ids, batches_with_results, has_claimable_jobs
  from added where claimable;
  perform notify_batches_changed(new_batch_ids);
  -- Wakes the workers, sent with the commit; also because a claim skips originals that this transaction has locked.
  if has_claimable_jobs or false = any (are_done) then
    perform pg_notify('docket_queued', '');
  end if;
  if batches_with_results is not null then
    perform enqueue_notifications(batches_with_results, array_fill(0, array[cardinality(batches_with_results)]));
    insert into outputs (job_id, position, format, key, content_type, bytes)
    select known.id, output.*
    from unnest(known_ids, originals, are_done) as known (id, original_id, is_done)
    cross join lateral (
      select position, format, key, content_type, bytes from outputs
      where outputs.job_id = known.original_id offset 0
    ) as output
    where is_done;
  end if;
  return query
    select requested.id, coalesce(known.job_id, requested.id), known.original_id, coalesce(known.is_done, false), now()
    from unnest(requested_ids) as requested (id)
    left join unnest(known_ids, known_as, originals, are_done) as known (id, job_id, original_id, is_done) using (id);
end
$$;

-- Selects and locks up to `wanted` claimable jobs. Higher priorities go first; within a priority, owners with the
-- lowest virtual time; within an owner, jobs with the lowest sort_key. A job competes with a higher priority once it
-- has waited so long that its sort_key is below those of that priority. Requires lock_turn(), so that the caps and
-- virtual times it reads stay valid until the commit; `owners` are those that it has locked, or null for all. Skips jobs
-- that are being cancelled. The cost does not depend on the number of waiting or finished jobs. Ending jobs, which this
-- transaction is about to complete, count as completed.
create function pick_jobs(
  wanted integer, owners text[], ending_jobs uuid[], ending_batches uuid[], ending_counts integer[]
) returns uuid[]
language plpgsql
set enable_hashjoin = on
as $$
declare
  is_deep boolean := false;
  may_be_more boolean;
  active_owners integer;
  any_shares owner_shares[] := array(select owner_shares from owner_shares limit 2);
  empty_shares tid[];
  has_candidates boolean;
  picked uuid[];
  queue_time double precision;
  served_from double precision;
begin
  if cardinality(any_shares) = 0 then
    return '{}';
  end if;
  select virtual_time into queue_time from queue_clock;

  -- A single share, as on a computer with one user, needs no comparison.
  if owners is null and cardinality(any_shares) = 1 and any_shares[1].dependency = 'none' then
    select coalesce(array_agg(job_id order by sort_key, job_id) filter (where is_under_cap), '{}'), count(*) > 0
    into picked, has_candidates
    from (
      select job_id, job.sort_key, batch.processing - coalesce(ending.jobs, 0)
        + row_number() over (partition by job.batch_id order by job.sort_key, job_id)
        <= batch.max_running as is_under_cap
      from (
        select job_id, batch_id, sort_key from waiting_jobs
        where claimable and owner_id = any_shares[1].owner_id and dependency = 'none' and priority = any_shares[1].priority
        order by sort_key, job_id
        limit wanted
      ) as job
      cross join lateral (
        select processing, max_running from batches where batches.id = job.batch_id limit 1
      ) as batch
      left join unnest(ending_batches, ending_counts) as ending (batch_id, jobs) on ending.batch_id = job.batch_id
    ) as candidate;
    active_owners := 1;
    if not has_candidates then
      empty_shares := array(select ctid from owner_shares limit 2);
    end if;
  end if;

  -- The first pass takes only a few jobs from each share, which is enough if many shares of a priority have jobs. The
  -- second pass takes as many as a single share could need.
  while picked is null or (may_be_more and is_deep) loop
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
        where running_jobs.dependency = name and running_jobs.dependency <> 'none' and job_id <> all (ending_jobs)
      ) as load
      where owners is null or name = 'none'
    ), priorities as materialized (
      select dependency, free, one.priority
      from room
      cross join lateral (
        with recursive descending as (
          (select priority from owner_shares where owner_shares.dependency = room.dependency
            order by priority desc limit 1)
          union all
          select lower.priority from descending cross join lateral (
            select priority from owner_shares
            where owner_shares.dependency = room.dependency and owner_shares.priority < descending.priority
            order by priority desc limit 1
          ) as lower
        )
        select priority from descending
      ) as one
      where free > 0
    ), next_shares as materialized (
      select distinct on (share.owner_id, share.dependency, share.priority) share.*, free,
        case when is_deep then wanted else ceil(wanted::double precision / shares)::integer end as depth
      from priorities
      cross join lateral (
        select *, count(*) over () as shares from (
          select ctid as place, owner_id, dependency, priority, virtual_time, served from owner_shares
          where owner_shares.dependency = priorities.dependency and owner_shares.priority = priorities.priority
            and (owners is null or owner_id = any (owners))
          order by virtual_time, served, sort_key
          limit coalesce(cardinality(owners), 2 * wanted + 2) -- some shares may have no jobs left
        ) as first_shares
      ) as share
      order by share.owner_id, share.dependency, share.priority, share.virtual_time, share.served
    ), candidates as materialized (
      select share.place, share.owner_id, share.dependency, share.priority, share.served, share.free, share.virtual_time,
        share.depth, job.job_id, job.batch_id, job.sort_key
      from next_shares as share
      left join lateral (
        select job_id, batch_id, sort_key from waiting_jobs
        where claimable and waiting_jobs.owner_id = share.owner_id and waiting_jobs.dependency = share.dependency
          and waiting_jobs.priority = share.priority
        order by sort_key, job_id
        limit least(share.depth, share.free)
      ) as job on true
    ), oldest as materialized (
      select priority, min(sort_key) as sort_key from candidates group by priority
    ), aged as (
      select candidates.*, greatest(priority, (
        select max(oldest.priority) from oldest where oldest.sort_key > candidates.sort_key)) as level
      from candidates
      where job_id is not null
    ), ranked as materialized (
      select aged.*,
        virtual_time + row_number() over (partition by owner_id order by level desc, sort_key, job_id) - 1 as job_time
      from aged
    ), allowed as (
      select job_id, level, job_time, served, sort_key,
        row_number() over (partition by dependency order by level desc, job_time, served, sort_key, job_id) <= free
          as has_room,
        batch.processing - coalesce(ending.jobs, 0)
          + row_number() over (partition by ranked.batch_id order by level desc, job_time, served, sort_key, job_id)
          <= batch.max_running as is_under_cap
      from ranked
      cross join lateral (
        select processing, max_running from batches where batches.id = ranked.batch_id limit 1
      ) as batch
      left join unnest(ending_batches, ending_counts) as ending (batch_id, jobs) on ending.batch_id = ranked.batch_id
    ), chosen as materialized (
      select job_id, level from allowed
      where has_room and is_under_cap
      order by level desc, job_time, served, sort_key, job_id
      limit wanted
    ), lowest as (
      select min(level) as level, count(*) as jobs from chosen
    )
    select
      array(select job_id from chosen),
      (select count(distinct owner_id) from ranked where ranked.level >= lowest.level),
      (lowest.jobs < wanted or lowest.level < (select max(level) from ranked)) and exists (
        select from candidates where depth < least(wanted, free)
        group by owner_id, dependency, priority having count(job_id) >= min(depth)),
      (select array_agg(place) from candidates where job_id is null)
    into picked, active_owners, may_be_more, empty_shares
    from lowest;
    exit when is_deep;
    is_deep := true;
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
      returning virtual_time - counts.jobs as start_time
    )
    select coalesce(array_agg(id), '{}'), (select min(start_time) from served_shares) into picked, served_from from locked;
    queue_time := queue_time + cardinality(picked)::double precision / least(greatest(active_owners, 1), wanted);
    if owners is not null then
      -- The clock may lack claims that ran at the same time.
      queue_time := greatest(queue_time, served_from);
    end if;
  end if;
  if cardinality(picked) < wanted and empty_shares is not null then
    select greatest(queue_time, max(virtual_time)) into queue_time from owner_shares where ctid = any (empty_shares);
  end if;
  -- A concurrent claim may be setting it.
  update queue_clock set virtual_time = queue_time
  where ctid = (select ctid from queue_clock for update skip locked) and virtual_time < queue_time;

  if empty_shares is not null then
    -- Locks the rows before checking again: a job may have been committed in between.
    empty_shares := array(
      select ctid from owner_shares where ctid = any (empty_shares) and virtual_time <= queue_time for update skip locked);
    delete from owner_shares where ctid = any (empty_shares) and not exists (
      select from waiting_jobs
      where claimable and waiting_jobs.owner_id = owner_shares.owner_id
        and waiting_jobs.dependency = owner_shares.dependency and waiting_jobs.priority = owner_shares.priority);
    -- The deleted rows may have hidden other owners' rows.
    if found and cardinality(picked) = 0 then
      return pick_jobs(wanted, owners, ending_jobs, ending_batches, ending_counts);
    end if;
  end if;
  return picked;
end
$$;

-- Completes attempts, with their findings and outputs, and claims up to `wanted` jobs, in one update of jobs and one
-- commit. Returns a row for each claimed job, and a row for each skipped completion: its lease was lost, or its directory
-- has changed since the attempt used it. With `is_alone`, completes one attempt, even if its directory has changed, in a
-- transaction that holds the locks it needs. An attempt without review reasons did not read the document, so the job
-- keeps its earlier findings.
create function complete_and_claim_jobs(
  worker text, lease_seconds double precision, wanted integer, completions jsonb, is_alone boolean default false
) returns table (
  is_skipped boolean, id uuid, epoch integer, batch_id uuid, owner_id text, original_filename text,
  bytes integer, sha256 text, mapping text, params jsonb, source_url text, upload_key text,
  attempt_count integer, dependency text, duplicate_of uuid, reread_reason text, request_id uuid,
  traceparent text, is_part boolean, has_directory boolean, has_layouts boolean, waited_ms double precision
)
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_bitmapscan = off
set enable_hashjoin = off
set enable_mergejoin = off
set jit = off
as $$
#variable_conflict use_column
declare
  ending_jobs uuid[] := '{}';
  ending_batches uuid[];
  ending_counts integer[];
  owners text[];
  picked uuid[] := '{}';
begin
  if not is_alone then
    -- Blocks directory changes (db/review/directory.sql.ts). Must come before any lock on jobs.
    perform pg_advisory_xact_lock_shared(702117004, owner_hash) from (
      select distinct hashtext(owner_id) as owner_hash
      from jsonb_to_recordset(completions) as done (owner_id text, directory_version integer)
      where directory_version is not null
      order by 1
    ) as owners_to_lock;
    owners := lock_turn(wanted, completions);
  end if;

  if completions <> '[]' then
    with held as materialized (
      select job.id, job.batch_id
      from jsonb_to_recordset(completions) as done (id uuid, epoch integer, owner_id text, directory_version integer)
      -- Without coalesce, the planner would start with the running jobs, which are few.
      join jobs as job on job.id = done.id and job.epoch = done.epoch and coalesce(job.status = 'processing', false)
      where is_alone or done.directory_version is null or done.directory_version = coalesce(
        (select version from directories where directories.owner_id = done.owner_id), 0)
      order by job.id
      for update of job
    ), counts as (
      select batch_id, count(*)::integer as jobs from held group by batch_id
    )
    select array(select id from held), array_agg(batch_id), array_agg(jobs)
    into ending_jobs, ending_batches, ending_counts from counts;
    if cardinality(ending_jobs) < jsonb_array_length(completions) then
      return query
      select true, done.id, done.epoch, null::uuid, null, null, null::integer, null, null,
        null::jsonb, null, null, null::integer, null, null::uuid, null, null::uuid, null,
        null::boolean, null::boolean, null::boolean, null::double precision
      from jsonb_to_recordset(completions) as done (id uuid, epoch integer)
      where done.id <> all (ending_jobs);
    end if;
  end if;

  if wanted > 0 and not exists (select from queue_pause) then
    if owners is null and exists (select from jobs where blocked_by = 'time' and run_at <= now()) then
      update jobs set blocked_by = null where blocked_by = 'time' and run_at <= now();
    end if;
    perform unblock_duplicates(ending_jobs);
    perform admit_jobs(ending_batches, ending_counts);
    picked := pick_jobs(wanted, owners, ending_jobs, ending_batches, ending_counts);
  end if;
  if cardinality(ending_jobs || picked) = 0 then
    return;
  end if;

  return query
  with change as (
    select id, true as is_done, result_key, read_by, review_reasons, page_count, summary, reader, directory_version,
      coalesce(is_reread, false) as is_reread, deduped_from, outputs
    from jsonb_to_recordset(completions) as done (id uuid, result_key text, read_by text, review_reasons jsonb,
      page_count integer, summary jsonb, reader text, directory_version integer, is_reread boolean, deduped_from uuid,
      outputs jsonb)
    where id = any (ending_jobs)
    union all
    select id, false, null, null, null, null, null, null, null, false, null, null from unnest(picked) as claimed (id)
  ), changed as (
    update jobs as job set
      status = case when is_done then 'complete' else 'processing' end,
      last_event = case when is_done then 'complete' else 'claim' end,
      stage = case when is_done then 'done' when upload_key is null then 'downloading' else 'reading' end,
      progress = case when is_done then 100 else 0 end,
      epoch = epoch + (not is_done)::integer, attempt_count = attempt_count + (not is_done)::integer,
      leased_by = case when not is_done then worker end,
      lease_expires_at = case when not is_done then now() + make_interval(secs => lease_seconds) end,
      started_at = coalesce(started_at, now()),
      last_attempt_at = case when is_done then last_attempt_at else now() end,
      completed_at = case when is_done then clock_timestamp() else completed_at end,
      updated_at = clock_timestamp(),
      error_code = case when not is_done then error_code end,
      error_detail = case when not is_done then error_detail end,
      reread_reason = case when not is_done then reread_reason end,
      result_key = coalesce(change.result_key, job.result_key),
      read_by = coalesce(change.read_by, job.read_by),
      review_reasons = coalesce(change.review_reasons, job.review_reasons),
      page_count = coalesce(change.page_count, job.page_count),
      summary = case when change.review_reasons is null then job.summary else change.summary end,
      reader = coalesce(change.reader, job.reader),
      directory_version = case when change.review_reasons is null then job.directory_version
        else change.directory_version end,
      revision = revision + is_reread::integer,
      deduped_from = coalesce(change.deduped_from, job.deduped_from),
      cached = cached or change.deduped_from is not null
    from change
    where job.id = change.id
    returning job.id, job.epoch, batch_id, owner_id, original_filename, bytes, sha256, mapping, params, source_url,
      upload_key, attempt_count, dependency, duplicate_of, reread_reason, request_id, traceparent, split_pages,
      queued_at, run_at, last_attempt_at, is_done, outputs,
      change.reader is not null and not is_reread and change.deduped_from is null as was_read
  ), written as (
    insert into outputs (job_id, position, format, key, content_type, bytes)
    select id, position, format, key, content_type, output.bytes
    from changed
    cross join lateral rows from (
      jsonb_to_recordset(outputs) as (format text, key text, content_type text, bytes integer)
    ) with ordinality as output (format, key, content_type, bytes, position)
    on conflict (job_id, format) do update set position = excluded.position, key = excluded.key,
      content_type = excluded.content_type, bytes = excluded.bytes
  ), timed as (
    insert into durations (mapping, bytes, seconds)
    select mapping, bytes, extract(epoch from clock_timestamp() - last_attempt_at) from changed where was_read
  )
  select false, id, epoch, batch_id, owner_id, original_filename, bytes, sha256::text, mapping, params, source_url,
    upload_key, attempt_count, dependency, duplicate_of, reread_reason::text, request_id, traceparent,
    split_pages is not null,
    exists (select from directories where directories.owner_id = changed.owner_id),
    exists (select from learned_layouts where learned_layouts.owner_id = changed.owner_id),
    extract(epoch from clock_timestamp() - greatest(queued_at, run_at))::float8 * 1000
  from changed where not is_done;
end
$$;

-- Moves all jobs of one owner to another, and returns their number. record_job_changes moves their queue entries.
create function transfer_jobs(from_owner text, to_owner text) returns integer language sql as $$
  select lock_queue();
  update batches set owner_id = to_owner where owner_id = from_owner;
  with moved as (
    update jobs set owner_id = to_owner where owner_id = from_owner returning id
  )
  select count(*)::integer from moved;
$$;

-- Requeues and returns jobs in these batches that nothing else would start: jobs that wait for a job that has ended, and,
-- in batches that offer no job to claims, all jobs that should be in the queue and that the cap has room for.
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

  batch_ids := array(select id from unnest(batch_ids) as given (id) where not exists (
    select from waiting_jobs join owner_shares using (owner_id, dependency, priority)
    where waiting_jobs.batch_id = given.id and claimable));
  delete from waiting_jobs where waiting_jobs.batch_id = any (batch_ids);
  insert into waiting_jobs (batch_id, dependency, priority, claimable, sort_key, job_id, owner_id)
  select job.batch_id, job.dependency, job.priority, false, job.sort_key, job.id, job.owner_id from jobs as job
  where job.batch_id = any (batch_ids) and job.status = 'queued' and job.blocked_by is null;
  return query
  select job.id, job.batch_id from unnest(admit_jobs(batch_ids)) as admitted (id)
  join jobs as job using (id);
end
$$;
