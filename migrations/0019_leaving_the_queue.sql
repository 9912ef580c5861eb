-- As before, but what leaves the queue is found at once: an index that is asked for "either" in its second column was read
-- from end to end of the batch for each job, which made large batches slow.
create or replace function record_job_changes() returns trigger language plpgsql as $$
declare
  changed_batches uuid[];
  untouched uuid[];
  moved uuid[];
  freed uuid[];
  ended uuid[];
begin
  select
    array_agg(distinct new_job.batch_id) filter (where new_job.status <> old_job.status
      or new_job.lease_expires_at is not distinct from old_job.lease_expires_at),
    array_agg(new_job.id) filter (where new_job.updated_at = old_job.updated_at
      and (new_job.status <> old_job.status
        or new_job.lease_expires_at is not distinct from old_job.lease_expires_at)),
    array_agg(distinct new_job.batch_id) filter (
      where (new_job.status, new_job.stage, new_job.progress, new_job.held_by, new_job.needs,
          new_job.place, new_job.owner_id)
        is distinct from (old_job.status, old_job.stage, old_job.progress, old_job.held_by,
          old_job.needs, old_job.place, old_job.owner_id))
  into changed_batches, untouched, moved
  from new_jobs as new_job
  join old_jobs as old_job using (id);
  -- A statement that does not say when it changed a job is helped; those that matter say it. A sign of life
  -- of a worker is no news of its job.
  if untouched is not null then
    update jobs set updated_at = clock_timestamp() where id = any (untouched);
  end if;
  -- What triggers do to further jobs is nothing that people see.
  if changed_batches is not null and pg_trigger_depth() = 1 then
    perform announce_batches(changed_batches);
  end if;
  if moved is null then
    return null;
  end if;
  -- In a statement of its own: the next one sees what whoever held these locks has left behind.
  perform from batches where id = any (moved) order by id for no key update;

  with changed as materialized (
    select new_job.id, new_job.batch_id, new_job.sequence, new_job.owner_id, new_job.needs,
      new_job.place, new_job.status, new_job.stage, new_job.progress, new_job.epoch,
      new_job.attempt_count, new_job.leased_by, new_job.error_code, new_job.error_message,
      old_job.status as was, old_job.needs as needed, old_job.place as old_place,
      case when new_job.status = old_job.status then 'progress' else new_job.last_event end as type,
      (new_job.status, new_job.stage, new_job.progress)
        is distinct from (old_job.status, old_job.stage, old_job.progress) as is_event,
      new_job.status = 'queued' and new_job.held_by is null as is_waiting,
      old_job.status = 'queued' and old_job.held_by is null as was_waiting
    from new_jobs as new_job
    join old_jobs as old_job using (id)
    where (new_job.status, new_job.stage, new_job.progress, new_job.held_by, new_job.needs,
        new_job.place, new_job.owner_id)
      is distinct from (old_job.status, old_job.stage, old_job.progress, old_job.held_by,
        old_job.needs, old_job.place, old_job.owner_id)
  ), before as materialized (
    select id, last_event_id, queued, completed_at from batches where id = any (moved)
  ), tally as (
    select batch_id, count(*)::integer as events,
      sum((status = 'queued')::integer - (was = 'queued')::integer) as queued,
      sum((status = 'processing')::integer - (was = 'processing')::integer) as processing,
      sum((status in ('complete', 'expired'))::integer
        - (was in ('complete', 'expired'))::integer) as complete,
      sum((status = 'failed')::integer - (was = 'failed')::integer) as failed,
      sum((status = 'cancelled')::integer - (was = 'cancelled')::integer) as cancelled
    from changed
    where is_event
    group by batch_id
  ), numbered as (
    update batches set
      last_event_id = batches.last_event_id + tally.events + (
        batches.completed_at is null
        and batches.queued + tally.queued + batches.processing + tally.processing = 0
      )::integer,
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
    from tally join before on before.id = tally.batch_id
    where batches.id = tally.batch_id and batches.id = any (moved)
    returning batches.id, batches.status, batches.last_event_id as last,
      before.last_event_id as before,
      before.completed_at is null and batches.completed_at is not null as ends
  ), recorded as (
    insert into events (batch_id, number, job_id, type, status, stage, progress, epoch, attempt,
      worker, error_code, error_message)
    select batch_id, before + row_number() over (partition by batch_id order by sequence),
      changed.id, type, changed.status, stage, progress, epoch, attempt_count, leased_by,
      error_code, error_message
    from changed join numbered on numbered.id = batch_id
    where is_event
    union all
    select id, last, null, 'finish', status, null, null, null, null, null, null, null
    from numbered where ends
  ), left_queue as (
    delete from waiting where ctid = any (array(
      select place_taken.ctid from changed
      cross join lateral (
        select ctid from waiting
        where waiting.batch_id = changed.batch_id and is_next and waiting.needs = needed
          and waiting.place = old_place and job_id = changed.id
        union all
        select ctid from waiting
        where status <> 'processing' and waiting.batch_id = changed.batch_id and not is_next
          and waiting.needs = needed and waiting.place = old_place and job_id = changed.id
        limit 1
      ) as place_taken
      where was_waiting))
  ), joined_queue as (
    insert into waiting (batch_id, needs, is_next, place, job_id, owner_id)
    select batch_id, needs, false, place, id, owner_id from changed where is_waiting
  ), stopped as (
    delete from running where ctid = any (array(
      select place_taken.ctid from changed
      cross join lateral (
        select ctid from running where running.needs = needed and job_id = changed.id limit 1
      ) as place_taken
      where was = 'processing' and (status <> 'processing' or needs <> needed)))
  ), started as (
    insert into running (needs, job_id)
    select needs, id from changed
    where status = 'processing' and (was <> 'processing' or needs <> needed)
  )
  select
    array_agg(distinct batch_id) filter (where is_waiting or (before.queued > 0
      and status <> 'processing' and (was = 'processing' or was_waiting))),
    array_agg(changed.id) filter (
      where was in ('queued', 'processing') and status not in ('queued', 'processing'))
  into freed, ended
  from changed join before on before.id = batch_id;
  freed := array(
    select id from unnest(freed) as batch (id)
    where exists (select from waiting where batch_id = batch.id and not is_next)
  );
  if cardinality(freed) > 0 then
    perform admit_jobs(freed);
  end if;
  if ended is not null and exists (
    select from jobs where held_by = 'original' and waits_for = any (ended)
  ) then
    update jobs set held_by = null where held_by = 'original' and waits_for = any (ended);
  end if;
  return null;
