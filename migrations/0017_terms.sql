-- For how many days results are kept, as whoever deletes them has said last: so that a batch can tell when its own go.
create table retention_terms (
  is_only boolean primary key default true check (is_only),
  result_days integer not null,
  batch_days integer not null
);

-- Nothing ever wrote it. What it meant follows from the results and the terms.
alter table batches drop column expires_at;
