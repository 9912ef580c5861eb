-- Tables, by subject: jobs and their results, identities, reviews, notifications, operations. The other migrations
-- define the queue: its tables and triggers (0002_queue.sql), the functions that enqueue jobs (0003_enqueue.sql) and
-- that claim and complete them (0004_claim.sql), and the notifications and deletions that follow
-- (0005_notifications.sql).

-- Jobs ----------------------------------------------------------------------------------------------------------------

-- Allowed values of job columns. These are domains rather than CHECK constraints, because Postgres parses a table's
-- CHECK constraints again for every statement.
create domain job_status as text
  check (value in ('queued', 'processing', 'complete', 'failed', 'cancelled', 'expired'));
create domain job_stage as text check (value in ('queued', 'downloading', 'reading', 'extracting', 'saving', 'done'));
create domain percentage as integer check (value between 0 and 100);
create domain block_reason as text check (value in ('time', 'original'));
create domain reread_reason as text check (value in ('directory', 'mapping', 'reader', 'person', 'source'));
create domain source_type as text check (value in ('file', 'url'));
-- Checks only the length, because matching a pattern on every job change would cost too much.
create domain sha256_digits as text check (length(value) = 64);
create domain json_list as jsonb check (jsonb_typeof(value) = 'array');

create table batches (
  id uuid primary key, -- version 7: ids sort by creation time
  owner_id text not null, -- 'session:…' or 'user:…'
  upload_id uuid, -- groups the batches that make up one upload; chosen by the client
  client_reference text, -- the client's own id for the request, returned with its jobs and events
  -- URL to call when the job ('job', for a single upload) or the batch has ended. Its secret is in the webhooks row
  -- callback_id.
  callback_url text,
  callback_scope text check (callback_scope in ('job', 'batch')),
  callback_id uuid,
  mapping text not null,
  params jsonb not null default '{}',
  max_running integer not null default 3 check (max_running > 0), -- how many of its jobs may run concurrently
  -- Job counters by status, maintained by record_job_changes.
  total integer not null,
  queued integer not null,
  processing integer not null default 0,
  complete integer not null default 0, -- includes expired jobs
  failed integer not null default 0,
  cancelled integer not null default 0,
  -- Generated, so that it cannot differ from the counters.
  status text not null generated always as (
    case
      when queued = total then 'pending'
      when queued + processing > 0 then 'processing'
      when complete = total then 'complete'
      when complete > 0 then 'partial'
      when failed > 0 then 'failed'
      else 'cancelled'
    end
  ) stored,
  last_event_id integer not null default 0, -- number of the batch's latest event
  client_ip inet,
  user_agent text,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  completed_at timestamptz, -- null while any job is queued or processing
  processing_timeout_at timestamptz default now() + interval '1 day',
  compacted_at timestamptz, -- when its 'progress' events were deleted; other events stay
  constraint batch_counters_add_up check (
    total > 0
    and least(queued, processing, complete, failed, cancelled) >= 0
    and queued + processing + complete + failed + cancelled = total
  ),
  -- Claims respect the cap; this constraint rejects any statement that would exceed it.
  constraint batch_cap check (processing <= max_running),
  constraint callback_is_complete check (num_nonnulls(callback_url, callback_scope, callback_id) in (0, 3))
);

create index batches_by_owner on batches (owner_id, created_at desc);
create index batches_by_upload on batches (owner_id, upload_id) where upload_id is not null;
create index batches_by_reference on batches (owner_id, client_reference) where client_reference is not null;
create index batches_with_callback on batches (owner_id) where callback_url is not null;
create index batches_by_client_ip on batches (client_ip) where client_ip is not null;
create index batches_overdue on batches (processing_timeout_at) where completed_at is null;
create index batches_to_compact on batches (completed_at) where compacted_at is null;

