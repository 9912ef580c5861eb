-- The queue: its tables, and the triggers that keep these tables, the events and the batch counters consistent with
-- jobs. Functions in the database enqueue jobs (0003_enqueue.sql), and claim and complete them (0004_claim.sql), so
-- that order and caps hold for any number of workers.
--
-- Order: priority; among equal priorities, fair queueing by virtual time between owners (owner_shares, queue_clock);
-- within an owner, jobs.sort_key (0001_schema.sql), which also lets a long-waiting job compete with higher priorities.
-- Locks: a transaction that updates jobs in several batches takes lock_queue() first, or, for completions and claims,
-- lock_turn(). All other transactions lock one batch, so they cannot deadlock unless two batches contain duplicates of
-- each other's documents; Postgres detects such a deadlock, and the transaction is retried.
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

-- Queued jobs that are not blocked, and running jobs. These narrow tables replace indexes on job status, so that a
-- claim and a completion can be HOT updates of the wide jobs row. Triggers maintain both tables in the transaction that
-- changes a job, except a running job's dependency, which reserveDependency updates.
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

-- Virtual time of the whole queue. New owners start at this time.
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

-- Adds missing owner_shares rows for claimable jobs. An existing row may look empty until these jobs are committed; the
-- shared lock prevents a concurrent claim from deleting it.
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

-- Makes waiting jobs in these batches claimable as far as the caps allow, and returns their ids. `ending` is the number
-- of running jobs per batch that this transaction is about to complete.
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
-- poll. With 200 ids, a message stays below the 8000 bytes that NOTIFY allows.
create function notify_batches_changed(batch_ids uuid[]) returns void language plpgsql as $$
begin
  for start in 1 .. cardinality(batch_ids) by 200 loop
    perform pg_notify('docket_changed', array_to_string(batch_ids[start : start + 199], ','));
  end loop;
end
$$;

-- Unblocks jobs that wait for the result of one of these jobs.
create function unblock_duplicates(originals uuid[]) returns void language plpgsql as $$
begin
  if exists (select from jobs where blocked_by = 'original' and duplicate_of = any (originals)) then
    update jobs set blocked_by = null where blocked_by = 'original' and duplicate_of = any (originals);
  end if;
end
$$;

-- Runs after any statement that updates jobs. Writes their events, updates the counters of their batches, and maintains
-- waiting_jobs and running_jobs, in the same transaction. Event numbers are assigned while the batch row is locked, so
-- that they have no gaps and follow the commit order; batch rows are locked in id order. Then makes the next jobs
-- claimable in batches where jobs have ended, and unblocks duplicates of jobs that have ended. Uses separate
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
  -- Ignores lease renewals, which change nothing that users see.
  where new_job.status <> old_job.status or new_job.lease_expires_at is not distinct from old_job.lease_expires_at;
  -- Sets updated_at unless the statement has already set it, as frequent statements do.
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
  -- Locks in a separate statement, so that the next statement sees the changes committed by earlier holders of these
  -- locks.
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
  -- A claim has already called admit_jobs().
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

-- Keeps a document's result if reading it again fails, times out or is cancelled, or if a user approves the result in
-- the meantime. The error is kept too, to show what went wrong.
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
    new.reader := ''; -- prevents reuse: the result may come from a mapping other than the one that the job now names
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

-- Deletes the queue entries and outputs of deleted jobs.
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

-- Changes the priority of waiting jobs, and returns those that changed. Also recomputes which jobs in their batches are
-- claimable, so that a job does not wait behind lower-priority jobs in its batch. Requires lock_queue().
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

-- Moves all of one owner's jobs to another owner, and returns the number of jobs. record_job_changes moves their queue
-- entries.
create function transfer_jobs(from_owner text, to_owner text) returns integer language sql as $$
  select lock_queue();
  update batches set owner_id = to_owner where owner_id = from_owner;
  with moved as (
    update jobs set owner_id = to_owner where owner_id = from_owner returning id
  )
  select count(*)::integer from moved;
$$;

-- Requeues and returns jobs in these batches that nothing else would start: jobs that wait for a job that has ended
-- and, in batches without a claimable job, waiting jobs for which the cap has room.
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
