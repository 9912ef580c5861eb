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

-- Releases emails and creates webhook deliveries for jobs and batches whose final event is after these numbers. Called
-- in the transaction that ends them.
create function enqueue_notifications(batch_ids uuid[], after_numbers integer[]) returns void
language plpgsql
set enable_seqscan = off
as $$
begin
  if exists (select from mails where batch_id = any (batch_ids) and state = 'waiting' and run_at is null) then
    update mails set run_at = now()
    where batch_id = any (batch_ids) and state = 'waiting' and run_at is null
      and exists (select from batches where batches.id = batch_id and completed_at is not null);
  end if;
  if not exists (select from webhooks where disabled_at is null) then
    return;
  end if;
  insert into webhook_deliveries (webhook_id, batch_id, job_id, type, payload)
  select webhooks.id, event.batch_id, event.job_id, kind, json_build_object(
    'type', kind,
    'timestamp', to_char(event.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    'data', notification.data)
  from unnest(batch_ids, after_numbers) as changed (batch_id, number)
  join events as event on event.batch_id = changed.batch_id and event.number > changed.number
    and event.type in ('finish', 'complete', 'fail', 'time_out')
  cross join lateral (
    select jobs.owner_id,
      case
        when event.status = 'failed' then array['job.failed']
        when jsonb_array_length(review_reasons) > 0 then array['job.complete', 'job.needs_review']
        else array['job.complete']
      end as kinds,
      json_build_object('id', id, 'batch_id', jobs.batch_id, 'sequence', sequence,
        'original_filename', original_filename, 'mapping', coalesce(read_by, mapping),
        'status', event.status, 'needs_review', jsonb_array_length(review_reasons) > 0,
        'error_code', event.error_code, 'error_detail', event.error_detail) as data
    from jobs where id = event.job_id
    union all
    select owner_id, array['batch.ended'],
      json_build_object('id', id, 'status', event.status, 'total', total, 'complete', complete,
        'failed', failed, 'cancelled', cancelled, 'needs_review', (
          select count(*) from jobs
          where jobs.batch_id = batches.id and jobs.status = 'complete'
            and jsonb_array_length(review_reasons) > 0))
    from batches where id = event.batch_id and event.job_id is null
  ) as notification
  join webhooks on webhooks.owner_id = notification.owner_id and webhooks.disabled_at is null
  cross join unnest(notification.kinds) as kind
  where kind = any (webhooks.events);
end
$$;

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