-- Claims change no indexed column, and completions change only one, the summary, so most of these updates are heap-only
-- (HOT). The fillfactor leaves room on each page for the row versions that they add.
create table jobs (
  id uuid primary key, -- version 7: ids sort by creation time
  batch_id uuid not null references batches on delete cascade,
  sequence integer not null, -- position in the batch, from 1
  owner_id text not null, -- same as the batch's owner
  -- The document.
  original_filename text not null,
  source_type source_type not null,
  source_url text,
  source_deleted_at timestamptz,
  upload_key text, -- blob key of the PDF; null until a URL has been downloaded
  bytes integer,
  sha256 sha256_digits,
  -- How to read the document.
  mapping text not null, -- as requested; 'auto' detects the mapping from the document
  params jsonb not null default '{}',
  priority integer not null default 0,
  dependency text not null default 'none', -- name of a row in dependencies
  -- State.
  status job_status not null default 'queued',
  stage job_stage not null default 'queued',
  progress percentage not null default 0,
  last_event text not null default 'queue', -- transition that led to the current status; also the type of its row in events
  -- Why a queued job cannot be claimed yet: run_at is in the future, or another job for the same document has not
  -- ended.
  blocked_by block_reason,
  duplicate_of uuid references jobs on delete set null, -- the other job for the same document
  -- Why a complete document is being read again; null otherwise. Its result stays until the new one replaces it.
  reread_reason reread_reason,
  -- Queue order: by age, with a bonus of one minute per priority point. Automatic rereads sort ten minutes later, so
  -- that uploads overtake them.
  sort_key double precision not null
    generated always as (
      extract(epoch from queued_at at time zone 'UTC')::double precision - 60 * priority
        + case when reread_reason in ('directory', 'mapping', 'reader') then 600 else 0 end
    ) stored,
  epoch integer not null default 0, -- fencing token: incremented by every claim
  attempt_count integer not null default 0, -- claims minus attempts that do not count
  interruption_count integer not null default 0, -- lost leases; they do not count towards attempt_count
  leased_by text, -- id of the worker that holds the lease
  lease_expires_at timestamptz,
  error_code text,
  error_detail jsonb,
  -- Result.
  result_key text, -- prefix of the outputs' blob keys
  read_by text, -- mapping used to read the document; null until then
  reader text, -- version of the reader and its mappings; null until the document has been read
  directory_version integer, -- applied directory version; null for documents that do not use the directory
  page_count integer,
  summary jsonb, -- values that identify the document in lists (domain/job/summary.ts); null once the result has expired
  review_reasons json_list not null default '[]',
  revision integer not null default 1, -- revision of the reading; incremented by every correction
  approved_at timestamptz,
  approved_by text,
  deduped_from uuid references jobs on delete set null, -- the job whose outputs were copied
  cached boolean not null default false, -- whether its outputs were copied
  -- Batch with the parts of this document; null if the document has not been split or if that batch has been deleted.
  split_into uuid references batches on delete set null,
  -- For a part: the job that was split, and the part's first and last page in it. The reader treats a part as one
  -- invoice.
  split_from uuid references jobs on delete set null,
  split_pages integer[] check (cardinality(split_pages) = 2),
  -- Where the job came from.
  request_id uuid, -- id of the upload request; appears in the logs of every process
  traceparent text, -- W3C trace context of the upload request; null if tracing is off
  -- Times.
  created_at timestamptz not null default now(),
  queued_at timestamptz not null default now(),
  run_at timestamptz not null default now(), -- not claimed before this time
  started_at timestamptz, -- time of the first claim
  last_attempt_at timestamptz, -- time of the latest claim
  completed_at timestamptz,
  failed_at timestamptz,
  updated_at timestamptz not null default now(),
  unique (batch_id, sequence),
  constraint file_has_bytes check (
    source_type <> 'file'
    or (bytes is not null and sha256 is not null and upload_key is not null)
  ),
  constraint url_has_source_url check (source_type <> 'url' or source_url is not null),
  constraint leased_while_processing check (
    (status = 'processing') = (leased_by is not null)
    and (leased_by is null) = (lease_expires_at is null)
  ),
  constraint attempts_within_claims check (attempt_count between 0 and epoch),
  constraint result_while_complete check (
    (status = 'complete' or reread_reason is not null) = (result_key is not null)
  ),
  constraint reread_is_unfinished check (reread_reason is null or status in ('queued', 'processing')),
  constraint complete_is_finished check (
    status <> 'complete' or (progress = 100 and stage = 'done' and completed_at is not null)
  ),
  constraint failed_has_error check (
    status <> 'failed'
    or (error_code is not null and failed_at is not null)
  ),
  constraint blocked_only_while_queued check (blocked_by is null or status = 'queued'),
  constraint blocked_by_original_has_original check (blocked_by is distinct from 'original' or duplicate_of is not null)
) with (
  fillfactor = 40,
  autovacuum_vacuum_scale_factor = 0.01,
  autovacuum_vacuum_cost_delay = 0
);

