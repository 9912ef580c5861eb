-- The queue: its tables, and the functions that enqueue, claim and complete jobs. They run in the database so that order
-- and caps hold for any number of workers.
--
-- Order: jobs.place within an owner; between owners fair queueing by virtual time (lanes, queue_turn).
-- Locks: a transaction that updates jobs of several batches takes lock_queue() first. All others lock one batch, so they
-- cannot deadlock, except two batches that contain each other's duplicates; Postgres detects that, and it is retried.

-- External services that jobs may use. Caps and breakers are stored here, so that they hold over all workers.
create table dependencies (
  name text primary key,
  max_running integer check (max_running > 0), -- null: no limit
  opened_at timestamptz, -- since when the breaker is open; null: closed
  probe_at timestamptz, -- from when one job at a time may probe an open breaker
  probe_delay_seconds double precision not null default 0,
  probe_successes integer not null default 0,
  calls jsonb not null default '[]', -- latest calls, oldest first: { at, ok }
  constraint open_knows_its_probe check ((opened_at is null) = (probe_at is null))
);
insert into dependencies (name, max_running) values ('none', null), ('gateway', 8), ('llm', 10);

-- Jobs that are queued and not held, and jobs that run: what indexes over jobs by status would contain. As separate narrow
-- tables they let a claim and a completion update the wide jobs row in place. Triggers maintain both in the commit of any
-- statement that changes a job.
create table waiting (
  batch_id uuid not null,
  needs text not null,
  is_next boolean not null, -- may be claimed now; per batch, as many as its cap leaves room for
  place double precision not null,
  job_id uuid not null,
  owner_id text not null
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_cost_delay = 0);
create index waiting_to_claim on waiting (owner_id, needs, place, job_id) where is_next;
create index waiting_in_batch on waiting (batch_id, is_next, needs, place, job_id);

create table running (
  needs text not null,
  job_id uuid not null,
  primary key (needs, job_id)
) with (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_cost_delay = 0);

-- Fair queueing: one row per owner and dependency with claimable jobs. The row with the lowest virtual time is served
-- next, and its virtual time rises with every job. A row outlives its last job until the clock of the queue has caught up,
-- so that an owner who refills the queue at once keeps their position. Two transactions that add the same row at the same
-- time may both insert one, because a unique key would make one wait for the other; claims merge such duplicates.
create table lanes (
  owner_id text not null,
  needs text not null,
  turn double precision not null,
  served bigint not null default 0, -- jobs claimed so far; breaks ties
  place double precision not null -- lowest of its jobs when the row was added; breaks ties
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_cost_delay = 0);
create index lanes_by_owner on lanes (owner_id, needs);
create index lanes_in_turn on lanes (needs, turn, served, place);

-- Virtual time of the queue as a whole, at which new owners join.
create table queue_turn (
  is_only boolean primary key default true check (is_only), -- the table has one row
  turn double precision not null
) with (fillfactor = 10);
insert into queue_turn (turn) values (0);

-- While this table has a row, no job is claimed; running jobs continue.
create table queue_pause (
  is_paused boolean primary key default true check (is_paused),
  since timestamptz not null default now()
);

-- Take this lock first when updating jobs of several batches. Claims are serialised by it.
create function lock_queue() returns void language sql as $$
  select pg_advisory_xact_lock(702117002)
$$;

-- Adds the rows of lanes that claimable jobs need to be found. The shared lock keeps a claim that sees such a row without
-- jobs from deleting it before these jobs are committed.
create function open_lanes(owners text[], needed text[], places double precision[])
returns void
language plpgsql
set enable_seqscan = off
as $$
declare
  kept text[];
begin
  kept := array(
    select needs || ' ' || owner_id from lanes
    where (owner_id, needs) in (select * from unnest(owners, needed))
    for key share
  );
  insert into lanes (owner_id, needs, turn, place)
  select owner, need, (select turn from queue_turn), min(place)
  from unnest(owners, needed, places) as job (owner, need, place)
  where need || ' ' || owner <> all (kept)
  group by owner, need;
end
$$;

-- Makes waiting jobs of batches claimable where the caps leave room, and returns them.
create function admit_jobs(batch_ids uuid[]) returns uuid[]
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set jit = off
as $$
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

-- Notifies subscribers of changed batches, sent with the commit. A hint only: subscribers also poll.
create function announce_batches(batch_ids uuid[]) returns void language plpgsql as $$
begin
  perform pg_notify('docket_changed', string_agg(id::text, ','))
  from (
    select id, row_number() over () / 200 as message from unnest(batch_ids) as batch (id)
  ) as numbered
  group by message;
end
$$;

-- After any statement that updates jobs: writes their events, updates the counters of their batches, and maintains waiting
-- and running, in the same commit. Event numbers are drawn under the lock of the batch row, which makes them gap-free in
-- commit order; batch rows are locked in id order. Then it admits the next jobs of batches where some have ended, and
-- releases jobs that waited for the result of a job that has ended.
create function record_job_changes() returns trigger
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_nestloop = off
set jit = off
as $$
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

