-- Queues batches and reads the jobs that stand for theirs, as they are then, in one trip.
create function enqueue_batches_and_read(given jsonb)
returns table (asked_id uuid, job_id uuid, original_id uuid, is_done boolean, job jobs)
language plpgsql as $$
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

alter function enqueue_batches_and_read set plan_cache_mode = force_generic_plan;
alter function enqueue_batches_and_read set enable_seqscan = off;
alter function enqueue_batches_and_read set jit = off;