create index jobs_by_owner on jobs (owner_id, created_at desc, id desc);
create index jobs_by_sha256 on jobs (sha256);
-- Finds duplicate invoices.
create index jobs_by_invoice on jobs (owner_id, (summary ->> 'invoice_key'))
  where summary ->> 'invoice_key' is not null;
create index jobs_by_run_at on jobs (run_at) where blocked_by = 'time';
create index jobs_blocked_by_original on jobs (duplicate_of) where blocked_by = 'original';
-- Deleting a job updates the rows that reference it; these indexes find those rows.
create index jobs_by_duplicate_of on jobs (duplicate_of) where duplicate_of is not null;
create index jobs_by_deduped_from on jobs (deduped_from) where deduped_from is not null;
create index jobs_by_split_into on jobs (split_into) where split_into is not null;
create index jobs_by_split_from on jobs (split_from) where split_from is not null;

-- Has no foreign key, which would cost a lookup per row. Outputs are written in the statement that completes their job,
-- and forget_jobs deletes them.
create table outputs (
  job_id uuid not null,
  position integer not null, -- the first format is returned if no format is requested
  format text not null,
  key text not null, -- blob key; jobs with the same document share a blob
  content_type text not null,
  bytes integer not null,
  primary key (job_id, format)
);
create index outputs_by_key on outputs (key);

-- Outbox for blob deletions. A key is inserted in the transaction that removes its last reference, so that a crash
-- cannot leave an unreferenced blob behind.
create table blob_deletions (
  key text primary key
);

-- Batch history. Uses columns, because a JSON object would cost twice as much to write, and has no foreign keys,
-- because they would cost two lookups per event. A trigger deletes the events of a deleted batch; the events of a
-- deleted job stay, so that the numbers have no gaps.
create table events (
  batch_id uuid not null,
  number integer not null, -- 1, 2, 3 … per batch, without gaps, in commit order
  job_id uuid, -- null for events about the batch itself
  -- 'queue', a transition in domain/job/job-state.ts, 'progress', 'delete', 'correct', 'approve', 'unapprove', 'split' or
  -- 'finish'.
  type text not null,
  status text not null,
  stage text,
  progress integer,
  epoch integer,
  attempt integer,
  worker text,
  actor text, -- name of the user who corrected or approved the reading
  error_code text,
  error_detail jsonb,
  created_at timestamptz not null default clock_timestamp(),
  primary key (batch_id, number)
);

-- Tombstones, kept for some days: clients that update a list incrementally must remove deleted jobs from it.
create table deleted_jobs (
  id uuid primary key,
  owner_id text not null,
  deleted_at timestamptz not null default clock_timestamp()
);
create index deleted_jobs_by_owner on deleted_jobs (owner_id, deleted_at);
create index deleted_jobs_by_age on deleted_jobs (deleted_at);

-- Processing times of recent documents, for estimating how long a job will take.
create table durations (
  id bigint generated always as identity primary key,
  mapping text not null,
  bytes integer not null,
  seconds double precision not null
);
create index durations_by_mapping on durations (mapping, id desc);

-- Responses to requests with an Idempotency-Key: a repeated request gets the same response and is not executed again.
create table idempotency_keys (
  owner_id text not null,
  key text not null,
  fingerprint text not null, -- hash of the request
  -- Id of the resource to create. After a crash, the next request looks it up to see whether it was created.
  resource_id uuid not null,
  response json, -- null while the request is being processed
  locked_until timestamptz not null,
  expires_at timestamptz not null default now() + interval '1 day',
  primary key (owner_id, key)
);
create index idempotency_keys_by_expiry on idempotency_keys (expires_at);

-- Identities ----------------------------------------------------------------------------------------------------------

