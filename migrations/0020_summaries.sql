-- What a document says in a line (domain/job/summary.ts): listed and searched with its job, and gone with its result.
alter table jobs add column summary jsonb;

-- Text as a search sees it: apart from case and accents (domain/job/job-search.ts does the same).
create function folded(given text) returns text immutable parallel safe language sql as $$
  select lower(regexp_replace(normalize(given, nfkd), '[\u0300-\u036f]', '', 'g'))
$$;

-- As before, and a document that was read before brings what it says.
create or replace function enqueue_batches(given jsonb)
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

alter function enqueue_batches set plan_cache_mode = force_generic_plan;
alter function enqueue_batches set enable_seqscan = off;
alter function enqueue_batches set enable_nestloop = off;
alter function enqueue_batches set jit = off;
