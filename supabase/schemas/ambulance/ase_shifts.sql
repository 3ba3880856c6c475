-- Shifts of the ambulance service.

create table public.ase_shifts (
  id uuid default gen_random_uuid() not null,
  employee_id text not null,
  name text,
  started_at timestamptz default now() not null,
  ended_at timestamptz,
  constraint ase_shifts_pkey primary key (id),
  constraint ase_shifts_employee_id_length check (employee_id ~ '\S' and length(employee_id) <= 50),
  constraint ase_shifts_name_length check (length(name) <= 200),
  constraint ase_shifts_ends_after_start check (ended_at >= started_at),
  constraint ase_shifts_moments check (private.is_moment(started_at) and private.is_moment(ended_at)),
  constraint ase_shifts_employee_id_fkey foreign key (employee_id) references public.ase_employees(employee_id) on update cascade on delete cascade
);

comment on table public.ase_shifts is 'Shifts of the ambulance service''s employees; one without an end is going on.';

create unique index ase_shifts_open_key on public.ase_shifts (employee_id) where ended_at is null;
create index ase_shifts_newest_idx on public.ase_shifts (employee_id, started_at desc, id desc);

alter table public.ase_shifts enable row level security;

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

create trigger ase_shifts_end before update on public.ase_shifts
  for each row execute function private.end_ase_shift();
create trigger ase_shifts_name before insert on public.ase_shifts
  for each row execute function private.name_ase_shift();
create trigger ase_shifts_write_trail after insert or update or delete on public.ase_shifts
  for each row execute function private.write_trail('ASE');

alter publication supabase_realtime add table public.ase_shifts;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('ase_shifts', 'select, insert, update (ended_at)', 'select, insert, update (ended_at)', '', 'select, insert, update (ended_at)', 'select, insert, update, delete');

create or replace function private.end_ase_shift()
  returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  if current_user in ('anon', 'authenticated') then
    new.ended_at := coalesce(old.ended_at, case when new.ended_at is not null then greatest(now(), old.started_at) end);
  end if;
  return new;
end;
$$;
comment on function private.end_ase_shift() is 'A shift ends now, by the database''s clock, and once.';

create or replace function private.keep_shifts_of_employee()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  update public.ase_shifts set name = new.name where employee_id = new.employee_id;
  return null;
end;
$$;
comment on function private.keep_shifts_of_employee() is
  'An employee who gets another ID or name keeps the shifts. They go with who is removed: the ID may be somebody else''s next.';

create or replace function private.name_ase_shift()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  new.name := (select e.name from public.ase_employees e where e.employee_id = new.employee_id);
  return new;
end;
$$;
comment on function private.name_ase_shift() is 'The name stands in the employee''s row, not in what a screen says.';
