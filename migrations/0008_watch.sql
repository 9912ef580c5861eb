-- Watching: whoever shows jobs is told which batches have changed, and which jobs are gone.

-- A sign of life of a worker is no news of its job.
drop trigger touch_job on jobs;
create trigger touch_job before update on jobs for each row
  when (
    old.lease_expires_at is not distinct from new.lease_expires_at
    or old.status is distinct from new.status
  )
  execute function touch_job();

-- Jobs that their owner deleted, for a while: a list that is kept up to date by changes must lose them.
create table deleted_jobs (
  id uuid primary key,
  owner_id text not null,
  deleted_at timestamptz not null default clock_timestamp()
);
create index deleted_jobs_by_owner on deleted_jobs (owner_id, deleted_at);
create index deleted_jobs_by_age on deleted_jobs (deleted_at);

-- Those who refer to a job that is deleted are found without looking at every other.
create index jobs_deduped on jobs (deduped_from) where deduped_from is not null;
create index jobs_waiting_for on jobs (waits_for) where waits_for is not null;

-- Names the batches that a statement has touched, 200 to a message: more would not fit. Sent with the
-- commit, and a hint only: whoever listens also looks now and then.
create function announce_changes() returns trigger language plpgsql as $$
begin
  perform pg_notify('docket_changed', string_agg(batch_id::text, ','))
  from (
    select batch_id, row_number() over () / 200 as message
    from (select distinct batch_id from changed_jobs) as changed
  ) as numbered
  group by message;
  return null;
end
$$;

-- What other triggers do to further jobs is nothing that people see.
create trigger announce_inserts after insert on jobs
  referencing new table as changed_jobs
  for each statement when (pg_trigger_depth() = 0) execute function announce_changes();
create trigger announce_updates after update on jobs
  referencing new table as changed_jobs
  for each statement when (pg_trigger_depth() = 0) execute function announce_changes();

-- Takes a job that has ended out of its batch: out of the counters, and with it the batch that has no
-- other. Its number goes on, so that those who watch the batch miss nothing.
create function delete_job(deleted uuid) returns void language plpgsql as $$
declare
  job jobs;
begin
  delete from jobs where id = deleted returning * into job;
  if not found then
    return;
  end if;
  insert into deleted_jobs (id, owner_id) values (job.id, job.owner_id);
  delete from batches where id = job.batch_id and total = 1;
  if not found then
    with numbered as (
      update batches set
        total = total - 1,
        complete = complete - (job.status in ('complete', 'expired'))::integer,
        failed = failed - (job.status = 'failed')::integer,
        cancelled = cancelled - (job.status = 'cancelled')::integer,
        last_event_id = last_event_id + 1
      where id = job.batch_id
      returning id, last_event_id
    )
    insert into events (batch_id, number, job_id, type, data)
    select id, last_event_id, job.id, 'delete', job_event_data(job) from numbered;
  end if;
  perform pg_notify('docket_changed', job.batch_id::text || ',gone');
end
$$;
