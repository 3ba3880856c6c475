-- Counts by day of erased events of statuses (document 5 §10): no unit and no person stands in them.

create table public.unit_status_days (
  id uuid default gen_random_uuid() not null,
  created_at timestamptz default now() not null,
  day date not null,
  cause text not null,
  to_status text not null,
  events integer not null,
  constraint unit_status_days_pkey primary key (id),
  constraint unit_status_days_key unique (day, cause, to_status),
  constraint unit_status_days_cause check (cause in ('press', 'edit', 'call', 'all_off', 'undo', 'clock', 'checked')),
  constraint unit_status_days_status_length check (length(to_status) <= 50),
  constraint unit_status_days_events check (events > 0),
  constraint unit_status_days_moments check (private.is_moment(created_at) and day between '1900-01-01' and '9999-12-31')
);

comment on table public.unit_status_days is 'How often units got a status on a day, and how: what is left of events of statuses after 12 months.';

alter table public.unit_status_days enable row level security;

create policy "Dispatch reads counts of statuses" on public.unit_status_days
  for select to anon, authenticated
  using ((select private.is_specified()) or (select private.is_kind('operator', 'dispatch-admin')));

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('unit_status_days', 'select', 'select', '', 'select', 'select');
