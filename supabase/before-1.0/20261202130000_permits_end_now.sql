-- `Avsluta` ends a permit now (document 4 §5): the database's time counts, since by a device whose clock is fast it went on.

create function private.end_permit_now() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.ended_at := now();
  return new;
end;
$$;
comment on function private.end_permit_now is 'A permit that is ended ends by the clock of the database.';
revoke execute on function private.end_permit_now() from public;
create trigger permits_end_now before update of ended_at on public.permits
  for each row when (old.ended_at is null and new.ended_at is not null) execute function private.end_permit_now();
