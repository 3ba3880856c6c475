-- Settings of dispatch (document 5 §3). The migration that made the table has its row.

create table public.dispatch_settings (
  id uuid default gen_random_uuid() not null,
  created_at timestamptz default now() not null,
  project_id text default '721075' not null,
  off_duty_status text default 'OUT_OF_SERVICE' not null,
  assigned_status text default 'BUSY' not null,
  on_scene_status text,
  cleared_status text,
  waiting_limits integer[] default '{2,5,15}'::integer[] not null,
  off_duty_at time without time zone,
  off_duty_skipped_on date,
  results text[] default '{Done}'::text[] not null,
  constraint dispatch_settings_pkey primary key (id),
  constraint dispatch_settings_project_key unique (project_id),
  constraint dispatch_settings_project_length check (project_id ~ '\S' and length(project_id) <= 64),
  constraint dispatch_settings_lengths check (length(off_duty_status) <= 50 and length(assigned_status) <= 50 and length(on_scene_status) <= 50 and length(cleared_status) <= 50),
  constraint dispatch_settings_off_duty_status_fkey foreign key (off_duty_status) references public.unit_statuses(code),
  constraint dispatch_settings_assigned_status_fkey foreign key (assigned_status) references public.unit_statuses(code),
  constraint dispatch_settings_on_scene_status_fkey foreign key (on_scene_status) references public.unit_statuses(code),
  constraint dispatch_settings_cleared_status_fkey foreign key (cleared_status) references public.unit_statuses(code),
  constraint dispatch_settings_waiting_limits check (cardinality(waiting_limits) = 3 and array_position(waiting_limits, null::integer) is null and 1 <= all (waiting_limits) and 10080 >= all (waiting_limits)),
  constraint dispatch_settings_results check (cardinality(results) >= 1 and cardinality(results) <= 20 and private.texts_within(results, 20, 50)),
  constraint dispatch_settings_moments check (private.is_moment(created_at))
);

comment on table public.dispatch_settings is 'Settings of dispatch, one row: the statuses that calls and the end of duty give, limits of waiting by priority in minutes, and the results of calls.';
comment on column public.dispatch_settings.on_scene_status is 'Null: a unit on scene keeps its status.';
comment on column public.dispatch_settings.cleared_status is 'Null: a cleared unit gets the status that it had before.';

create index dispatch_settings_off_duty_status_idx on public.dispatch_settings (off_duty_status);
create index dispatch_settings_assigned_status_idx on public.dispatch_settings (assigned_status);
create index dispatch_settings_on_scene_status_idx on public.dispatch_settings (on_scene_status);
create index dispatch_settings_cleared_status_idx on public.dispatch_settings (cleared_status);

alter table public.dispatch_settings enable row level security;

create policy "Dispatch reads its settings" on public.dispatch_settings
  for select to anon, authenticated
  using ((select private.is_specified()) or (select private.is_kind('operator', 'dispatch-admin')));

create trigger dispatch_settings_write_trail after insert or delete or update on public.dispatch_settings for each row execute function private.write_trail('721075');

create trigger dispatch_settings_announce_off_duty before update on public.dispatch_settings for each row
  when (old.off_duty_at is distinct from new.off_duty_at) execute function private.announce_off_duty();

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('dispatch_settings', 'select', 'select', '', 'select', 'select');

create or replace function private.announce_off_duty()
  returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  new.off_duty_skipped_on := (
    select d.day from generate_series(-1, 1) n, lateral (select private.day_of(clock_timestamp()) + n as day) d
    where (d.day + new.off_duty_at) at time zone 'Europe/Stockholm' between clock_timestamp() - interval '1 hour' and clock_timestamp() + interval '15 minutes');
  return new;
end;
$$;
comment on function private.announce_off_duty() is
  'A new time that has just passed, or comes before screens could say so 15 minutes ahead, holds from the next day on.';
