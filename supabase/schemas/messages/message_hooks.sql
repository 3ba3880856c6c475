-- Receivers of a site's messages, with the events that each is told of.

create table public.message_hooks (
  id uuid default gen_random_uuid() not null,
  project_id text not null,
  site_id uuid,
  created_at timestamptz default now() not null,
  channel text default 'discord' not null,
  address text default '' not null,
  events text[] default '{}'::text[] not null,
  is_active boolean default false not null,
  with_plate boolean default false not null,
  with_name boolean default false not null,
  constraint message_hooks_pkey primary key (id),
  constraint message_hooks_project_id_length check (length(project_id) >= 1 and length(project_id) <= 100),
  constraint message_hooks_channel check (channel in ('mail', 'discord')),
  constraint message_hooks_address_length check (length(address) <= 300),
  constraint message_hooks_events check (events <@ array['fine_issued', 'objection', 'shift_waits', 'unit_status', 'call_received', 'alarm_raised', 'bid_withdrawn', 'property_sold', 'viewing_changed', 'shift_changed', 'shift_absence', 'shift_asked', 'shift_offered', 'certificate_expires', 'vehicle_out_of_service'] and array_position(events, null::text) is null and cardinality(events) <= 10),
  constraint message_hooks_lists_are_flat check (coalesce(array_ndims(events), 1) = 1),
  constraint message_hooks_moments check (private.is_moment(created_at))
);

comment on table public.message_hooks is 'Where a site wants to be told of what: webhooks of Discord, and its own e-mail address.';

create unique index message_hooks_mail_key on public.message_hooks (project_id) where channel = 'mail';
create index message_hooks_project_idx on public.message_hooks (project_id, created_at, id);

alter table public.message_hooks enable row level security;

create policy "Admins read where their site's messages go" on public.message_hooks
  for select to anon, authenticated
  using ((select private.is_specified())
    or coalesce(site_id::text, project_id, '') = any ((select private.own_places('admin', 'dispatch-admin', 'ase-admin'))::text[])
    or (project_id = 'YSTAD' and (select private.is_agent())));

create policy "Admins add where their site's messages go" on public.message_hooks
  for insert to anon, authenticated
  with check (created_at = now() and ((select private.is_specified())
    or coalesce(site_id::text, project_id, '') = any ((select private.own_places('admin', 'dispatch-admin', 'ase-admin'))::text[])
    or (project_id = 'YSTAD' and (select private.is_agent()))));

create policy "Admins change what their site's messages tell" on public.message_hooks
  for update to anon, authenticated
  using ((select private.is_specified())
    or coalesce(site_id::text, project_id, '') = any ((select private.own_places('admin', 'dispatch-admin', 'ase-admin'))::text[])
    or (project_id = 'YSTAD' and (select private.is_agent())))
  with check ((select private.is_specified())
    or coalesce(site_id::text, project_id, '') = any ((select private.own_places('admin', 'dispatch-admin', 'ase-admin'))::text[])
    or (project_id = 'YSTAD' and (select private.is_agent())));

create policy "Admins remove where their site's messages go" on public.message_hooks
  for delete to anon, authenticated
  using ((select private.is_specified())
    or coalesce(site_id::text, project_id, '') = any ((select private.own_places('admin', 'dispatch-admin', 'ase-admin'))::text[])
    or (project_id = 'YSTAD' and (select private.is_agent())));

create trigger message_hooks_keep_created_at before update on public.message_hooks for each row execute function private.keep_created_at();
create trigger message_hooks_place before update of project_id, site_id on public.message_hooks for each row when (pg_trigger_depth() = 0) execute function private.place_row();
create trigger message_hooks_place_new before insert on public.message_hooks for each row execute function private.place_row();
create trigger message_hooks_secret before insert on public.message_hooks for each row execute function private.keep_hook_address();
create trigger message_hooks_write_trail after insert or update or delete on public.message_hooks
  for each row execute function private.write_trail();

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('message_hooks', 'select, insert, update (events, is_active, with_plate, with_name), delete', 'select, insert, update (events, is_active, with_plate, with_name), delete', '', 'select, insert, update (events, is_active, with_plate, with_name), delete', 'select, insert, update (events, is_active, with_plate, with_name), delete');
