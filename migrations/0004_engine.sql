-- The engine: fair claims under caps, breakers, documents that are read once, batches that announce their end.

-- What jobs may need besides a worker. Caps and breakers live here, so that they hold over all workers.
create table dependencies (
  name text primary key,
  max_running integer check (max_running > 0), -- null: no limit
  -- The breaker is open from `opened_at` on; from `probe_at` on one job at a time may try.
  opened_at timestamptz,
  probe_at timestamptz,
  probe_delay_seconds double precision not null default 0,
  probe_successes integer not null default 0,
  calls jsonb not null default '[]', -- the latest, oldest first: { at, ok }
  constraint open_knows_its_probe check ((opened_at is null) = (probe_at is null))
);

insert into dependencies (name, max_running) values ('none', null), ('gateway', 8), ('llm', 10);

-- How many of a batch's jobs run at once at most. The constraint is the last word: whatever would
-- exceed it fails.
alter table batches
  add column max_running integer not null default 3 check (max_running > 0),
  add constraint batch_cap check (processing <= max_running) not valid;
alter table batches alter column processing_timeout_at set default now() + interval '1 day';
create index batches_overdue on batches (processing_timeout_at) where completed_at is null;

alter table jobs
  add column needs text not null default 'none', -- a name out of dependencies
  -- Why a queued job may not be claimed yet: its time has not come, its batch has enough at work, or
  -- another job reads the same document.
  add column held_by text check (held_by in ('time', 'batch', 'original')),
  add column waits_for uuid references jobs on delete set null,
  add column source_deleted_at timestamptz,
  -- The order of the queue: age, where each point of priority is worth a minute.
  add column place double precision not null
    generated always as (
      extract(epoch from queued_at at time zone 'UTC')::double precision - 60 * priority
    ) stored,
  add constraint held_while_queued check (held_by is null or status = 'queued'),
  add constraint follower_is_held check (held_by is distinct from 'original' or waits_for is not null);

update jobs set held_by = 'time' where status = 'queued' and run_at > now();

-- A pattern is too dear to match at every change of a job.
alter table jobs drop constraint jobs_sha256_check;
alter table jobs add constraint sha256_is_hex check (length(sha256) = 64);

-- Every index costs each claim and each completion: these are the ones that earn it.
drop index jobs_to_claim, jobs_leased, jobs_same_document, jobs_by_owner, jobs_by_owner_status,
  jobs_by_status;
alter table jobs drop constraint jobs_share_code_key;
create unique index jobs_by_share_code on jobs (share_code) where share_code is not null;
create index jobs_by_owner on jobs (owner_id, created_at desc, id desc) include (status);
create index jobs_same_document on jobs (owner_id, sha256);
create index jobs_to_claim on jobs (owner_id, needs, place, id)
  where status = 'queued' and held_by is null;
create index jobs_due on jobs (run_at) where held_by = 'time';
create index jobs_following on jobs (waits_for) where held_by = 'original';
create index jobs_running on jobs (needs, lease_expires_at) where status = 'processing';

-- A lane is an owner with jobs to claim, for each thing these need. Lanes take turns: `turn` is the
-- virtual time at which the lane is next, and rises with every job it is served. A lane outlives its
-- last job until the queue's own turn has caught up: whoever returns at once has not been away. Two that
-- open the same lane at once may each write a row, for a unique key would make one wait for the other;
-- claims take such twins for one.
create table lanes (
  owner_id text not null,
  needs text not null,
  turn double precision not null,
  served bigint not null default 0,
  place double precision not null
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_cost_delay = 0);

create index lanes_by_owner on lanes (owner_id, needs);
create index lanes_in_turn on lanes (needs, turn, served, place);

create table queue_turn (
  is_only boolean primary key default true check (is_only),
  turn double precision not null
) with (fillfactor = 10);
insert into queue_turn (turn) values (0);

