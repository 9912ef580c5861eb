-- Effects of a job change: hints for subscribers, notifications, and deletions.

-- Notifies subscribers of new jobs; record_job_changes does so for updates.
create function notify_jobs_inserted() returns trigger language plpgsql as $$
begin
  perform notify_batches_changed(array(select distinct batch_id from new_jobs));
  return null;
end
$$;

create trigger notify_jobs_inserted after insert on jobs
  referencing new table as new_jobs for each statement execute function notify_jobs_inserted();

-- Creates webhook deliveries and releases emails when a job or a batch has ended. Deferred to the end of the
-- transaction, because the statements after a completion write the review reasons.
create function enqueue_notifications() returns trigger language plpgsql as $$
begin
  if new.type = 'finish' then
    update mails set run_at = now()
    where batch_id = new.batch_id and state = 'waiting' and run_at is null;
  end if;
  if not exists (select from webhooks where disabled_at is null) then
    return null;
  end if;
  insert into webhook_deliveries (webhook_id, batch_id, job_id, type, payload)
  select webhooks.id, new.batch_id, new.job_id, kind, json_build_object(
    'type', kind,
    'timestamp', to_char(new.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    'data', notification.data)
  from (
    select jobs.owner_id,
      case
        when new.status = 'failed' then array['job.failed']
        when jsonb_array_length(review_reasons) > 0 then array['job.complete', 'job.needs_review']
        else array['job.complete']
      end as kinds,
      json_build_object('id', id, 'batch_id', jobs.batch_id, 'sequence', sequence,
        'original_filename', original_filename, 'mapping', coalesce(read_by, mapping),
        'status', new.status, 'needs_review', jsonb_array_length(review_reasons) > 0,
        'error_code', new.error_code, 'error_detail', new.error_detail) as data
    from jobs where id = new.job_id
    union all
    select owner_id, array['batch.ended'],
      json_build_object('id', id, 'status', new.status, 'total', total, 'complete', complete,
        'failed', failed, 'cancelled', cancelled, 'needs_review', (
          select count(*) from jobs
          where jobs.batch_id = batches.id and jobs.status = 'complete'
            and jsonb_array_length(review_reasons) > 0))
    from batches where id = new.batch_id and new.job_id is null
  ) as notification
  join webhooks on webhooks.owner_id = notification.owner_id and webhooks.disabled_at is null
  cross join unnest(notification.kinds) as kind
  where kind = any (webhooks.events);
  return null;
end
$$;

create constraint trigger enqueue_notifications after insert on events
  deferrable initially deferred
  for each row when (new.type in ('finish', 'complete', 'fail', 'time_out'))
  execute function enqueue_notifications();

-- Deletes a job that has ended, and its batch if the job was the last one. The batch gets an event, so that subscribers
-- see the deletion.
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

create function delete_batch_events() returns trigger language plpgsql as $$
begin
  delete from events where batch_id in (select id from old_batches);
  return null;
end
$$;

create trigger delete_batch_events after delete on batches
  referencing old table as old_batches for each statement execute function delete_batch_events();

-- Deletes an expired result's corrections and sheet changes: both contain parts of it.
create function delete_expired_changes() returns trigger language plpgsql as $$
begin
  delete from reading_changes where job_id = new.id;
  delete from sheet_changes where job_id = new.id;
  return null;
end
$$;

create trigger delete_expired_changes after update of status on jobs
  for each row when (new.status = 'expired') execute function delete_expired_changes();
