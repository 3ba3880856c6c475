-- Employees of the ambulance service (document 2 §3).

create table public.ase_employees (
  id uuid default gen_random_uuid() not null,
  employee_id text not null,
  name text,
  created_by text,
  created_at timestamptz default now() not null,
  account_id uuid,
  renamed_from text,
  employee_key text generated always as (private.id_key(employee_id)) stored,
  deactivated_at timestamptz,
  deactivated_by text,
  constraint ase_employees_pkey primary key (id),
  constraint ase_employees_employee_id_key unique (employee_id),
  constraint ase_employees_name_length check (length(name) <= 200),
  constraint ase_employees_created_by_length check (length(created_by) <= 320),
  constraint ase_employees_account_id_fkey foreign key (account_id) references auth.users(id) on delete cascade
);

comment on table public.ase_employees is 'Employees of the ambulance service.';

alter table public.ase_employees add constraint ase_employees_moments check (private.is_moment(created_at) and private.is_moment(deactivated_at)) not valid;
alter table public.ase_employees add constraint ase_employees_deactivated check (length(deactivated_by) <= 320 and private.is_moment(deactivated_at)) not valid;
alter table public.ase_employees add constraint ase_employees_employee_id_length check (employee_id ~ '\S' and length(employee_id) <= 50) not valid;
alter table public.ase_employees add constraint ase_employees_employee_key_seen check (employee_key <> '') not valid;
alter table public.ase_employees add constraint ase_employees_renamed_from_length check (length(renamed_from) <= 100) not valid;

create index ase_employees_newest_idx on public.ase_employees (created_at desc, id desc);
create unique index ase_employees_account_key on public.ase_employees (account_id);
create unique index ase_employees_compared_key on public.ase_employees (employee_key);

alter table public.ase_employees enable row level security;

create policy "Employees read themselves, the ambulance admin all" on public.ase_employees
  for select to anon, authenticated
  using (
    (select private.is_specified())
    -- The page of somebody deactivated or removed hears why its login ended.
    or (account_id = (select auth.uid()) and ((select private.is_login_shown()) or deactivated_at is not null or (select private.is_account_gone())))
    or (select private.is_kind('ase-admin')));

create policy "Screens of specified add employees" on public.ase_employees
  for insert to anon, authenticated
  with check ((select private.is_specified()));

create policy "Screens of specified change employees" on public.ase_employees
  for update to anon, authenticated
  using ((select private.is_specified()))
  with check ((select private.is_specified()));

create policy "Screens of specified remove employees" on public.ase_employees
  for delete to anon, authenticated
  using ((select private.is_specified()));

create trigger ase_employees_keep_created_at before update on public.ase_employees
  for each row execute function private.keep_created_at();
create trigger ase_employees_keep_turns after update of employee_id, name on public.ase_employees
  for each row execute function private.keep_turns_of_employee();
create trigger ase_employees_leave_plan after delete on public.ase_employees
  for each row execute function private.leave_plan_of_removed();
create trigger ase_employees_keep_certificates after delete on public.ase_employees
  for each row execute function private.keep_certificates_of_removed();
create trigger ase_employees_write_trail after insert or delete or update on public.ase_employees for each row execute function private.write_trail('ASE');

alter publication supabase_realtime add table public.ase_employees;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('ase_employees', 'select, insert, update, delete', 'select, insert, update, delete', '', 'select', 'select, insert, update, delete');

create or replace function private.keep_turns_of_employee()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  update public.work_turns set user_id = new.employee_id, name = new.name where person_id = new.id;
  update public.ase_positions set employee_id = new.employee_id where person_id = new.id and employee_id <> new.employee_id;
  update public.shift_places set employee_id = new.employee_id, name = new.name where person_id = new.id;
  update public.shift_offers o set employee_id = case when o.person_id = new.id then new.employee_id else o.employee_id end,
      name = case when o.person_id = new.id then new.name else o.name end,
      to_employee_id = case when o.to_person_id = new.id then new.employee_id else o.to_employee_id end,
      agreed_by = case when o.agreed_person_id = new.id then new.employee_id else o.agreed_by end
    where new.id in (o.person_id, o.to_person_id, o.agreed_person_id);
  update public.certificates set employee_id = new.employee_id where person_id = new.id and employee_id <> new.employee_id;
  return null;
end;
$$;
comment on function private.keep_turns_of_employee() is
  'An employee who gets another ID or name keeps turns and places. They stay when the employee is removed, and nobody else gets them.';
