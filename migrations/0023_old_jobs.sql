-- Jobs of which nothing is left but their rows go in the end as well, where the operator says when (JOB_TTL_DAYS).
insert into chores (name) values ('old jobs');

-- Those who refer to a job that is deleted are found without looking at every other.
create index sheet_changes_since on sheet_changes (since_job_id) where since_job_id is not null;
