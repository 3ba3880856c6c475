-- Settings of the clock (document 5 §6). A site without a row has those that the product begins with.

create table public.clock_settings (
  id uuid default gen_random_uuid() not null,
  created_at timestamptz default now() not null,
  project_id text not null,
  site_id uuid,
  max_turn_hours integer not null,
  break_after_hours integer,
  min_rest_hours integer default 11 not null,
  correction_days integer default 7 not null,
  constraint clock_settings_pkey primary key (id),
  constraint clock_settings_project_key unique (project_id),
  constraint clock_settings_project_length check (project_id ~ '\S' and length(project_id) <= 100),
  constraint clock_settings_max_turn_hours check (max_turn_hours between 1 and 48),
  constraint clock_settings_break_after_hours check (break_after_hours between 1 and 24),
  constraint clock_settings_min_rest_hours check (min_rest_hours between 0 and 24),
  constraint clock_settings_correction_days check (correction_days between 0 and 400),
  constraint clock_settings_moments check (private.is_moment(created_at))
);

comment on table public.clock_settings is 'Settings of the clock, one row a site: how long a turn lasts, when a break and how much rest is due, and how long people correct turns.';
comment on column public.clock_settings.break_after_hours is 'Null: no turn is marked for a missing break.';

alter table public.clock_settings enable row level security;

create policy "People with a clock and their admins read its settings" on public.clock_settings
  for select to anon, authenticated
  using (
    (select private.is_specified())
    or coalesce(site_id::text, project_id) = any ((select private.own_places('attendant', 'admin', 'ase-admin'))::text[])
    or (project_id = 'ASE' and (select private.own_employee_id()) is not null));

create trigger clock_settings_place before update of project_id, site_id on public.clock_settings for each row when (pg_trigger_depth() = 0) execute function private.place_row();
create trigger clock_settings_place_new before insert on public.clock_settings for each row execute function private.place_row();
create trigger clock_settings_write_trail after insert or delete or update on public.clock_settings for each row execute function private.write_trail();

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('clock_settings', 'select', 'select', '', 'select', 'select');

create or replace function private.clock_settings_of(project text, kind text)
  returns public.clock_settings
  language plpgsql stable security definer
  set search_path = ''
as $$
declare
  settings public.clock_settings;
begin
  select s.* into settings from public.clock_settings s where s.project_id = project;
  if not found then
    settings.max_turn_hours := case kind when 'attendant' then 16 else 26 end;
    settings.break_after_hours := case kind when 'attendant' then 5 end;
    settings.min_rest_hours := 11;
    settings.correction_days := 7;
  end if;
  return settings;
end;
$$;
comment on function private.clock_settings_of(text,text) is 'The clock''s settings of a site; those that the product begins with where there is no row.';

create or replace function private.begin_clock_settings(project text)
  returns void
  language sql
  set search_path = ''
as $$
  insert into public.clock_settings (project_id, max_turn_hours, break_after_hours)
    select project, s.max_turn_hours, s.break_after_hours
    from private.clock_settings_of(project, private.clock_kind(project)) s
    on conflict (project_id) do nothing;
$$;
comment on function private.begin_clock_settings(text) is 'A row of settings for a site that has none, before its first change.';

create or replace function private.clock_kind(project text)
  returns text
  language sql immutable
  set search_path = ''
as $$ select case project when 'ASE' then 'ase-employee' else 'attendant' end; $$;
comment on function private.clock_kind(text) is 'The kind of people with a clock at a site.';
