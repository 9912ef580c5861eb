-- The mapping that a job was read by: for `auto`, the one that was chosen. Null until it is complete.
alter table jobs add column read_by text;
