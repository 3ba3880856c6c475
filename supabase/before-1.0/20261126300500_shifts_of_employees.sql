-- A shift is an employee's: one of nobody stayed open for ever, and was the next one's who got that ID.

delete from public.ase_shifts s where not exists (select from public.ase_employees e where e.employee_id = s.employee_id);
alter table public.ase_shifts add constraint ase_shifts_employee_id_fkey
  foreign key (employee_id) references public.ase_employees (employee_id) on update cascade on delete cascade;

-- As before, of the name: the ID and the removal follow by the reference.
create or replace function private.keep_shifts_of_employee() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.ase_shifts set name = new.name where employee_id = new.employee_id;
  return null;
end;
$$;
drop trigger ase_employees_keep_shifts on public.ase_employees;
create trigger ase_employees_keep_shifts after update of name on public.ase_employees
  for each row execute function private.keep_shifts_of_employee();
