-- E-mails about batches, and webhooks with what is sent to them.

-- One e-mail to each address that asked to hear of a batch. Whoever sends one claims it first, in a commit of its
-- own: what becomes of a claim without an outcome is `unknown`, and is not sent again.
create table mails (
  id uuid primary key,
  batch_id uuid not null references batches on delete cascade,
  address text not null,
  language text not null check (language in ('en', 'id')),
  state text not null default 'waiting'
    check (state in ('waiting', 'sending', 'sent', 'failed', 'unknown', 'suppressed')),
  run_at timestamptz, -- from when on it may be sent; null until the batch has ended
  attempts integer not null default 0,
  claim_ends_at timestamptz,
  error text, -- without the address
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  constraint claimed_while_sending check ((state = 'sending') = (claim_ends_at is not null))
);
create unique index mails_by_batch on mails (batch_id, lower(address));
create index mails_by_address on mails (lower(address), created_at);
create index mails_due on mails (run_at) where state = 'waiting' and run_at is not null;
create index mails_claimed on mails (claim_ends_at) where state = 'sending';
create index mails_undelivered on mails (created_at) where state in ('unknown', 'failed');

-- It would have held one address, and told nothing of what became of the e-mail.
alter table batches drop column notification_email, drop column notification_sent_at;

-- Addresses that want no e-mail, as keyed hashes: the table names nobody.
create table suppressions (
  address_hash text primary key,
  created_at timestamptz not null default now()
);

-- What links to unsubscribe are signed with.
create table mail_key (
  is_only boolean primary key default true check (is_only),
  key text not null default gen_random_uuid()::text || gen_random_uuid()::text
);
insert into mail_key default values;

create table webhooks (
  id uuid primary key,
  owner_id text not null,
  url text not null,
  secret text not null, -- as it is, for every delivery is signed with it
  events text[] not null,
  created_at timestamptz not null default now(),
  disabled_at timestamptz,
  disabled_by text check (disabled_by in ('owner', 'failures', 'gone')),
  failing_since timestamptz, -- null while the last delivery arrived
  last_success_at timestamptz,
  constraint disabled_says_why check ((disabled_at is null) = (disabled_by is null))
);
create index webhooks_by_owner on webhooks (owner_id, created_at desc);

-- What is to be told to a webhook: written in the commit of the event, so that none is lost.
create table webhook_deliveries (
  id uuid primary key default gen_random_uuid(), -- the same on every try: receivers know it again
  webhook_id uuid not null references webhooks on delete cascade,
  batch_id uuid not null references batches on delete cascade,
  job_id uuid references jobs on delete cascade,
  type text not null,
  payload json not null,
  state text not null default 'pending' check (state in ('pending', 'delivered', 'failed')),
  attempts integer not null default 0, -- since it was last asked for
  run_at timestamptz not null default now(), -- while it is tried: when the try counts as lost
  tries jsonb not null default '[]', -- the latest, oldest first: { at, status, seconds, error }
  created_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz
);
create index webhook_deliveries_due on webhook_deliveries (webhook_id, run_at) where state = 'pending';
create index webhook_deliveries_by_webhook on webhook_deliveries (webhook_id, created_at desc, id desc);
create index webhook_deliveries_by_batch on webhook_deliveries (batch_id);
create index webhook_deliveries_by_job on webhook_deliveries (job_id) where job_id is not null;
create index webhook_deliveries_by_age on webhook_deliveries (created_at);

-- Tells whoever wants to know that a job or a batch has ended. At the end of the transaction, for a completion says
-- only after its first statement what is to be reviewed.
create function notify_end() returns trigger language plpgsql as $$
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
    'data', told.data)
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
        'error_code', new.error_code, 'error_message', new.error_message) as data
    from jobs where id = new.job_id
    union all
    select owner_id, array['batch.ended'],
      json_build_object('id', id, 'status', new.status, 'total', total, 'complete', complete,
        'failed', failed, 'cancelled', cancelled, 'needs_review', (
          select count(*) from jobs
          where jobs.batch_id = batches.id and jobs.status = 'complete'
            and jsonb_array_length(review_reasons) > 0))
    from batches where id = new.batch_id and new.job_id is null
  ) as told
  join webhooks on webhooks.owner_id = told.owner_id and webhooks.disabled_at is null
  cross join unnest(told.kinds) as kind
  where kind = any (webhooks.events);
  return null;
end
$$;

create constraint trigger notify_end after insert on events
  deferrable initially deferred
  for each row when (new.type in ('finish', 'complete', 'fail', 'time_out'))
  execute function notify_end();
