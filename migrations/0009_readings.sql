-- What people correct and stand by.

-- A reading has a revision: whoever changes it names the one they have seen.
alter table jobs
  add column revision integer not null default 1,
  add column approved_at timestamptz,
  add column approved_by text;

-- Who changed what. Values are json and not jsonb, which does not take every text that a document may hold.
create table reading_changes (
  job_id uuid not null references jobs on delete cascade,
  revision integer not null, -- the one that the change made
  position integer not null,
  op text not null,
  path text not null,
  old json not null,
  new json not null,
  changed_by text not null,
  changed_at timestamptz not null default now(),
  primary key (job_id, revision, position)
);

-- What was changed in a result goes with it.
create function forget_changes() returns trigger language plpgsql as $$
begin
  delete from reading_changes where job_id = new.id;
  return null;
end
$$;

create trigger forget_changes after update of status on jobs
  for each row when (new.status = 'expired') execute function forget_changes();

-- The directory that an owner keeps over the tables that everyone has. The version rises with every change, so
-- that whoever has read it knows whether that is still all; its row is locked by whoever changes anything.
create table directories (
  owner_id text primary key,
  version integer not null
);

create table directory_entries (
  id uuid primary key,
  owner_id text not null,
  kind text not null check (kind in ('parties', 'units', 'goods')),
  entry json not null,
  updated_at timestamptz not null default now()
);

create index directory_entries_by_owner on directory_entries (owner_id);

-- What was learned from corrections. One that was corrected in two ways is disputed and no longer followed.
create table lessons (
  id uuid primary key,
  owner_id text not null,
  path text not null,
  about text not null,
  printed text not null,
  value text not null,
  job_id uuid, -- the reading that taught it
  is_disputed boolean not null default false,
  learned_at timestamptz not null default now(),
  unique (owner_id, path, about)
);
