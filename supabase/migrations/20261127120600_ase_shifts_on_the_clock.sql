-- There is one clock: shifts of the ambulance become turns, approved ones and, without an end, running ones (document 5 §6).

set local check_function_bodies = off;

-- The trail of the shifts stays theirs: moving is nobody's change.
alter table public.work_turns disable trigger user;
insert into public.work_turns (id, project_id, site_id, kind, person_id, user_id, name, started_at, ended_at, status)
  select s.id, 'ASE', private.site_of('ASE'), 'ase-employee', e.id, s.employee_id, s.name, s.started_at, s.ended_at,
    case when s.ended_at is not null then 'approved'
      when exists (select from public.work_turns t where t.person_id = e.id and t.status = 'running') then 'waiting' else 'running' end
  from public.ase_shifts s join public.ase_employees e on e.employee_id = s.employee_id;
alter table public.work_turns enable trigger user;
drop table public.ase_shifts;

delete from private.table_grants where table_name = 'ase_shifts';

drop trigger ase_employees_keep_shifts on public.ase_employees;

drop function private.name_ase_shift();

drop function private.keep_shifts_of_employee();

drop function private.end_ase_shift();


create or replace function private.keep_turns_of_employee()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  update public.work_turns set user_id = new.employee_id, name = new.name where person_id = new.id;
  return null;
end;
$$;

create trigger ase_employees_keep_turns after update of employee_id, name on public.ase_employees
  for each row execute function private.keep_turns_of_employee();

comment on function private.keep_turns_of_employee() is 'An employee who gets another ID or name keeps the turns. They stay when the employee is removed, and nobody else gets them.';

select private.grant_for_profile();
