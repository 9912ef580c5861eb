-- Alerts are told when they have lasted; whoever is first within some seconds looks for them.
alter table alerts add column told_at timestamptz; -- null until it has been told
insert into chores (name) values ('alerts');