insert into lanes (owner_id, needs, turn, place)
select owner_id, needs, 0, min(place) from jobs
where status = 'queued' and held_by is null
group by owner_id, needs;

-- Of a batch, not of a job: its end. A job that is deleted leaves its events, so that no number is missing.
alter table events alter column job_id drop not null;
-- Two lookups for each event, and each job has many: what a batch leaves behind is deleted with it below.
alter table events drop constraint events_job_id_fkey, drop constraint events_batch_id_fkey;

create function forget_events() returns trigger language plpgsql as $$
begin
  delete from events where batch_id in (select id from old_batches);
  return null;
end
$$;

create trigger forget_events after delete on batches
  referencing old table as old_batches for each statement execute function forget_events();

-- Files that nothing names any more, until they are deleted: written in the commit that took the last
-- name away, so that a crash in between leaves none behind.
create table doomed_blobs (key text primary key);
create index outputs_by_key on outputs (key);

-- Whoever moves jobs of several batches in one transaction holds this first; otherwise two could wait
-- for each other's batches.
create function lock_queue() returns void language sql as $$
  select pg_advisory_xact_lock(702117002)
$$;

-- Sees to it that jobs which may be claimed are found. The shared lock keeps a claimer that sees such
-- a lane empty from removing it before these jobs are committed.
create function open_lanes(owners text[], needed text[], places double precision[])
returns void language plpgsql as $$
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

-- Lets the next jobs of batches be claimed where others have ended. A forecast only: the claim looks at
-- the cap itself.
create function admit_jobs(batch_ids uuid[]) returns void language sql as $$
  update jobs set held_by = null
  from (
    select waiting.id,
      row_number() over (
        partition by waiting.batch_id, waiting.needs
        order by waiting.held_by nulls first, waiting.place, waiting.id
      ) as nth,
      batches.max_running - batches.processing as room
    from jobs as waiting
    join batches on batches.id = waiting.batch_id
    where waiting.batch_id = any (batch_ids) and waiting.status = 'queued'
      and (waiting.held_by is null or waiting.held_by = 'batch')
  ) as next
  where jobs.id = next.id and jobs.held_by = 'batch' and nth <= room
$$;

-- As before, and more: an event when a batch ends, the next jobs of a batch when some have ended, the
-- jobs that waited for another's result when that has ended, and lanes for all that may be claimed now.
create or replace function record_job_changes() returns trigger language plpgsql as $$
declare
  freed uuid[];
  ended uuid[];
  owners text[];
  needed text[];
  places double precision[];
begin
  with changed as materialized (
    select new_job.id, new_job.batch_id, new_job.sequence, new_job.owner_id, new_job.needs,
      new_job.place, new_job.status, old_job.status as was, new_job.held_by,
      (new_job.status, new_job.stage, new_job.progress)
        is distinct from (old_job.status, old_job.stage, old_job.progress) as is_event,
      new_job.status = 'queued' and new_job.held_by is null as is_claimable,
      old_job.status = 'queued' and old_job.held_by is null as was_claimable,
      case when new_job.status = old_job.status then 'progress' else new_job.last_event end as type,
      job_event_data(new_job) as data
    from new_jobs new_job
    join old_jobs old_job using (id)
    where (new_job.status, new_job.stage, new_job.progress, new_job.held_by)
      is distinct from (old_job.status, old_job.stage, old_job.progress, old_job.held_by)
  ), locked as materialized (
    select id, last_event_id, queued, completed_at from batches
    where id = any (array(select batch_id from changed where is_event or held_by = 'batch'))
    order by id for no key update
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
    from tally join locked on locked.id = tally.batch_id
    where batches.id = tally.batch_id and batches.id = any (array(select id from locked))
    returning batches.id, batches.status, batches.last_event_id as last,
      locked.last_event_id as before,
      locked.completed_at is null and batches.completed_at is not null as ends
  ), recorded as (
    insert into events (batch_id, number, job_id, type, data)
    select batch_id, before + row_number() over (partition by batch_id order by sequence),
      changed.id, type, data
    from changed join numbered on numbered.id = batch_id
    where is_event
    union all
    select id, last, null, 'finish', jsonb_build_object('status', status) from numbered where ends
  )
  select
    array_agg(distinct batch_id) filter (where changed.held_by = 'batch' or (locked.queued > 0
      and status <> 'processing' and (was = 'processing' or (was_claimable and not is_claimable)))),
    array_agg(changed.id) filter (
      where was in ('queued', 'processing') and status not in ('queued', 'processing')),
    array_agg(owner_id) filter (where is_claimable and not was_claimable),
    array_agg(needs) filter (where is_claimable and not was_claimable),
    array_agg(place) filter (where is_claimable and not was_claimable)
  into freed, ended, owners, needed, places
  from changed left join locked on locked.id = batch_id;
  if owners is not null then
    perform open_lanes(owners, needed, places);
  end if;
  if freed is not null then
    perform admit_jobs(freed);
  end if;
  if ended is not null then
    update jobs set held_by = 'batch' where held_by = 'original' and waits_for = any (ended);
  end if;
  return null;
