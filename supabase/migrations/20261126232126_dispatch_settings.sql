-- Settings of dispatch, which calls and the end of duty follow (document 5 §3); the row has the text's start values.

set local check_function_bodies = off;

create table public.dispatch_settings (
  id uuid default gen_random_uuid() not null,
  created_at timestamp with time zone default now() not null,
  project_id text default '721075'::text not null,
  off_duty_status text default 'OUT_OF_SERVICE'::text not null,
  assigned_status text default 'BUSY'::text not null,
  on_scene_status text,
  cleared_status text,
  waiting_limits integer[] default '{2,5,15}'::integer[] not null,
  off_duty_at time without time zone,
  off_duty_skipped_on date,
  results text[] default '{Done}'::text[] not null
);

insert into public.dispatch_settings default values;

alter table public.dispatch_settings add constraint dispatch_settings_pkey primary key (id);

alter table public.dispatch_settings add constraint dispatch_settings_project_key unique (project_id);

alter table public.dispatch_settings add constraint dispatch_settings_project_length check (((project_id ~ '\S'::text) and (length(project_id) <= 64)));

alter table public.dispatch_settings add constraint dispatch_settings_lengths check (((length(off_duty_status) <= 50) and (length(assigned_status) <= 50) and (length(on_scene_status) <= 50) and (length(cleared_status) <= 50)));

alter table public.dispatch_settings add constraint dispatch_settings_waiting_limits check (((cardinality(waiting_limits) = 3) and (array_position(waiting_limits, null::integer) is null) and (1 <= all (waiting_limits)) and (10080 >= all (waiting_limits))));

alter table public.dispatch_settings add constraint dispatch_settings_results check ((((cardinality(results) >= 1) and (cardinality(results) <= 20)) and private.texts_within(results, 20, 50)));

alter table public.dispatch_settings add constraint dispatch_settings_moments check (private.is_moment(created_at));

alter table public.dispatch_settings add constraint dispatch_settings_off_duty_status_fkey foreign key (off_duty_status) references public.unit_statuses(code);

alter table public.dispatch_settings add constraint dispatch_settings_assigned_status_fkey foreign key (assigned_status) references public.unit_statuses(code);

alter table public.dispatch_settings add constraint dispatch_settings_on_scene_status_fkey foreign key (on_scene_status) references public.unit_statuses(code);

alter table public.dispatch_settings add constraint dispatch_settings_cleared_status_fkey foreign key (cleared_status) references public.unit_statuses(code);

create index dispatch_settings_off_duty_status_idx on public.dispatch_settings (off_duty_status);

create index dispatch_settings_assigned_status_idx on public.dispatch_settings (assigned_status);

create index dispatch_settings_on_scene_status_idx on public.dispatch_settings (on_scene_status);

create index dispatch_settings_cleared_status_idx on public.dispatch_settings (cleared_status);

create trigger dispatch_settings_write_trail after insert or delete or update on public.dispatch_settings for each row execute function private.write_trail('721075');

alter table public.dispatch_settings enable row level security;

create policy "Dispatch reads its settings" on public.dispatch_settings
  for select to anon, authenticated
  using ((select private.is_specified()) or (select private.is_kind('operator', 'dispatch-admin')));

comment on table public.dispatch_settings is 'Settings of dispatch, one row: the statuses that calls and the end of duty give, limits of waiting by priority in minutes, and the results of calls.';

comment on column public.dispatch_settings.on_scene_status is 'Null: a unit on scene keeps its status.';

comment on column public.dispatch_settings.cleared_status is 'Null: a cleared unit gets the status that it had before.';

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('dispatch_settings', 'select', 'select', '', 'select', 'select')
  on conflict (table_name) do update set specified_anon = excluded.specified_anon, specified_authenticated = excluded.specified_authenticated, hardened_anon = excluded.hardened_anon, hardened_authenticated = excluded.hardened_authenticated, service_role = excluded.service_role;

select private.grant_for_profile();
