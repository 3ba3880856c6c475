-- moments of accounts: the days of a deactivation and of a last login are days that a browser can show, as all others are.

set local check_function_bodies = off;

alter table public.profiles drop constraint profiles_moments;

alter table public.profiles add constraint profiles_moments check ((private.is_moment(created_at) and private.is_moment(updated_at) and private.is_moment(deactivated_at) and private.is_moment(last_login_at))) not valid;

alter table public.ase_employees drop constraint ase_employees_moments;

alter table public.ase_employees add constraint ase_employees_moments check ((private.is_moment(created_at) and private.is_moment(deactivated_at))) not valid;

alter table public.admin_accounts drop constraint admin_accounts_moments;

alter table public.admin_accounts add constraint admin_accounts_moments check ((private.is_moment(created_at) and private.is_moment(deactivated_at))) not valid;

alter table public.attendants drop constraint attendants_moments;

alter table public.attendants add constraint attendants_moments check ((private.is_moment(created_at) and private.is_moment(deactivated_at))) not valid;

alter table public.project_attendants drop constraint project_attendants_moments;

alter table public.project_attendants add constraint project_attendants_moments check ((private.is_moment(created_at) and private.is_moment(deactivated_at))) not valid;

alter table public.staff_accounts drop constraint staff_accounts_moments;

alter table public.staff_accounts add constraint staff_accounts_moments check ((private.is_moment(created_at) and private.is_moment(deactivated_at) and private.is_moment(last_login_at))) not valid;