end
$$;

-- Takes up to `wanted` jobs: the lanes whose turn it is, and of each the jobs first in place. Claimers
-- come one after the other, so that what one sees of caps and turns is true until it commits; jobs that
-- are being cancelled are passed over. Nothing here depends on how many jobs wait or have ended.
create function claim_jobs(worker text, lease_seconds double precision, wanted integer)
returns setof jobs language plpgsql as $$
declare
  depth integer;
  lane_count integer;
  empty_owners text[];
  empty_needs text[];
  picked uuid[];
  now_turn double precision;
begin
  perform lock_queue();
  if exists (select from jobs where held_by = 'time' and run_at <= now()) then
    update jobs set held_by = 'batch' where held_by = 'time' and run_at <= now();
  end if;

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
          when opened_at is null then coalesce(max_running - running, wanted)
          when probe_at <= now() and running = 0 then 1
          else 0
        end as free
      from dependencies
      cross join lateral (
        select count(*)::integer as running from jobs
        where status = 'processing' and needs = name and name <> 'none'
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
        job.id, job.batch_id, job.place
      from next_lanes as lane
      left join lateral (
        select id, batch_id, place from jobs
        where status = 'queued' and held_by is null
          and owner_id = lane.owner_id and needs = lane.needs
        order by place, id
        limit least(depth, lane.free)
      ) as job on true
    ), ranked as (
      select candidates.*,
        turn + row_number() over (partition by owner_id order by place, id) - 1 as job_turn
      from candidates
      where id is not null
    ), allowed as (
      select ranked.id, job_turn, served, place,
        row_number() over (partition by needs order by job_turn, served, place, ranked.id) <= free
          as has_room,
        batch.processing
          + row_number() over (partition by batch_id order by job_turn, served, place, ranked.id)
          <= batch.max_running as is_under_cap
      from ranked
      cross join lateral (
        select processing, max_running from batches where batches.id = batch_id limit 1
      ) as batch
    )
    select
      array(
        select id from allowed
        where has_room and is_under_cap
        order by job_turn, served, place, id
        limit wanted
      ),
      (select array_agg(owner_id) from candidates where id is null),
      (select array_agg(needs) from candidates where id is null)
    into picked, empty_owners, empty_needs;
    exit when cardinality(picked) = wanted or depth >= wanted;
    depth := wanted;
  end loop;

  picked := array(
    select id from jobs
    where id = any (picked) and status = 'queued' and held_by is null
    for update skip locked
  );
  if cardinality(picked) > 0 then
    return query
    with claimed as (
      update jobs set
        status = 'processing', last_event = 'claim', progress = 0,
        stage = case when upload_key is null then 'downloading' else 'reading' end,
        epoch = epoch + 1, attempt_count = attempt_count + 1,
        leased_by = worker, lease_expires_at = now() + make_interval(secs => lease_seconds),
        started_at = coalesce(started_at, now()), last_attempt_at = now()
      where jobs.id = any (picked)
      returning jobs.*
    ), shares as (
      select owner_id, count(*) as jobs from claimed group by owner_id
    ), served_lanes as (
      update lanes set turn = greatest(turn, now_turn) + shares.jobs, served = served + shares.jobs
      from shares
      where lanes.owner_id = shares.owner_id
    )
    select * from claimed;
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
        select from jobs
        where status = 'queued' and held_by is null
          and jobs.owner_id = lanes.owner_id and jobs.needs = lanes.needs);
  end if;
