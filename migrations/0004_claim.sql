-- Locks the owners of these jobs, in a fixed order.
create function lock_owners(job_ids uuid[]) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(702117005, owner_hash) from (
    select distinct hashtext(owner_id) as owner_hash from jobs where id = any (job_ids) order by 1
  ) as owners_to_lock;
end
$$;

-- Takes the locks for completing these jobs and claiming `wanted` others. Returns the owners whose jobs may be claimed, or
-- null for all owners. Transactions wait for each other only where they could conflict:
-- - Completions alone lock the owners of their jobs. They run beside claims, because they never use up a cap; but if they
--   unblock duplicates, which changes other batches, they take lock_queue().
-- - If no job has a dependency and all have the same priority, other turns lock the owners of completed jobs and as many
--   other owners as needed: transactions with different owners share no batch, no cap and no duplicate.
-- - Claims alone take a lock that excludes other claims.
-- - Everything else, and a claim that requeues delayed jobs, takes lock_queue().
-- Locks are taken in the order of this list, owners in order of their hash; only free owners are locked out of order,
-- without waiting. So turns cannot deadlock.
create function lock_turn(wanted integer, ending_jobs uuid[]) returns text[]
language plpgsql
as $$
declare
  has_delayed_jobs boolean := wanted > 0 and exists (select from jobs where blocked_by = 'time' and run_at <= now());
  owners text[];
  owners_with_jobs integer;
begin
  if wanted = 0 and not exists (
    select from jobs where blocked_by = 'original' and duplicate_of = any (ending_jobs)
  ) then
    perform pg_advisory_xact_lock_shared(702117002);
    perform lock_owners(ending_jobs);
    return '{}';
  end if;
  if not has_delayed_jobs and (
    select first.ctid <> last.ctid and first.dependency = 'none'
      and (first.dependency, first.priority) = (last.dependency, last.priority)
    from (select ctid, dependency, priority from owner_shares
      order by dependency, priority, virtual_time, served, sort_key limit 1) as first
    cross join (select ctid, dependency, priority from owner_shares
      order by dependency desc, priority desc, virtual_time desc, served desc, sort_key desc limit 1) as last
  ) then
    begin
      perform pg_advisory_xact_lock_shared(702117002);
      perform pg_advisory_xact_lock_shared(702117006);
      perform lock_owners(ending_jobs);
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
    exception when lock_not_available then null; -- rolling back to the start of the block releases the locks
    end;
  end if;
  if ending_jobs = '{}' and not has_delayed_jobs then
    perform pg_advisory_xact_lock_shared(702117002);
    perform pg_advisory_xact_lock(702117006);
  else
    perform lock_queue();
  end if;
  return null;
end
$$;

-- Selects and locks up to `wanted` claimable jobs. Higher priorities go first; within a priority, owners with the
-- lowest virtual time; within an owner, jobs with the lowest sort_key. A job competes with a higher priority once it
-- has waited so long that its sort_key is below the sort_keys at that priority. Requires lock_turn(), so that caps and
-- virtual times stay valid until the commit; `owners` are the owners that lock_turn() returned, or null for all. Skips
-- jobs that are being cancelled. The cost does not depend on how many jobs are waiting or finished. Jobs in
-- `ending_jobs`, which this transaction is about to complete, count as completed.
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

  -- The first pass takes only a few jobs from each share, which is enough if many shares at one priority have jobs. The
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
      -- Concurrent claims may not have advanced the clock yet.
      queue_time := greatest(queue_time, served_from);
    end if;
  end if;
  if cardinality(picked) < wanted and empty_shares is not null then
    select greatest(queue_time, max(virtual_time)) into queue_time from owner_shares where ctid = any (empty_shares);
  end if;
  -- Skips the update if a concurrent claim has locked the clock.
  update queue_clock set virtual_time = queue_time
  where ctid = (select ctid from queue_clock for update skip locked) and virtual_time < queue_time;

  if empty_shares is not null then
    -- Locks the rows before checking again, because a job may have been committed in the meantime.
    empty_shares := array(
      select ctid from owner_shares where ctid = any (empty_shares) and virtual_time <= queue_time for update skip locked);
    delete from owner_shares where ctid = any (empty_shares) and not exists (
      select from waiting_jobs
      where claimable and waiting_jobs.owner_id = owner_shares.owner_id
        and waiting_jobs.dependency = owner_shares.dependency and waiting_jobs.priority = owner_shares.priority);
    -- The deleted rows may have displaced other owners within the limit, so this selects again.
    if found and cardinality(picked) = 0 then
      return pick_jobs(wanted, owners, ending_jobs, ending_batches, ending_counts);
    end if;
  end if;
  return picked;
end
$$;

-- Completes attempts, with their findings and outputs, and claims up to `wanted` jobs, in one update of jobs and one
-- transaction. Returns a row for each claimed job, and a row for each skipped completion: its lease was lost, or its
-- directory has changed since the attempt used it. With `is_alone`, completes one attempt, even if its directory has
-- changed, in a transaction that already holds the locks it needs. An attempt without review reasons did not read the
-- document, so the job keeps its earlier findings.
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
    owners := lock_turn(wanted, array(select done.id from jsonb_to_recordset(completions) as done (id uuid)));
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
