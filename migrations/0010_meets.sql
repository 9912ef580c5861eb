-- What heat sheets say, kept by their hash: the next swimmer costs no second reading.
create table programs (
  sha256 text not null,
  -- Whose it is: of an upload its owner's alone; `public` where the bytes came from a public address, to be
  -- used only by those who fetch the same bytes from one.
  owner_id text not null,
  reader text not null, -- which one has read it: a better one reads anew
  mapping text not null, -- as it was asked for
  body bytea not null,
  created_at timestamptz not null default now(),
  primary key (sha256, owner_id, reader, mapping)
);
create index programs_by_age on programs (created_at);
