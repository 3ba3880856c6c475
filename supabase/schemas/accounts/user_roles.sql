-- Roles of accounts: admin, employee (document 2 §6).

create table public.user_roles (
  id uuid default gen_random_uuid() not null,
  user_id uuid not null,
  role text not null,
  created_at timestamptz default now() not null,
  constraint user_roles_pkey primary key (id),
  constraint user_roles_user_role_key unique (user_id, role),
  constraint user_roles_role check (role in ('admin', 'employee', 'member', 'customer')),
  constraint user_roles_user_id_fkey foreign key (user_id) references auth.users(id) on delete cascade
);

comment on table public.user_roles is 'Roles of accounts; an account without a row is a member. Written by the server only.';

alter table public.user_roles add constraint user_roles_moments check (private.is_moment(created_at)) not valid;

alter table public.user_roles enable row level security;

create policy "People read their roles, administrators all" on public.user_roles
  for select to anon, authenticated
  using ((select private.is_specified()) or (select private.is_login_shown()) and (user_id = ((select auth.uid())) or (select private.is_account_admin())));

create policy "Screens of specified remove roles" on public.user_roles
  for delete to anon, authenticated
  using ((select private.is_specified()));

create trigger user_roles_tell_owner after insert or update or delete on public.user_roles
  for each row execute function private.tell_of_account_change();
create trigger user_roles_write_trail after insert or delete or update on public.user_roles for each row execute function private.write_trail();

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('user_roles', 'select, delete', 'select, delete', '', 'select', 'select, insert, update, delete');
