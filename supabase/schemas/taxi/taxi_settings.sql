-- Settings of the taxi (document 5 §4). The migration that made the table has the row of 157715.

create table public.taxi_settings (
  id uuid default gen_random_uuid() not null,
  created_at timestamptz default now() not null,
  project_id text not null,
  handover text default 'off' not null,
  max_hours integer,
  takeover_hours integer,
  warn_minutes integer default 30 not null,
  constraint taxi_settings_pkey primary key (id),
  constraint taxi_settings_project_key unique (project_id),
  constraint taxi_settings_project_length check (project_id ~ '\S' and length(project_id) <= 100),
  constraint taxi_settings_handover check (handover in ('off', 'ask', 'require')),
  constraint taxi_settings_max_hours check (max_hours between 1 and 48),
  constraint taxi_settings_takeover_hours check (takeover_hours between 1 and 48),
  constraint taxi_settings_warn_minutes check (warn_minutes between 1 and 240),
  constraint taxi_settings_moments check (private.is_moment(created_at))
);

comment on table public.taxi_settings is 'Settings of the taxi, one row a project: what is asked at a handover, how long a turn lasts, and when a car may be taken over.';
comment on column public.taxi_settings.handover is 'With `off` a press takes a car as in document 2, `ask` offers reading and faults, `require` wants a reading.';
comment on column public.taxi_settings.max_hours is 'Null: a turn has no end.';
comment on column public.taxi_settings.takeover_hours is 'Null: nobody takes a car over.';

alter table public.taxi_settings enable row level security;

create policy "The taxi's people read its settings" on public.taxi_settings
  for select to anon, authenticated
  using ((select private.is_specified()) or project_id = any ((select private.own_projects('chauffeur', 'chauffeur-admin'))::text[]));

create trigger taxi_settings_write_trail after insert or delete or update on public.taxi_settings for each row execute function private.write_trail();

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('taxi_settings', 'select', 'select', '', 'select', 'select');

create or replace function private.taxi_settings_of(project text)
  returns public.taxi_settings
  language plpgsql stable security definer
  set search_path = ''
as $$
declare
  settings public.taxi_settings;
begin
  select s.* into settings from public.taxi_settings s where s.project_id = project;
  if not found then
    settings.handover := 'off';
    settings.warn_minutes := 30;
  end if;
  return settings;
end;
$$;
comment on function private.taxi_settings_of(text) is 'The settings of a project; those of document 2 where there is no row.';
grant execute on function private.taxi_settings_of(text) to anon, authenticated, service_role;