create table sessions (
  id text primary key, -- hash of the cookie's secret; 'session:' || id is the owner_id of the session's jobs
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sessions_by_expiry on sessions (expires_at);

-- Users who have signed in or joined a team. A caller without a row has no team; their workspace id is their own id.
create table users (
  id text primary key, -- 'user:' || subject
  name text not null,
  email text,
  tier text not null check (tier in ('standard', 'premium')),
  owner_id text not null, -- workspace that owns the user's jobs, directory, layouts, exports and webhooks
  own_workspace text not null, -- used outside a team; the user's id, unless that workspace now belongs to a team
  role text not null check (role in ('owner', 'member', 'viewer')),
  joined_at timestamptz not null default now() -- when the user joined this workspace
);
create index users_by_owner on users (owner_id);

-- Named workspaces, which several users can share.
create table teams (
  owner_id text primary key,
  name text not null,
  created_at timestamptz not null default now()
);

create table api_keys (
  prefix text primary key, -- the part of the key that may be shown
  hash text not null,
  name text not null,
  owner_id text not null, -- user or session that created the key; requests use that owner's current workspace
  scopes text[] not null,
  tier text not null check (tier in ('standard', 'premium')),
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz
);

-- Signed-in browsers. Each browser also keeps its anonymous session.
create table sign_ins (
  id text primary key, -- hash of the cookie's secret
  user_id text references users on delete cascade, -- signed in with OpenID Connect
  -- signed in with this API key; invalid once the key is revoked or expires
  key_prefix text references api_keys on delete cascade,
  id_token text, -- sent to the provider at sign-out; encrypted with the cookie's secret
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  constraint user_or_key check ((user_id is null) <> (key_prefix is null))
);
create index sign_ins_by_expiry on sign_ins (expires_at);
create index sign_ins_by_user on sign_ins (user_id) where user_id is not null;
create index sign_ins_by_key on sign_ins (key_prefix) where key_prefix is not null;

-- Single-use tickets that let a browser open an event stream.
create table stream_tickets (
  hash text primary key,
  identity jsonb not null,
  expires_at timestamptz not null
);
create index stream_tickets_by_expiry on stream_tickets (expires_at);

-- Links (identity/links.ts): a link gives anyone who has it access to one resource until it expires or is revoked. It
-- never starts a session.
create table links (
  id uuid primary key default gen_random_uuid(),
  code text not null unique, -- not hashed, because the owner can view the link again
  batch_id uuid not null references batches on delete cascade,
  job_id uuid references jobs on delete cascade, -- null for the whole batch
  -- 'mail': the link in emails about the batch; 'calendar': opens only the calendar to which phones subscribe.
  purpose text not null default 'page' check (purpose in ('page', 'mail', 'calendar')),
  options jsonb not null default '{}', -- a calendar's swimmers, session starts, time zone and reminder
  views integer not null default 0,
  created_at timestamptz not null default now(),
  last_viewed_at timestamptz,
  expires_at timestamptz not null
);
create unique index links_by_job on links (job_id) where job_id is not null;
create unique index links_by_batch on links (batch_id, purpose) where job_id is null;
create index links_by_batch_id on links (batch_id);

-- Single-use links for joining a team; deleted when used.
create table invitations (
  id uuid primary key default gen_random_uuid(),
  hash text not null unique, -- hash of the code
  team_id text not null references teams on delete cascade,
  role text not null check (role in ('owner', 'member', 'viewer')),
  invited_by text not null, -- the inviting user's name
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index invitations_by_team on invitations (team_id);

-- Review --------------------------------------------------------------------------------------------------------------

-- Audit log of corrections. Values are json, because jsonb rejects some strings that documents contain (\u0000).
create table reading_changes (
  job_id uuid not null references jobs on delete cascade,
  revision integer not null, -- the revision that the change created
  position integer not null,
  op text not null,
  path text not null,
  old json not null,
  new json not null,
  changed_by text not null,
  changed_at timestamptz not null default now(),
  primary key (job_id, revision, position)
);

-- One row per owner who has a directory; locked while an entry changes.
create table directories (
  owner_id text primary key,
  version integer not null -- incremented by every change, which invalidates caches
);

-- The reader version that started last. When another version starts, it requeues invoices that need review.
create table current_reader (
  singleton boolean primary key default true check (singleton), -- the table has one row
  reader text not null
);

create table directory_entries (
  id uuid primary key,
  owner_id text not null,
  kind text not null check (kind in ('parties', 'units', 'goods')),
  entry json not null,
  updated_at timestamptz not null default now()
);
create index directory_entries_by_owner on directory_entries (owner_id);

-- Corrections to apply to later documents.
create table learned_corrections (
  id uuid primary key,
  owner_id text not null,
  path text not null, -- corrected field's path
  about text not null, -- key of the company or line that the field belongs to
  printed text not null, -- value on the page
  value text not null, -- corrected value
  job_id uuid, -- the job in which the correction was made
  is_disputed boolean not null default false, -- corrected in conflicting ways, so no longer applied
  learned_at timestamptz not null default now(),
  unique (owner_id, path, about)
);

-- Weekly Ministry of Finance exchange rates, as entered by the owner.
create table exchange_rates (
  owner_id text not null,
  currency text not null,
  valid_from date not null, -- valid for seven days
  units integer not null, -- number of currency units that the rate applies to: 100 for Japanese yen
  rate numeric not null, -- rupiah for `units` of the currency
  primary key (owner_id, currency, valid_from)
);

create table mapping_drafts (
  name text not null,
  version integer not null, -- every version is kept, because each job refers to the version that it uses
  yaml text not null,
  saved_by text not null,
  saved_at timestamptz not null default now(),
  primary key (name, version)
);

-- Layouts learned from an owner's approved invoices; `auto` uses the latest version of each.
create table learned_layouts (
  owner_id text not null,
  name text not null,
  version integer not null,
  title text not null,
  yaml text not null,
  is_edited boolean not null, -- changed by a user, so never replaced by a learned version
  examples json not null, -- the approved values by job: [{ "job_id": …, "reading": … }]
  saved_at timestamptz not null default now(),
  primary key (owner_id, name, version)
);

-- Filters and sort orders of the queue page that an owner saved under a name.
create table queue_views (
  owner_id text not null,
  name text not null,
  search jsonb not null, -- QueueSearch in domain/api/routes/queue-views.ts
  saved_at timestamptz not null default now(),
  primary key (owner_id, name)
);

-- Coretax files exported by an owner. Undoing an export deletes its row.
create table exports (
  id uuid primary key, -- version 7
  owner_id text not null,
  filename text not null,
  seller text,
  seller_npwp text,
  period text, -- tax period: 2026-10; null if the file has several
  invoices integer not null,
  tax_base numeric not null,
  tax numeric not null,
  exported_by text not null, -- the exporting user's name
  exported_at timestamptz not null default now()
);
create index exports_by_owner on exports (owner_id, id desc);

-- Invoices in exported files. They outlive their jobs, so that an invoice filed long ago is still recognised.
create table exported_invoices (
  export_id uuid not null references exports on delete cascade,
  job_id uuid not null,
  original_filename text not null,
  invoice_key text not null, -- normalised seller and number; empty if there is no number
  filed_hash text not null, -- hash of the values in the file, to recognise later changes
  primary key (export_id, job_id)
);
create index exported_invoices_by_job on exported_invoices (job_id);
create index exported_invoices_by_key on exported_invoices (invoice_key);

-- Readings of whole heat sheets by document hash, so that showing another swimmer does not require reading the sheet
-- again.
create table program_cache (
  sha256 text not null,
  -- Owner of the upload; 'public' for documents fetched from a public URL, which serve only jobs that fetch the same
  -- bytes from a URL.
  owner_id text not null,
  reader text not null, -- reader version; a newer version reads the document again
  mapping text not null, -- as requested
  body bytea not null,
  created_at timestamptz not null default now(),
  primary key (sha256, owner_id, reader, mapping)
);
create index program_cache_by_age on program_cache (created_at);

-- Differences between a heat sheet and the previous sheet for the same meet, session and swimmers.
create table sheet_changes (
  job_id uuid primary key references jobs on delete cascade,
  owner_id text not null,
  meet_key text not null, -- the same for all sheets for one meet and session with the same swimmers
  since_job_id uuid references jobs on delete set null, -- the previous sheet; null for the first sheet
  changes jsonb not null default '[]'
);
create index sheet_changes_by_meet on sheet_changes (owner_id, meet_key);
create index sheet_changes_by_since_job on sheet_changes (since_job_id) where since_job_id is not null;

-- When a heat sheet's URL was last checked for a newer document, and which document was last replaced.
create table sheet_refreshes (
  job_id uuid primary key references jobs on delete cascade,
  checked_at timestamptz not null,
  changed_at timestamptz, -- when a newer document was read; null if there was none
  previous_sha256 text, -- hash of the replaced document, whose program is compared with the new document's program
  constraint changed_has_previous check ((changed_at is null) = (previous_sha256 is null))
);

-- Records every call to a language model, because each is billed even if its response is not used.
create table llm_calls (
  id bigint generated always as identity primary key,
  job_id uuid references jobs on delete set null, -- null if the call was about a web page
  owner_id text not null,
  model text not null,
  input_tokens integer not null,
  output_tokens integer not null,
  cost numeric(12, 6), -- US dollars; null if the price is unknown
  created_at timestamptz not null default now()
);
create index llm_calls_by_job on llm_calls (job_id);

-- Notifications -------------------------------------------------------------------------------------------------------

-- One email per batch and address. A sender claims it in a separate transaction before sending it. A claim that expires
-- without an outcome becomes 'unknown', and its email is not sent again.
create table mails (
  id uuid primary key,
  batch_id uuid not null references batches on delete cascade,
  address text not null,
  language text not null check (language in ('en', 'id')),
  state text not null default 'waiting'
    check (state in ('waiting', 'sending', 'sent', 'failed', 'unknown', 'suppressed')),
  run_at timestamptz, -- not sent before this time; null until the batch has ended
  attempts integer not null default 0,
  claim_ends_at timestamptz,
  error text, -- never contains the address
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  constraint claimed_while_sending check ((state = 'sending') = (claim_ends_at is not null))
);
create unique index mails_by_batch on mails (batch_id, lower(address));
create index mails_by_address on mails (lower(address), created_at);
create index mails_due on mails (run_at) where state = 'waiting' and run_at is not null;
create index mails_claimed on mails (claim_ends_at) where state = 'sending';
create index mails_undelivered on mails (created_at) where state in ('unknown', 'failed');

-- Suppression list: addresses that unsubscribed, as keyed hashes.
create table mail_suppressions (
  address_hash text primary key,
  created_at timestamptz not null default now()
);

-- Bytes uploaded per day (UTC). Kept for two days; separate from jobs, so that deleting a job does not free the quota.
create table upload_usage (
  subject text not null, -- 'owner ' || owner_id, or 'network ' || IPv4 address or IPv6 /64
  day date not null,
  bytes bigint not null,
  primary key (subject, day)
);

-- Key that signs unsubscribe links and hashes the addresses in the suppression list.
create table mail_key (
  singleton boolean primary key default true check (singleton), -- the table has one row
  key text not null default gen_random_uuid()::text || gen_random_uuid()::text
);
insert into mail_key default values;

create table webhooks (
  id uuid primary key,
  owner_id text not null,
  url text, -- null for the row with the secret that signs an owner's callbacks, because each upload names its own URL
  secret text not null, -- not hashed: it signs every delivery
  previous_secret text, -- set by a rotation; also signs deliveries until previous_secret_until
  previous_secret_until timestamptz,
  events text[] not null,
  created_at timestamptz not null default now(),
  disabled_at timestamptz,
  -- 'claim': a session's webhook is disabled when a user claims the session's jobs, because someone else using the same
  -- browser may have created it and must not receive the user's events.
  disabled_by text check (disabled_by in ('owner', 'failures', 'gone', 'claim')),
  failing_since timestamptz, -- null if the latest delivery succeeded
  last_success_at timestamptz,
  constraint disabled_has_reason check ((disabled_at is null) = (disabled_by is null))
);
create index webhooks_by_owner on webhooks (owner_id, created_at desc);
create unique index callback_signers on webhooks (owner_id) where url is null;

-- Outbox for webhook events, written in the same transaction as the event.
create table webhook_deliveries (
  id uuid primary key default gen_random_uuid(), -- same on every attempt, so that receivers can deduplicate by it
  webhook_id uuid not null references webhooks on delete cascade,
  callback_url text, -- null if the delivery goes to the webhook's own URL
  batch_id uuid references batches on delete cascade, -- null for a test delivery
  job_id uuid references jobs on delete cascade,
  type text not null,
  payload json not null,
  state text not null default 'pending' check (state in ('pending', 'delivered', 'failed')),
  attempts integer not null default 0, -- attempts since delivery was last requested
  -- time of the next attempt; during an attempt, the time at which it counts as lost
  run_at timestamptz not null default now(),
  tries jsonb not null default '[]', -- latest attempts, oldest first: { at, status, seconds, error: { code, params } }
  created_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz
);
create index webhook_deliveries_due on webhook_deliveries (webhook_id, run_at) where state = 'pending';
create index webhook_deliveries_by_webhook on webhook_deliveries (webhook_id, created_at desc, id desc);
create index webhook_deliveries_by_batch on webhook_deliveries (batch_id);
create index webhook_deliveries_by_job on webhook_deliveries (job_id) where job_id is not null;
create index webhook_deliveries_by_age on webhook_deliveries (created_at);

-- Operations ----------------------------------------------------------------------------------------------------------

create table workers (
  id text primary key,
  host text not null,
  started_at timestamptz not null default now(),
  heartbeat_at timestamptz not null default now(),
  current_jobs integer not null default 0
);

-- How attempts ended, per minute and worker; each worker writes its own rows with its heartbeat.
create table outcome_counters (
  minute timestamptz not null,
  worker text not null,
  outcome text not null, -- 'complete', 'retry' or an error code
  jobs integer not null,
  pages integer not null,
  waited_ms double precision not null, -- total for these jobs
  durations integer[] not null, -- histogram with the bounds in domain/operations/attempt-stats.ts
  primary key (minute, worker, outcome)
);

-- Active alerts: one row per problem, deleted once the problem has not been observed for a few minutes.
create table alerts (
  name text not null,
  subject text not null, -- distinguishes alerts with the same name, for example by dependency
  since timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  params jsonb not null, -- values for the message, which is rendered when shown
  notified_at timestamptz, -- null until the alert has lasted long enough to notify the administrator
  primary key (name, subject)
);

-- Outbox for alert notifications, one row per channel; deleted once sent.
create table alert_messages (
  id uuid primary key default gen_random_uuid(), -- same on every attempt
  channel text not null,
  name text not null,
  subject text not null,
  is_firing boolean not null, -- false if the alert is resolved
  params jsonb not null,
  since timestamptz not null,
  created_at timestamptz not null default now(),
  due_at timestamptz not null default now(), -- time of the next attempt
  attempts integer not null default 0
);

-- Tasks that run in one process per period. Any process may start a task that is due. A task that did not finish runs
-- again in the next period.
create table periodic_tasks (
  name text primary key,
  started_at timestamptz not null default '-infinity'
);
insert into periodic_tasks (name) values ('orphans'), ('old batches'), ('old jobs'), ('alerts');

-- The mailbox whose attachments become jobs: which process reads it, and since when it has not responded.
create table mailbox (
  singleton boolean primary key default true check (singleton), -- the table has one row
  leased_by text,
  lease_expires_at timestamptz not null default '-infinity',
  failing_since timestamptz,
  fault text
);
insert into mailbox default values;

-- Messages read from the mailbox, so that each message creates jobs only once.
create table received_messages (
  key text primary key, -- hash of the Message-ID and the attachments
  owner_id text not null,
  batch_id uuid not null, -- reserved before the batch is created
  received_at timestamptz, -- null until the batch is committed
  seen_at timestamptz not null default now() -- when the message was last read from the mailbox
);

-- The retention periods applied most recently, used to compute when a batch's results expire.
create table retention_policy (
  singleton boolean primary key default true check (singleton), -- the table has one row
  result_days integer not null,
  batch_days integer not null
);

-- Removes case and accents from text for search; domain/job/job-search.ts does the same.
create function fold_text(given text) returns text immutable parallel safe language sql as $$
  select lower(regexp_replace(normalize(given, nfkd), '[\u0300-\u036f]', '', 'g'))
$$;
