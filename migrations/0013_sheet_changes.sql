-- What a newer sheet of the same meet and session has changed for the same swimmers.
create table sheet_changes (
  job_id uuid primary key references jobs on delete cascade,
  owner_id text not null,
  meet_key text not null, -- the same for all sheets of a meet and session that the same swimmers were looked for in
  since_job_id uuid references jobs on delete set null, -- the sheet before; null: this was the first
  changes jsonb not null default '[]'
);
create index sheet_changes_by_meet on sheet_changes (owner_id, meet_key);
