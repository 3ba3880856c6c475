-- Removals of attendants and operators, with the person who removed each (document 1 §7).

create table public.attendant_deletion_logs (
  id uuid default gen_random_uuid() not null,
  project_id text,
  attendant_user_id text not null,
  user_id text,
  discord_username text,
  deleted_by text not null,
  deleted_at timestamptz default now() not null,
  site_id uuid,
  announced_by text,
  constraint attendant_deletion_logs_pkey primary key (id),
  constraint attendant_deletion_logs_project_id_length check (length(project_id) >= 1 and length(project_id) <= 100),
  constraint attendant_deletion_logs_attendant_length check (length(attendant_user_id) >= 1 and length(attendant_user_id) <= 50),
  constraint attendant_deletion_logs_user_id_length check (length(user_id) <= 50),
  constraint attendant_deletion_logs_discord_username_length check (length(discord_username) <= 100),
  constraint attendant_deletion_logs_deleted_by_length check (length(deleted_by) >= 1 and length(deleted_by) <= 320),
  constraint attendant_deletion_logs_announced_by_length check (length(announced_by) <= 36)
);

comment on table public.attendant_deletion_logs is 'Who removed which attendant or operator.';

alter table public.attendant_deletion_logs add constraint attendant_deletion_logs_moments check (private.is_moment(deleted_at)) not valid;

create index attendant_deletion_logs_newest_idx on public.attendant_deletion_logs (deleted_at desc, id desc);
create index attendant_deletion_logs_project_newest_idx on public.attendant_deletion_logs (project_id, deleted_at desc, id desc);
create index attendant_deletion_logs_announced_idx on public.attendant_deletion_logs (attendant_user_id, deleted_at)
  where announced_by is not null;

alter table public.attendant_deletion_logs enable row level security;

create policy "Admins read whom their project removed" on public.attendant_deletion_logs
  for select to anon, authenticated
  using (
    announced_by is null
    and ((select private.is_specified())
      or coalesce(site_id::text, project_id, '') = any ((select private.own_places('admin', 'dispatch-admin'))::text[])));

create policy "Admins log whom they remove in their project" on public.attendant_deletion_logs
  for insert to anon, authenticated
  with check (
    deleted_at = now()
    and ((select private.is_specified())
      or (deleted_by = (select private.own_user_id('admin', 'dispatch-admin'))
        and coalesce(site_id::text, project_id, '') = any ((select private.own_places('admin', 'dispatch-admin'))::text[]))));

create trigger attendant_deletion_logs_announce before insert on public.attendant_deletion_logs
  for each row execute function private.announce_removal();
create trigger attendant_deletion_logs_place before update of project_id, site_id on public.attendant_deletion_logs for each row when (pg_trigger_depth() = 0) execute function private.place_row();
create trigger attendant_deletion_logs_place_new before insert on public.attendant_deletion_logs for each row execute function private.place_row();

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('attendant_deletion_logs', 'select, insert', 'select, insert', '', 'select, insert', 'select, insert, update, delete');
