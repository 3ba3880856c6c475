-- A permit ends once: an end that was changed later put it in force again, or voided it under fines that stand already.

create or replace function private.end_permit_now() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.ended_at := coalesce(old.ended_at, now());
  return new;
end;
$$;
drop trigger permits_end_now on public.permits;
create trigger permits_end_now before update of ended_at on public.permits
  for each row when (new.ended_at is distinct from old.ended_at) execute function private.end_permit_now();
