-- Who of the ambulance service is on duty, and since when: an employee starts a shift on the own page and ends it there.

create table public.ase_shifts (
  id uuid primary key default gen_random_uuid(),
  employee_id text not null,
  -- Follows the employee's: colleagues may not read ase_employees in hardened, but see who is on duty.
  name text,
  started_at timestamptz not null default now(),
  ended_at timestamptz,
  constraint ase_shifts_employee_id_length check (employee_id ~ '\S' and length(employee_id) <= 50),
  constraint ase_shifts_name_length check (length(name) <= 200),
  constraint ase_shifts_ends_after_start check (ended_at >= started_at),
  constraint ase_shifts_moments check (private.is_moment(started_at) and private.is_moment(ended_at))
);
-- Nobody has two open shifts, whoever presses twice or in two windows.
create unique index ase_shifts_open_key on public.ase_shifts (employee_id) where ended_at is null;
-- An employee's last shifts.
create index ase_shifts_newest_idx on public.ase_shifts (employee_id, started_at desc, id desc);
comment on table public.ase_shifts is 'Shifts of the ambulance service''s employees; one without an end is going on.';

-- The name stands in the employee's row, not in what a screen says.
create function private.name_ase_shift() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.name := (select e.name from public.ase_employees e where e.employee_id = new.employee_id);
  return new;
end;
$$;
revoke execute on function private.name_ase_shift() from public;
create trigger ase_shifts_name before insert on public.ase_shifts
  for each row execute function private.name_ase_shift();

-- A shift ends now, by the database's clock, and once.
create function private.end_ase_shift() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if current_user in ('anon', 'authenticated') then
    new.ended_at := coalesce(old.ended_at, case when new.ended_at is not null then greatest(now(), old.started_at) end);
  end if;
  return new;
end;
$$;
revoke execute on function private.end_ase_shift() from public;
create trigger ase_shifts_end before update on public.ase_shifts
  for each row execute function private.end_ase_shift();

-- An employee who gets another ID or name keeps the shifts. They go with who is removed: the ID may be somebody else's next.
create function private.keep_shifts_of_employee() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    delete from public.ase_shifts where employee_id = old.employee_id;
  else
    update public.ase_shifts set employee_id = new.employee_id, name = new.name
      where employee_id = old.employee_id;
  end if;
  return null;
end;
$$;
revoke execute on function private.keep_shifts_of_employee() from public;
create trigger ase_employees_keep_shifts after delete or update of employee_id, name on public.ase_employees
  for each row execute function private.keep_shifts_of_employee();

create trigger ase_shifts_write_trail after insert or update or delete on public.ase_shifts
  for each row execute function private.write_trail('ASE');

-- The ID of the employee who calls; null for everybody else, and in `specified`, where they have no account.
create function private.own_employee_id() returns text
language sql stable set search_path = ''
as $$ select private.own_user_id('ase-employee'); $$;
revoke execute on function private.own_employee_id() from public;
grant execute on function private.own_employee_id() to anon, authenticated, service_role;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated)
values ('ase_shifts', 'select, insert, update (ended_at)', 'select, insert, update (ended_at)', '',
  'select, insert, update (ended_at)');
select private.grant_for_profile();

alter table public.ase_shifts enable row level security;
-- A shift that has just ended stays readable for a while: else colleagues would not hear that it did.
create policy "Employees read who is on duty and their own shifts" on public.ase_shifts
  for select to anon, authenticated
  using (
    (select private.is_specified())
    or (select private.is_kind('ase-admin'))
    or ((select private.own_employee_id()) is not null
      and (ended_at is null or ended_at > now() - interval '1 hour'
        or employee_id = (select private.own_employee_id()))));
create policy "Employees start shifts of their own" on public.ase_shifts
  for insert to anon, authenticated
  with check (
    started_at = now() and ended_at is null
    and ((select private.is_specified()) or employee_id = (select private.own_employee_id())));
create policy "Employees end shifts of their own" on public.ase_shifts
  for update to anon, authenticated
  using ((select private.is_specified()) or employee_id = (select private.own_employee_id()))
  with check ((select private.is_specified()) or employee_id = (select private.own_employee_id()));

-- The pages of those on duty follow it.
alter publication supabase_realtime add table public.ase_shifts;