create trigger record_job_changes after update on jobs
  referencing old table as old_jobs new table as new_jobs
  for each statement execute function record_job_changes();

-- Removes deleted jobs from the queue.
create function forget_jobs() returns trigger language plpgsql as $$
begin
  delete from waiting using old_jobs as gone
  where waiting.batch_id = gone.batch_id and waiting.needs = gone.needs
    and is_next = any ('{true,false}') and waiting.place = gone.place and waiting.job_id = gone.id;
  delete from running using old_jobs as gone
  where running.needs = gone.needs and running.job_id = gone.id;
  return null;
end
$$;

create trigger forget_jobs after delete on jobs
  referencing old table as old_jobs for each statement execute function forget_jobs();

create function forget_all_jobs() returns trigger language plpgsql as $$
begin
  truncate waiting, running;
  return null;
end
$$;

create trigger forget_all_jobs after truncate on jobs
  for each statement execute function forget_all_jobs();

-- Enqueues batches of jobs in one commit. A document that its owner has already had read with the same mapping and
-- parameters is complete at once; if it is being read, the new job waits for that result or, when uploaded alone, is not
-- added at all. Returns for each given job the one that represents it.
create function enqueue_batches(given jsonb)
returns table (asked_id uuid, job_id uuid, original_id uuid, is_done boolean)
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_nestloop = off
set jit = off
as $$
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
      original.result_key, original.read_by, original.review_reasons, original.page_count,
      original.summary
    from asked
    -- Shared locks: the original can neither end nor expire before this is committed.
    left join lateral (
      select id, status, result_key, read_by, review_reasons, page_count, summary from jobs
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
      started_at, completed_at, result_key, read_by, review_reasons, page_count, summary, deduped_from, cached,
      last_event, request_id, traceparent)
    select id, batch_id, sequence, owner_id, original_filename, bytes, sha256, mapping, params,
      priority, needs, case when source_url is null then 'file' else 'url' end, source_url, upload_key,
      case when is_follower then 'original' end, case when is_follower then original_id end,
      case when is_done then 'complete' else 'queued' end,
      case when is_done then 'done' else 'queued' end,
      case when is_done then 100 else 0 end,
      case when is_done then now() end, case when is_done then now() end,
      result_key, read_by, coalesce(review_reasons, '[]'), page_count, summary,
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

-- The same, and reads the jobs in the same round trip.
create function enqueue_batches_and_read(given jsonb)
returns table (asked_id uuid, job_id uuid, original_id uuid, is_done boolean, job jobs)
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set jit = off
as $$
#variable_conflict use_column
declare
  answers jsonb;
begin
  select jsonb_agg(answer) into answers from enqueue_batches(given) as answer;
  -- In a statement of its own, which sees what the one above has written.
  return query
    select answer.*, found.job
    from jsonb_to_recordset(answers)
      as answer (asked_id uuid, job_id uuid, original_id uuid, is_done boolean)
    -- Written so that no planner looks through all jobs.
    cross join lateral (
      select jobs as job from jobs where jobs.id = answer.job_id offset 0
    ) as found;
end
$$;

-- Selects up to `wanted` claimable jobs and locks them: the owners with the lowest virtual time, and of each the jobs with
-- the lowest place. Requires lock_queue(), so that what it reads of caps and virtual times stays true until the commit.
-- Skips jobs that are being cancelled. Its cost does not depend on how many jobs wait or have ended.
create function pick_jobs(wanted integer) returns uuid[] language plpgsql as $$
declare
  depth integer;
  lane_count integer;
  empty_owners text[];
  empty_needs text[];
  picked uuid[];
  now_turn double precision;
