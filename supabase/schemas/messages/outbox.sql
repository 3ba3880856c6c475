-- Messages that wait to be sent.

create table public.outbox (
  id uuid default gen_random_uuid() not null,
  project_id text,
  site_id uuid,
  made_at timestamptz default now() not null,
  number bigint generated always as identity not null,
  hook_id uuid,
  fine_id uuid,
  about uuid not null,
  channel text not null,
  event text not null,
  facts jsonb default '{}'::jsonb not null,
  attempts integer default 0 not null,
  due_at timestamptz default now() not null,
  tried_since timestamptz default now() not null,
  sent_at timestamptz,
  gave_up_at timestamptz,
  last_error text,
  constraint outbox_pkey primary key (id),
  constraint outbox_project_id_length check (length(project_id) >= 1 and length(project_id) <= 100),
  constraint outbox_last_error_length check (length(last_error) <= 300),
  constraint outbox_moments check (private.is_moment(made_at) and private.is_moment(due_at) and private.is_moment(tried_since) and private.is_moment(sent_at) and private.is_moment(gave_up_at)),
  constraint outbox_channel check (channel in ('mail', 'discord', 'account-mail', 'account-notice', 'estate-mail')),
  constraint outbox_event check (event in ('fine_issued', 'objection', 'decision', 'shift_waits', 'unit_status', 'call_received', 'alarm_raised', 'test', 'invitation', 'new_password', 'account_changed', 'bid_link', 'bid_withdrawn', 'property_sold', 'follow_confirm', 'follow_news', 'viewing_changed', 'shift_changed', 'shift_absence', 'shift_asked', 'shift_offered', 'certificate_expires', 'vehicle_out_of_service')),
  constraint outbox_hook_id_fkey foreign key (hook_id) references public.message_hooks(id) on delete cascade,
  constraint outbox_fine_id_fkey foreign key (fine_id) references public.fines(id) on delete cascade
);

comment on table public.outbox is 'Messages that wait to be sent, were sent, or could not be.';

create index outbox_due_idx on public.outbox (due_at, number) where sent_at is null and gave_up_at is null;
create index outbox_about_idx on public.outbox (about, number) where sent_at is null and gave_up_at is null;
create index outbox_unsent_idx on public.outbox (project_id, number desc) where sent_at is null;
create index outbox_made_idx on public.outbox (made_at);
create index outbox_hook_idx on public.outbox (hook_id);
create index outbox_fine_idx on public.outbox (fine_id);

alter table public.outbox enable row level security;

create policy "Admins read their site's outbox" on public.outbox
  for select to anon, authenticated
  using ((channel <> 'estate-mail' and event <> all (array['invitation', 'new_password', 'account_changed'])) and ((select private.is_specified()) or (coalesce(site_id::text, project_id, '') = any (((select private.own_places(variadic array['admin', 'dispatch-admin', 'ase-admin'])))::text[])) or (project_id = 'YSTAD' and (select private.is_agent()))));

create trigger outbox_place before update of project_id, site_id on public.outbox for each row when (pg_trigger_depth() = 0) execute function private.place_row();
create trigger outbox_place_new before insert on public.outbox for each row execute function private.place_row();

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('outbox', 'select', 'select', '', 'select', 'select');
