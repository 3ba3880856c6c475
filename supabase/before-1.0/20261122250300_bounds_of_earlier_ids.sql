-- What a person was called before an ID was changed (20261122230100_people.sql) is bounded as IDs are.
alter table public.project_attendants add constraint project_attendants_renamed_from_length check (length(renamed_from) <= 100) not valid;
alter table public.attendants add constraint attendants_renamed_from_length check (length(renamed_from) <= 100) not valid;
alter table public.admin_accounts add constraint admin_accounts_renamed_from_length check (length(renamed_from) <= 100) not valid;
alter table public.ase_employees add constraint ase_employees_renamed_from_length check (length(renamed_from) <= 100) not valid;
