-- A webhook that a browser's session had made is switched off when a user takes over its jobs: someone else may have
-- made it at the same browser, and would be told of all that is the user's.
alter table webhooks drop constraint webhooks_disabled_by_check;
alter table webhooks add constraint webhooks_disabled_by_check
  check (disabled_by in ('owner', 'failures', 'gone', 'claim'));
