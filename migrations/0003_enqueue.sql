-- Enqueues batches of jobs in one transaction. If the owner's document was already read with the same mapping and
-- parameters, by the same reader and with the same directory (or a user approved the reading), the new job is complete
-- immediately. If the document is still being read, the new job waits for that result or, when uploaded alone, is not
-- added at all. Returns, for each given job whose document is known, the job that represents it. Returns at least one
-- row, which has the time if it has no job; the caller knows everything else about new jobs.
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
  hashes text[];
  -- One element for each requested job whose document is known: its id, the job that represents it, the original job,
  -- and whether the original is complete.
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

  -- Serialises each owner's enqueues, so that two concurrent uploads of one document see each other.
  perform pg_advisory_xact_lock(702117003, owner_hash) from (
    select distinct hashtext(owner_id) as owner_hash
    from jsonb_to_recordset(given) as batch (owner_id text)
    order by 1
  ) as owners_to_lock;

  hashes := array(select hash #>> '{}' from jsonb_path_query(given, '$[*].jobs[*].sha256') as hash);

  -- Compares hashes first, because most documents are new and this is the cheapest way to detect that.
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
      -- Shared locks keep the original from ending or expiring before this transaction commits.
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
  -- Wakes the workers on commit. Duplicates count too, because claims skip the originals that this transaction has
  -- locked.
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
    select known.*, now()
    from (values (0)) as always
    left join unnest(known_ids, known_as, originals, are_done) as known (id, job_id, original_id, is_done) on true;
end
$$;