end
$$;

-- Plans that do not depend on how the tables looked when they were first made, and are made once.
alter function record_job_changes set plan_cache_mode = force_generic_plan;
alter function record_job_changes set enable_seqscan = off;
alter function record_job_changes set enable_nestloop = off; -- but for laterals, which know no other way
alter function record_job_changes set jit = off;

-- As before, but only what is let go on is read: as a join, the planner began with all jobs that wait for their batch.
create or replace function admit_jobs(batch_ids uuid[]) returns uuid[] language plpgsql as $$
declare
  admitted uuid[];
  owners text[];
  needed text[];
  places double precision[];
begin
  with promoted as (
    update waiting set is_next = true where ctid = any (array(
      select next.ctid
      from batches
      cross join dependencies
      cross join lateral (
        select ctid from waiting
        where waiting.batch_id = batches.id and waiting.needs = name and not is_next
        order by place, job_id
        limit greatest(0, batches.max_running - batches.processing - (
          select count(*) from waiting
          where waiting.batch_id = batches.id and waiting.needs = name and is_next))
      ) as next
      where batches.id = any (batch_ids)))
    returning waiting.job_id, waiting.owner_id, waiting.needs, waiting.place
  )
  select array_agg(job_id), array_agg(owner_id), array_agg(needs), array_agg(place)
  into admitted, owners, needed, places from promoted;
  if owners is not null then
    perform open_lanes(owners, needed, places);
  end if;
  return admitted;
end
$$;

alter function admit_jobs set plan_cache_mode = force_generic_plan;
alter function admit_jobs set enable_seqscan = off;
alter function admit_jobs set jit = off;
