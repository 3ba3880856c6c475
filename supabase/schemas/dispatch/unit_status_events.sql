-- What happened to the statuses of units (document 5 §3).

create table public.unit_status_events (
  id uuid default gen_random_uuid() not null,
  created_at timestamptz default now() not null,
  unit_id uuid not null,
  unit_number text not null,
  cause text not null,
  from_status text,
  to_status text not null,
  since_before timestamptz,
  checked_before timestamptz,
  by text,
  at timestamptz not null,
  received_at timestamptz default clock_timestamp() not null,
  call_id uuid,
  batch_id uuid,
  data jsonb default '{}'::jsonb not null,
  constraint unit_status_events_pkey primary key (id),
  constraint unit_status_events_cause check (cause in ('press', 'edit', 'call', 'all_off', 'undo', 'clock', 'checked')),
  constraint unit_status_events_lengths check (length(unit_number) <= 50 and length(from_status) <= 50 and length(to_status) <= 50 and length(by) <= 320),
  constraint unit_status_events_data_size check (pg_column_size(data) <= 20000),
  constraint unit_status_events_moments check (private.is_moment(created_at) and private.is_moment(at) and private.is_moment(received_at) and private.is_moment(since_before) and private.is_moment(checked_before))
);

comment on table public.unit_status_events is 'Who set which status of a unit, when and how, and how it was before; written by the database, only added to.';

create index unit_status_events_unit_newest_idx on public.unit_status_events (unit_id, at desc, id desc);
create index unit_status_events_oldest_idx on public.unit_status_events (at);
create index unit_status_events_batch_idx on public.unit_status_events (batch_id) where batch_id is not null;

alter table public.unit_status_events enable row level security;

create policy "Dispatch reads the history of statuses" on public.unit_status_events
  for select to anon, authenticated
  using ((select private.is_specified()) or (select private.is_kind('operator', 'dispatch-admin')));

create trigger unit_status_events_only_grow before update on public.unit_status_events
  for each row execute function private.keep_status_events();

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('unit_status_events', 'select', 'select', '', 'select', 'select');

create or replace function private.keep_status_events()
  returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  perform private.refuse('past-changed');
  return null;
end;
$$;
comment on function private.keep_status_events() is 'An event of a status stays as it was.';

create or replace function private.erase_dispatch(most integer)
  returns integer
  language plpgsql
  set search_path = ''
as $$
declare
  gone integer;
  answers integer;
  calls integer;
  callers integer;
  alarms integer;
  notes uuid[];
  before constant text := coalesce(current_setting('parkering.erases', true), '');
begin
  perform set_config('parkering.erases', 'yes', true);
  delete from public.calls c where c.id in (
    select o.id from public.calls o where o.received_at < now() - interval '12 months' order by o.received_at limit most);
  get diagnostics calls = row_count;
  delete from public.call_events e where e.id in (
    select o.id from public.call_events o where o.received_at < now() - interval '12 months' order by o.received_at limit most);
  get diagnostics gone = row_count;
  calls := greatest(calls, gone);
  update public.calls c set caller = '' where c.id in (
    select o.id from public.calls o where o.received_at < now() - interval '30 days' and o.caller <> '' order by o.received_at limit most);
  get diagnostics callers = row_count;
  update public.call_events e set caller = null where e.id in (
    select o.id from public.call_events o where o.received_at < now() - interval '30 days' and o.caller is not null order by o.received_at limit most);
  get diagnostics gone = row_count;
  calls := greatest(calls, callers, gone);
  notes := array(select n.id from public.operator_notes n where n.created_at < now() - interval '12 months' order by n.created_at limit most);
  perform private.erase_trail('{operator_notes}', notes);
  delete from public.operator_notes n where n.id = any (notes);
  perform set_config('parkering.erases', before, true);
  with erased as (
    delete from public.unit_status_events e where e.id in (
      select o.id from public.unit_status_events o where o.at < now() - interval '12 months' order by o.at limit most)
    returning e.at, e.cause, e.to_status),
  counted as (
    insert into public.unit_status_days as d (day, cause, to_status, events)
      select private.day_of(e.at), e.cause, e.to_status, count(*) from erased e group by 1, 2, 3
      on conflict (day, cause, to_status) do update set events = d.events + excluded.events)
  select count(*) into gone from erased;
  delete from private.answers a where a.id in (
    select o.id from private.answers o where o.created_at < now() - interval '30 days' order by o.created_at limit most);
  get diagnostics answers = row_count;
  delete from public.alarm_events e where e.id in (
    select o.id from public.alarm_events o where o.at < now() - interval '12 months' order by o.at limit most);
  delete from public.alarms a where a.id in (
    select o.id from public.alarms o where o.raised_at < now() - interval '12 months' and o.cleared_at is not null order by o.raised_at limit most);
  get diagnostics alarms = row_count;
  delete from private.dispatch_links l where l.id in (
    select o.id from private.dispatch_links o where o.ended_at < now() - interval '12 months' limit most);
  return greatest(calls, gone, answers, alarms, cardinality(notes));
end;
$$;
comment on function private.erase_dispatch(integer) is
  'Erases calls, alarms, notes and histories after 12 months, callers and answers after 30 days, at most so many rows of each. Events of statuses '
  'leave their counts by day. Gives the largest count.';
