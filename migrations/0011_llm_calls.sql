-- Every question to a language model, for it is paid whatever becomes of it.
create table llm_calls (
  id bigint generated always as identity primary key,
  job_id uuid references jobs on delete set null, -- null: about a web page
  owner_id text not null,
  model text not null,
  input_tokens integer not null,
  output_tokens integer not null,
  cost numeric(12, 6), -- US dollars; null where the price is not known
  created_at timestamptz not null default now()
);
create index llm_calls_by_job on llm_calls (job_id);
