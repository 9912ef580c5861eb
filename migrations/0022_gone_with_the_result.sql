-- As before, and what a sheet has changed since the one before: it names people, as the result does that is gone.
create or replace function forget_changes() returns trigger language plpgsql as $$
begin
  delete from reading_changes where job_id = new.id;
  delete from sheet_changes where job_id = new.id;
  return null;
end
$$;

delete from sheet_changes using jobs where jobs.id = job_id and status = 'expired';
