-- Calls of dispatch, the units on them, and what happened to them (document 5 §3).

create table public.calls (
  id uuid default gen_random_uuid() not null,
  created_at timestamptz default now() not null,
  number text not null,
  place text not null,
  nature text default '' not null,
  priority integer default 2 not null,
  caller text default '' not null,
  status text default 'waiting' not null,
  waiting_since timestamptz default now() not null,
  received_at timestamptz default now() not null,
  assigned_at timestamptz,
  on_scene_at timestamptz,
  closed_at timestamptz,
  result text,
  duplicate_of uuid,
  received_by text not null,
  closed_by text,
  place_key text generated always as (private.call_place_key(place)) stored,
  constraint calls_pkey primary key (id),
  constraint calls_number_key unique (number),
  constraint calls_number_form check (number ~ '^\d{4}-\d{4,9}$'),
  constraint calls_place_length check (place ~ '\S' and length(place) <= 200),
  constraint calls_nature_length check (length(nature) <= 200),
  constraint calls_caller_length check (length(caller) <= 200),
  constraint calls_priority check (priority between 1 and 3),
  constraint calls_status check (status in ('waiting', 'assigned', 'on_scene', 'cleared', 'closed')),
  constraint calls_closed check ((status = 'closed') = (closed_at is not null) and (status = 'closed' or (result is null and duplicate_of is null))),
  constraint calls_lengths check (length(result) <= 50 and length(received_by) <= 320 and length(closed_by) <= 320),
  constraint calls_duplicate_of_fkey foreign key (duplicate_of) references public.calls(id) on delete set null,
  constraint calls_moments check (private.is_moment(created_at) and private.is_moment(waiting_since) and private.is_moment(received_at) and private.is_moment(assigned_at) and private.is_moment(on_scene_at) and private.is_moment(closed_at))
);

comment on table public.calls is 'Calls that dispatch received, numbered by year. Functions alone change them; call_events has what happened.';
comment on column public.calls.caller is 'Who called. In `hardened` open_caller alone tells it, and the trail says to whom.';
comment on column public.calls.assigned_at is 'When the first unit was sent; kept when the call waits again.';

create index calls_open_idx on public.calls (priority, waiting_since, id) where status <> 'closed';
create index calls_closed_idx on public.calls (closed_at desc, id desc) where status = 'closed';
create index calls_place_idx on public.calls (place_key, received_at) where status <> 'closed';
create index calls_latest_number_idx on public.calls (left(number, 4), length(number), number);
create index calls_oldest_idx on public.calls (received_at);
create index calls_duplicate_of_idx on public.calls (duplicate_of) where duplicate_of is not null;

alter table public.calls enable row level security;

create policy "Dispatch reads calls" on public.calls
  for select to anon, authenticated
  using ((select private.is_specified()) or (select private.is_kind('operator', 'dispatch-admin')));

create trigger calls_tell after insert on public.calls for each row execute function private.tell_of_call();

alter publication supabase_realtime add table public.calls;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('calls', 'select', 'select', '', 'select (id, created_at, number, place, nature, priority, status, waiting_since, received_at, assigned_at, on_scene_at, closed_at, result, duplicate_of, received_by, closed_by, place_key)', 'select');

create table public.call_units (
  id uuid default gen_random_uuid() not null,
  created_at timestamptz default now() not null,
  call_id uuid not null,
  unit_id uuid,
  unit_number text not null,
  status_before text,
  given_status text,
  given_since timestamptz,
  assigned_at timestamptz default now() not null,
  en_route_at timestamptz,
  on_scene_at timestamptz,
  cleared_at timestamptz,
  constraint call_units_pkey primary key (id),
  constraint call_units_lengths check (length(unit_number) <= 50 and length(status_before) <= 50 and length(given_status) <= 50),
  constraint call_units_call_id_fkey foreign key (call_id) references public.calls(id) on delete cascade,
  constraint call_units_unit_id_fkey foreign key (unit_id) references public.units(id) on delete set null,
  constraint call_units_moments check (private.is_moment(created_at) and private.is_moment(given_since) and private.is_moment(assigned_at) and private.is_moment(en_route_at) and private.is_moment(on_scene_at) and private.is_moment(cleared_at))
);

comment on table public.call_units is 'Units that were sent to calls, with the times of their steps; sent again, a unit gets a new row.';
comment on column public.call_units.given_status is 'The status that a call gave the unit; null when the unit kept its own.';
comment on column public.call_units.given_since is 'Since when the unit has the given status: by it a status that somebody set later is told apart.';

create unique index call_units_once_idx on public.call_units (call_id, unit_id) where cleared_at is null;
create index call_units_call_idx on public.call_units (call_id);
create index call_units_unit_idx on public.call_units (unit_id, assigned_at);

alter table public.call_units enable row level security;

create policy "Dispatch reads units on calls" on public.call_units
  for select to anon, authenticated
  using ((select private.is_specified()) or (select private.is_kind('operator', 'dispatch-admin')));

alter publication supabase_realtime add table public.call_units;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('call_units', 'select', 'select', '', 'select', 'select');

create table public.call_events (
  id uuid default gen_random_uuid() not null,
  created_at timestamptz default now() not null,
  call_id uuid not null,
  kind text not null,
  by text,
  at timestamptz not null,
  received_at timestamptz default clock_timestamp() not null,
  batch_id uuid,
  data jsonb default '{}'::jsonb not null,
  caller text,
  constraint call_events_pkey primary key (id),
  constraint call_events_kind check (kind in ('received', 'changed', 'unit_assigned', 'unit_en_route', 'unit_on_scene', 'unit_cleared', 'noted', 'closed', 'reopened', 'undone')),
  constraint call_events_by_length check (length(by) <= 320),
  constraint call_events_caller_length check (length(caller) <= 200),
  constraint call_events_data_size check (pg_column_size(data) <= 20000),
  constraint call_events_moments check (private.is_moment(created_at) and private.is_moment(at) and private.is_moment(received_at))
);

comment on table public.call_events is 'What happened to calls, who did it and when; written by the database, only added to.';
comment on column public.call_events.caller is 'Who was said to have called, before a change or by a duplicate. In `hardened` open_caller alone tells it, and the trail says to whom.';

create index call_events_call_newest_idx on public.call_events (call_id, received_at desc, id desc);
create index call_events_batch_idx on public.call_events (batch_id) where batch_id is not null;
create index call_events_oldest_idx on public.call_events (received_at);
create index call_events_caller_idx on public.call_events (received_at) where caller is not null;

alter table public.call_events enable row level security;

create policy "Dispatch reads what happened to calls" on public.call_events
  for select to anon, authenticated
  using ((select private.is_specified()) or (select private.is_kind('operator', 'dispatch-admin')));

create trigger call_events_only_grow before update on public.call_events
  for each row when (old.* is distinct from new.*) execute function private.keep_call_events();

alter publication supabase_realtime add table public.call_events;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('call_events', 'select', 'select', '', 'select (id, created_at, call_id, kind, by, at, received_at, batch_id, data)', 'select');

create or replace function private.call_place_key(place text)
  returns text
  language sql immutable parallel safe
  set search_path = ''
as $$ select normalize(lower(regexp_replace(left(place, 400), '[^[:alnum:]]', '', 'g') collate "und-x-icu"), NFC); $$;
comment on function private.call_place_key(text) is 'A place as it is compared: letters and digits alone, without case.';

create or replace function private.keep_call_events()
  returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  if not private.erases() then
    perform private.refuse('past-changed');
  end if;
  return new;
end;
$$;
comment on function private.keep_call_events() is 'An event of a call stays as it was, but for the caller, who is erased.';
