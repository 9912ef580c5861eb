-- Mappings that people are still at work on. Every version is kept: a job names the one that it is read by.
create table mapping_drafts (
  name text not null,
  version integer not null,
  yaml text not null,
  saved_by text not null,
  saved_at timestamptz not null default now(),
  primary key (name, version)
);