end
$$;

-- Ends attempts that succeeded and takes the next jobs, in one round trip and one commit. Returns a row
-- for each job that was completed or claimed; a completion that comes too late returns none.
create function next_jobs(
  worker text, lease_seconds double precision, wanted integer,
  done_ids uuid[], done_epochs integer[], done_keys text[]
) returns table (
  event text, id uuid, epoch integer, batch_id uuid, owner_id text, original_filename text,
  bytes integer, sha256 text, mapping text, params jsonb, source_url text, upload_key text,
  attempt_count integer, needs text, waits_for uuid
) language plpgsql as $$
#variable_conflict use_column
begin
  perform lock_queue();
  if cardinality(done_ids) > 0 then
    return query
    update jobs as job set
      status = 'complete', last_event = 'complete', stage = 'done', progress = 100,
      result_key = done.key, error_code = null, error_message = null,
      completed_at = clock_timestamp(), leased_by = null, lease_expires_at = null
    from unnest(done_ids, done_epochs, done_keys) as done (id, epoch, key)
    -- By their ids: written so that no planner takes the index over all that runs.
    where job.id = any (done_ids)
      and job.id = done.id and job.epoch = done.epoch and job.status || '' = 'processing'
    returning job.last_event, job.id, job.epoch, job.batch_id, job.owner_id, job.original_filename,
      job.bytes, job.sha256, job.mapping, job.params, job.source_url, job.upload_key,
      job.attempt_count, job.needs, job.waits_for;
  end if;
  if wanted > 0 then
    return query
    select job.last_event, job.id, job.epoch, job.batch_id, job.owner_id, job.original_filename,
      job.bytes, job.sha256, job.mapping, job.params, job.source_url, job.upload_key,
      job.attempt_count, job.needs, job.waits_for
    from claim_jobs(worker, lease_seconds, wanted) as job;
  end if;
end
$$;

