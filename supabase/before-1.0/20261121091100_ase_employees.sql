-- Employees of the ambulance service, who log in by their ID alone (document 2 §3, §6).

create table public.ase_employees (
  id uuid primary key default gen_random_uuid(),
  employee_id text not null,
  name text,
  created_by text,
  created_at timestamptz not null default now(),
  constraint ase_employees_employee_id_length check (employee_id ~ '\S' and length(employee_id) <= 50),
  constraint ase_employees_name_length check (length(name) <= 200),
  constraint ase_employees_created_by_length check (length(created_by) <= 320),
  constraint ase_employees_employee_id_key unique (employee_id)
);
create index ase_employees_newest_idx on public.ase_employees (created_at desc, id desc);
comment on table public.ase_employees is 'Employees of the ambulance service.';

revoke all on public.ase_employees from anon, authenticated;
grant select, insert, update, delete on public.ase_employees to anon, authenticated, service_role;

alter table public.ase_employees enable row level security;
create policy "Specified: the ambulance screens read employees" on public.ase_employees
  for select to anon, authenticated using ((select private.is_specified()));
create policy "Specified: the ambulance admin's screen adds employees" on public.ase_employees
  for insert to anon, authenticated with check ((select private.is_specified()));
create policy "Specified: the ambulance admin's screen changes employees" on public.ase_employees
  for update to anon, authenticated
  using ((select private.is_specified())) with check ((select private.is_specified()));
create policy "Specified: the ambulance admin's screen removes employees" on public.ase_employees
  for delete to anon, authenticated using ((select private.is_specified()));
