-- What is done once a day over all processes, and what a batch keeps of its events in the long run.

-- Whoever finds a chore undone for a day does it; one that was not finished is done again the next day.
create table chores (
  name text primary key,
  begun_at timestamptz not null default '-infinity'
);
insert into chores (name) values ('orphans');

alter table batches add column compacted_at timestamptz; -- since when its progress is no longer told step by step
create index batches_to_compact on batches (completed_at) where compacted_at is null;