-- Queues batches of jobs: all that came at the same moment, in one commit. A document that its owner has
-- had read before, in the same way, is complete at once; one that is just being read waits for that
-- result or, where it came alone, is not queued again. Returns the job that stands for each one given.
create function enqueue_batches(given jsonb)
returns table (asked_id uuid, job_id uuid, original_id uuid) language plpgsql as $$
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
    select batch.id as batch_id, owner_id, mapping, batch.params, max_running, is_single, job.*,
      -- Of bytes that nobody has fetched yet, each job is the first.
      case
        when sha256 is null then job.id
        else first_value(job.id) over (
          partition by owner_id, sha256, mapping, batch.params order by nth, sequence)
      end as first_id
    from rows from (
      jsonb_to_recordset(given) as (id uuid, owner_id text, mapping text, params jsonb,
        max_running integer, is_single boolean, jobs jsonb)
    ) with ordinality as batch (id, owner_id, mapping, params, max_running, is_single, jobs, nth)
    cross join lateral rows from (
      jsonb_to_recordset(jobs) as (id uuid, original_filename text, bytes integer, sha256 text,
        source_url text, upload_key text, priority integer, needs text)
    ) with ordinality as job
      (id, original_filename, bytes, sha256, source_url, upload_key, priority, needs, sequence)
  ), known as materialized (
    select asked.*, coalesce(original.status = 'complete', false) as is_done,
      coalesce(original.id, nullif(first_id, asked.id)) as original_id,
      original.result_key, original.read_by, original.review_reasons
    from asked
    -- Shared locks: the original can neither end nor expire before this is committed.
    left join lateral (
      select id, status, result_key, read_by, review_reasons from jobs
      where jobs.owner_id = asked.owner_id and jobs.sha256 = asked.sha256
        and jobs.mapping = asked.mapping and jobs.params = asked.params
        and (status = 'complete'
          or (status in ('queued', 'processing') and held_by is distinct from 'original'))
      order by status = 'complete' desc, created_at desc
      limit 1
      for share
    ) as original on true
  ), accepted as materialized (
    select known.*,
      case
        when is_done then null
        when original_id is not null then 'original'
        when row_number() over (
          partition by batch_id, original_id is null order by sequence) > max_running then 'batch'
      end as held_by
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
      started_at, completed_at, result_key, read_by, review_reasons, deduped_from, cached, last_event)
    select id, batch_id, sequence, owner_id, original_filename, bytes, sha256, mapping, params,
      priority, needs, case when source_url is null then 'file' else 'url' end, source_url, upload_key,
      held_by, case when not is_done then original_id end,
      case when is_done then 'complete' else 'queued' end,
      case when is_done then 'done' else 'queued' end,
      case when is_done then 100 else 0 end,
      case when is_done then now() end, case when is_done then now() end,
      result_key, read_by, coalesce(review_reasons, '[]'),
      case when is_done then original_id end, is_done,
      case when is_done then 'complete' else 'queue' end
    from accepted
    returning *
  ), recorded as (
    insert into events (batch_id, number, job_id, type, data)
    select batch_id, sequence, id, last_event, job_event_data(new_jobs::jobs) from new_jobs
    union all
    select id, last, null, 'finish', jsonb_build_object('status', status)
    from new_batches where has_ended
  )
  select
    (select jsonb_agg(jsonb_build_object('asked_id', id, 'original_id', original_id,
      'is_done', is_done, 'job_id', case when is_done or original_id is null or not is_single then id else original_id end))
      from known),
    array_agg(owner_id), array_agg(needs), array_agg(place)
  into answers, owners, needed, places
  from new_jobs where status = 'queued' and held_by is null;
  if owners is not null then
    perform open_lanes(owners, needed, places);
    -- A hint for the workers, sent with the commit.
    perform pg_notify('docket_queued', '');
  end if;
  -- In a statement of its own: an original that ended while its lock was awaited has outputs that the
  -- statement above could not see.
  insert into outputs (job_id, position, format, key, content_type, bytes)
  select answer.job_id, position, format, key, content_type, bytes
  from jsonb_to_recordset(answers) as answer (job_id uuid, original_id uuid, is_done boolean)
  join outputs on outputs.job_id = answer.original_id
  where is_done;
  return query
    select * from jsonb_to_recordset(answers) as (asked_id uuid, job_id uuid, original_id uuid);
end
$$;

-- How long documents took, by mapping and size: from these a waiting person is told how long it may take.
create table durations (
  id bigint generated always as identity primary key,
  mapping text not null,
  bytes integer not null,
  seconds double precision not null
);
create index durations_by_mapping on durations (mapping, id desc);

-- Plans that do not depend on how the tables looked when they were first made.
alter function open_lanes set enable_seqscan = off;
alter function record_job_changes set enable_seqscan = off;
alter function claim_jobs set enable_seqscan = off;
alter function next_jobs set enable_seqscan = off;
alter function enqueue_batches set enable_seqscan = off;
alter function record_job_changes set jit = off;
alter function claim_jobs set jit = off;
alter function next_jobs set jit = off;
alter function enqueue_batches set jit = off;
