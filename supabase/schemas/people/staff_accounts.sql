-- People who log in with an ID in the profile hardened.

create table public.staff_accounts (
  account_id uuid not null,
  kind text not null,
  project_id text,
  user_id text not null,
  display_name text,
  serves_all boolean default false not null,
  must_change_password boolean default false not null,
  created_at timestamptz default now() not null,
  user_key text generated always as (private.id_key(user_id)) stored,
  site_id uuid,
  deactivated_at timestamptz,
  deactivated_by text,
  last_login_at timestamptz,
  constraint staff_accounts_pkey primary key (account_id),
  constraint staff_accounts_person_key unique nulls not distinct (kind, project_id, user_id),
  constraint staff_accounts_project_id_length check (length(project_id) >= 1 and length(project_id) <= 100),
  constraint staff_accounts_user_id_length check (length(user_id) >= 1 and length(user_id) <= 50),
  constraint staff_accounts_display_name_length check (length(display_name) <= 200),
  constraint staff_accounts_serves_all_is_admin check (not serves_all or kind = 'admin'),
  constraint staff_accounts_kind check (kind = any (private.kinds_of_people())),
  constraint staff_accounts_account_id_fkey foreign key (account_id) references auth.users(id) on delete cascade
);

comment on table public.staff_accounts is 'What an account is in the product, and for which project; written by the server only.';

alter table public.staff_accounts add constraint staff_accounts_moments check (private.is_moment(created_at) and private.is_moment(deactivated_at) and private.is_moment(last_login_at)) not valid;
alter table public.staff_accounts add constraint staff_accounts_deactivated check (length(deactivated_by) <= 320 and private.is_moment(deactivated_at) and private.is_moment(last_login_at)) not valid;
alter table public.staff_accounts add constraint staff_accounts_user_key_seen check (user_key <> '') not valid;

create unique index staff_accounts_person_compared_key on public.staff_accounts (kind, lower(project_id), user_key) nulls not distinct;

alter table public.staff_accounts enable row level security;

create policy "People read what they are" on public.staff_accounts
  for select to authenticated
  using ((select private.is_hardened()) and (select private.is_login_shown()) and account_id = ((select auth.uid())));

create trigger staff_accounts_free_car after delete on public.staff_accounts
  for each row when (old.kind = 'chauffeur') execute function private.free_car_of_removed();
create trigger staff_accounts_place before update of project_id, site_id on public.staff_accounts for each row when (pg_trigger_depth() = 0) execute function private.place_row();
create trigger staff_accounts_place_new before insert on public.staff_accounts for each row execute function private.place_row();
create trigger staff_accounts_tell_owner after update of user_id, kind, serves_all on public.staff_accounts
  for each row execute function private.tell_of_account_change();
create trigger staff_accounts_write_trail after insert or delete or update on public.staff_accounts for each row execute function private.write_trail();

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('staff_accounts', '', 'select', '', 'select', 'select, insert, update, delete');
