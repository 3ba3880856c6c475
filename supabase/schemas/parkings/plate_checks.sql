-- Checks of plates, each with its answer (document 4 §2).

create table public.plate_checks (
  id uuid not null,
  project_id text,
  site_id uuid,
  created_at timestamptz default now() not null,
  plate text not null,
  plate_key text collate "C" generated always as (private.plate_key(plate)) stored,
  outcome text not null,
  parking_id uuid,
  permit_id uuid,
  checked_by text not null,
  account_id uuid,
  checked_at timestamptz default now() not null,
  was_offline boolean default false not null,
  source text default 'typed' not null,
  certainty numeric(5,4),
  constraint plate_checks_pkey primary key (id),
  constraint plate_checks_project_id_length check (length(project_id) >= 1 and length(project_id) <= 100),
  constraint plate_checks_plate_length check (length(plate) <= 50),
  constraint plate_checks_plate_seen check (private.plate_key(plate) <> ''),
  constraint plate_checks_outcome check (outcome in ('valid', 'permit', 'grace', 'not_yet', 'expired', 'none')),
  constraint plate_checks_checked_by_length check (length(checked_by) >= 1 and length(checked_by) <= 50),
  constraint plate_checks_moments check (private.is_moment(created_at) and private.is_moment(checked_at)),
  constraint plate_checks_source check (source in ('typed', 'camera')),
  constraint plate_checks_certainty check (certainty >= 0::numeric and certainty <= 1::numeric),
  constraint plate_checks_certainty_of_camera check ((source = 'camera') = (certainty is not null))
);

comment on table public.plate_checks is 'Who asked for which plate, and the answer.';

create index plate_checks_project_newest_idx on public.plate_checks (project_id, checked_at desc, id desc);
create index plate_checks_plate_idx on public.plate_checks (plate_key, project_id, checked_at desc);

alter table public.plate_checks enable row level security;

create policy "Admins read their site's plate checks" on public.plate_checks
  for select to anon, authenticated
  using ((select private.is_specified()) or coalesce(site_id::text, project_id, '') = any ((select private.own_places('admin'))::text[]));

create trigger plate_checks_place before update of project_id, site_id on public.plate_checks for each row when (pg_trigger_depth() = 0) execute function private.place_row();
create trigger plate_checks_place_new before insert on public.plate_checks for each row execute function private.place_row();

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('plate_checks', 'select', 'select', '', 'select', 'select');
