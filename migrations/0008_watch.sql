-- Watching: whoever shows jobs is told which batches have changed, and which jobs are gone.

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

-- Updates are announced by record_job_changes.
create function announce_inserts() returns trigger language plpgsql as $$
begin
  perform announce_batches(array(select distinct batch_id from new_jobs));
  return null;
end
$$;

create trigger announce_inserts after insert on jobs
  referencing new table as new_jobs for each statement execute function announce_inserts();

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
    insert into events (batch_id, number, job_id, type, status, stage, progress, epoch, attempt)
    select id, last_event_id, job.id, 'delete', job.status, job.stage, job.progress, job.epoch,
      job.attempt_count
    from numbered;
  end if;
  perform pg_notify('docket_changed', job.batch_id::text || ',gone');
end
$$;
