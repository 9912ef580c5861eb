-- Side effects of a job change: notifications and deletions.

-- Schedules the waiting emails and creates webhook deliveries for jobs and batches that ended after these event
-- numbers. Called in the transaction in which they end.
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
  insert into webhook_deliveries (webhook_id, callback_url, batch_id, job_id, type, payload)
  select recipient.id, recipient.callback_url, event.batch_id, event.job_id, recipient.kind, json_build_object(
    'type', recipient.kind,
    'timestamp', to_char(event.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    'data', notification.data)
  from unnest(batch_ids, after_numbers) as changed (batch_id, number)
  join events as event on event.batch_id = changed.batch_id and event.number > changed.number
    and event.type in ('finish', 'complete', 'fail', 'time_out', 'cancel')
  join batches as batch on batch.id = event.batch_id
  cross join lateral (
    select
      case
        when event.status = 'failed' then array['job.failed']
        when event.status = 'cancelled' then array['job.cancelled']
        when jsonb_array_length(review_reasons) > 0 then array['job.complete', 'job.needs_review']
        else array['job.complete']
      end as kinds,
      json_build_object('id', id, 'batch_id', jobs.batch_id, 'sequence', sequence,
        'client_reference', batch.client_reference,
        'original_filename', original_filename, 'mapping', jobs.mapping, 'read_by', read_by,
        'status', event.status, 'needs_review', jsonb_array_length(review_reasons) > 0,
        'error_code', event.error_code, 'error_detail', event.error_detail) as data
    from jobs where id = event.job_id
    union all
    select array['batch.ended'],
      json_build_object('id', batch.id, 'client_reference', batch.client_reference, 'status', event.status,
        'total', batch.total, 'complete', batch.complete, 'failed', batch.failed, 'cancelled', batch.cancelled,
        'needs_review', (
          select count(*) from jobs
          where jobs.batch_id = batch.id and jobs.status = 'complete'
            and jsonb_array_length(review_reasons) > 0))
    where event.job_id is null
  ) as notification
  cross join lateral (
    select webhooks.id, null as callback_url, kind
    from webhooks cross join unnest(notification.kinds) as kind
    where webhooks.owner_id = batch.owner_id and webhooks.url is not null and webhooks.disabled_at is null
      and kind = any (webhooks.events)
    union all
    -- A callback gets one message when a job or batch ends. Unlike a webhook, it does not also receive
    -- job.needs_review.
    select batch.callback_id, batch.callback_url, notification.kinds[1]
    where batch.callback_url is not null and (batch.callback_scope = 'job') = (event.job_id is not null)
  ) as recipient;
end
$$;

-- Deletes a job that has ended and, if it was the last one, its batch. The batch gets an event, so that subscribers see
-- the deletion.
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
