-- Requests that carry an Idempotency-Key: sent again, they are answered again and not done again.
create table idempotency_keys (
  owner_id text not null,
  key text not null,
  fingerprint text not null, -- of all that was sent
  -- The id of what the request makes: whoever takes it up after a crash sees by it whether that was made.
  subject_id uuid not null,
  answer json, -- null while it is being worked on
  locked_until timestamptz not null,
  expires_at timestamptz not null default now() + interval '1 day',
  primary key (owner_id, key)
);

create index idempotency_keys_by_end on idempotency_keys (expires_at);