begin
  select count(*) into lane_count from (
    select from dependencies
    cross join lateral (select from lanes where needs = name limit wanted) as lane
    limit wanted
  ) as some_lanes;
  depth := ceil(wanted::double precision / greatest(lane_count, 1));
  select turn into now_turn from queue_turn;

  -- Shallow first, which is enough where many lanes are full; then as deep as one lane could need.
  loop
    with room as materialized (
      select name as needs,
        case
          when opened_at is null then coalesce(max_running - load.jobs, wanted)
          when probe_at <= now() and load.jobs = 0 then 1
          else 0
        end as free
      from dependencies
      cross join lateral (
        select count(*)::integer as jobs from running
        where running.needs = name and name <> 'none'
      ) as load
    ), next_lanes as materialized (
      select distinct on (lane.owner_id, lane.needs) lane.*, free
      from room
      cross join lateral (
        select owner_id, turn, served, lanes.needs from lanes
        where lanes.needs = room.needs
        order by turn, served, place
        limit wanted
      ) as lane
      where free > 0
      order by lane.owner_id, lane.needs, lane.turn, lane.served
    ), candidates as materialized (
      select lane.owner_id, lane.needs, lane.served, lane.free, lane.turn,
        job.job_id, job.batch_id, job.place
      from next_lanes as lane
      left join lateral (
        select job_id, batch_id, place from waiting
        where is_next and waiting.owner_id = lane.owner_id and waiting.needs = lane.needs
        order by place, job_id
        limit least(depth, lane.free)
      ) as job on true
    ), ranked as (
      select candidates.*,
        turn + row_number() over (partition by owner_id order by place, job_id) - 1 as job_turn
      from candidates
      where job_id is not null
    ), allowed as (
      select job_id, job_turn, served, place,
        row_number() over (partition by needs order by job_turn, served, place, job_id) <= free
          as has_room,
        batch.processing
          + row_number() over (partition by batch_id order by job_turn, served, place, job_id)
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
        order by job_turn, served, place, job_id
        limit wanted
      ),
      (select array_agg(owner_id) from candidates where job_id is null),
      (select array_agg(needs) from candidates where job_id is null)
    into picked, empty_owners, empty_needs;
    exit when cardinality(picked) = wanted or depth >= wanted;
    depth := wanted;
  end loop;

  if cardinality(picked) > 0 then
    with locked as materialized (
      select id, owner_id from jobs
      where id = any (picked) and status = 'queued' and held_by is null
      for update skip locked
    ), shares as (
      select owner_id, count(*) as jobs from locked group by owner_id
    ), served_lanes as (
      update lanes set turn = greatest(turn, now_turn) + shares.jobs, served = served + shares.jobs
      from shares
      where lanes.owner_id = shares.owner_id
    )
    select coalesce(array_agg(id), '{}') into picked from locked;
    now_turn := now_turn + cardinality(picked)::double precision
      / greatest(lane_count - coalesce(cardinality(empty_owners), 0), 1);
  elsif empty_owners is not null then
    select greatest(now_turn, max(turn)) into now_turn from lanes
    where (owner_id, needs) in (select * from unnest(empty_owners, empty_needs));
  end if;
  update queue_turn set turn = now_turn where turn < now_turn;

  if empty_owners is not null then
    -- Locked first and looked at afresh then: a job may have been committed in between.
    select array_agg(owner_id), array_agg(needs) into empty_owners, empty_needs from (
      select owner_id, needs from lanes
      where (owner_id, needs) in (select * from unnest(empty_owners, empty_needs))
        and turn <= now_turn
      for update skip locked
    ) as locked;
    delete from lanes
    where (owner_id, needs) in (select * from unnest(empty_owners, empty_needs))
      and not exists (
        select from waiting
        where is_next and waiting.owner_id = lanes.owner_id and waiting.needs = lanes.needs);
  end if;
  return picked;
end
$$;

-- Completes attempts and claims up to `wanted` jobs, in one round trip and one commit. Returns a row for each claimed job,
-- and one for each completion that came too late and changed nothing.
create function next_jobs(
  worker text, lease_seconds double precision, wanted integer,
  done_ids uuid[], done_epochs integer[], done_keys text[]
) returns table (
  is_late boolean, id uuid, epoch integer, batch_id uuid, owner_id text, original_filename text,
  bytes integer, sha256 text, mapping text, params jsonb, source_url text, upload_key text,
  attempt_count integer, needs text, waits_for uuid, request_id uuid, traceparent text,
  waited_ms double precision
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

-- Moves all jobs of one owner to another and returns how many; the triggers move their places in the queue.
create function move_jobs(giver text, taker text) returns integer language plpgsql as $$
declare
  moved integer;
begin
  perform lock_queue();
  update batches set owner_id = taker where owner_id = giver;
  update jobs set owner_id = taker where owner_id = giver;
  get diagnostics moved = row_count;
  return moved;
end
$$;

-- Returns jobs of batches to the queue that nothing else would start: those that wait for a job that has ended, are missing
-- in waiting, were not admitted by their batch, or have no row in lanes. Returns them.
create function revive_jobs(batch_ids uuid[]) returns table (id uuid, batch_id uuid)
language plpgsql as $$
#variable_conflict use_column
begin
  return query
  update jobs as job set held_by = null
  where job.batch_id = any (batch_ids) and job.held_by = 'original' and not exists (
    select from jobs as original
    where original.id = job.waits_for and original.status in ('queued', 'processing'))
  returning job.id, job.batch_id;

  insert into waiting (batch_id, needs, is_next, place, job_id, owner_id)
  select job.batch_id, job.needs, false, job.place, job.id, job.owner_id from jobs as job
  where job.batch_id = any (batch_ids) and job.status = 'queued' and job.held_by is null
    and not exists (
      select from waiting where waiting.batch_id = job.batch_id and waiting.job_id = job.id);

  return query
  select job_id, waiting.batch_id from waiting
  where waiting.batch_id = any (batch_ids) and is_next and not exists (
    select from lanes
    where lanes.owner_id = waiting.owner_id and lanes.needs = waiting.needs);
  perform open_lanes(array_agg(owner_id), array_agg(needs), array_agg(place)) from waiting
  where waiting.batch_id = any (batch_ids) and is_next
  having count(*) > 0;
  return query
  select job.id, job.batch_id from unnest(admit_jobs(batch_ids)) as admitted (id)
  join jobs as job using (id);
end
$$;
