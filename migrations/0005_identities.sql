-- Who may ask: browser sessions, API keys, tickets for streams. And links by which anyone may see a result.

-- `id` is the hash of the cookie's secret; the owner of its jobs is 'session:' || id.
create table sessions (
  id text primary key,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);

create index sessions_by_end on sessions (expires_at);

-- Browsers that have uploaded something before keep it.
insert into sessions (id, expires_at)
select distinct substr(owner_id, 9), now() + interval '90 days'
from batches where owner_id like 'session:%';

create table api_keys (
  prefix text primary key, -- the part that may be shown
  hash text not null,
  name text not null,
  owner_id text not null,
  scopes text[] not null,
  tier text not null check (tier in ('standard', 'premium')),
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz
);

create table stream_tickets (
  hash text primary key,
  identity jsonb not null,
  expires_at timestamptz not null
);

create index stream_tickets_by_end on stream_tickets (expires_at);

-- The code is kept as it is, for its owner has to see the link again.
create table shares (
  job_id uuid primary key references jobs on delete cascade,
  code text not null unique,
  views integer not null default 0,
  created_at timestamptz not null default now(),
  last_viewed_at timestamptz,
  expires_at timestamptz not null
);

alter table jobs drop column share_code;

-- Hands all jobs of one owner to another and says how many. Those that wait are found in the new owner's
-- lane from then on.
create function move_jobs(giver text, taker text) returns integer language plpgsql as $$
declare
  moved integer;
  needed text[];
  places double precision[];
begin
  perform lock_queue();
  update batches set owner_id = taker where owner_id = giver;
  with changed as (
    update jobs set owner_id = taker where owner_id = giver
    returning needs, place, status = 'queued' and held_by is null as is_claimable
  )
  select count(*), array_agg(needs) filter (where is_claimable),
    array_agg(place) filter (where is_claimable)
  into moved, needed, places from changed;
  if needed is not null then
    perform open_lanes(array_fill(taker, array[cardinality(needed)]), needed, places);
  end if;
  return moved;
end
$$;
