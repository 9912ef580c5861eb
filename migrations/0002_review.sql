-- Why a person should look at a result before relying on it. Empty when all of it is proved.
alter table jobs add column review_reasons jsonb not null default '[]'
  check (jsonb_typeof(review_reasons) = 'array');
