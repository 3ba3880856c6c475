-- The trail: the person behind each change, with the row before and after (decision 10).

create table public.audit_trail (
  id uuid default gen_random_uuid() not null,
  created_at timestamptz default clock_timestamp() not null,
  project_id text,
  actor_account uuid,
  actor_kind text not null,
  actor_id text,
  action text not null,
  subject text not null,
  row_id text,
  before jsonb,
  after jsonb,
  request_id text not null,
  site_id uuid,
  constraint audit_trail_pkey primary key (created_at, id),
  constraint audit_trail_action check (action in ('insert', 'update', 'delete', 'read', 'export')),
  constraint audit_trail_lengths check (length(project_id) <= 100 and length(actor_kind) <= 50 and length(actor_id) <= 320 and length(subject) <= 63 and length(row_id) <= 100 and length(request_id) <= 100),
  constraint audit_trail_moments check (private.is_moment(created_at))
);

comment on table public.audit_trail is 'Who did what; written by triggers, never changed.';

create index audit_trail_actor_newest_idx on public.audit_trail (actor_id, created_at desc, id desc);
create index audit_trail_site_newest_idx on public.audit_trail (site_id, created_at desc, id desc);
create index audit_trail_project_newest_idx on public.audit_trail (project_id, created_at desc, id desc) where site_id is null;
create index audit_trail_parking_changes_idx on public.audit_trail (row_id, created_at) where subject = 'parkings' and action = 'update';
create index audit_trail_people_idx on public.audit_trail (row_id, created_at desc)
  where subject in ('people', 'attendants', 'admin_accounts', 'project_attendants', 'ase_employees', 'staff_accounts', 'profiles', 'accounts',
    'second_factors', 'account_links', 'logins');
create index audit_trail_personal_idx on public.audit_trail (row_id)
  where subject in ('parkings', 'fines', 'fine_photos', 'payments', 'objections', 'case_recipients', 'permits', 'person_extracts');

alter table public.audit_trail enable row level security;

create policy "Admins read the trail of their site, the main admin all" on public.audit_trail
  for select to anon, authenticated
  using (
    (select private.is_specified())
    or (select private.is_kind('main-admin'))
    or coalesce(site_id::text, project_id) = any ((select private.own_places('admin'))::text[]));

create trigger audit_trail_only_grows before update or delete or truncate on public.audit_trail
  for each statement execute function private.refuse_trail_change();
create trigger audit_trail_place before insert on public.audit_trail for each row execute function private.place_row();

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('audit_trail', 'select', 'select', '', 'select', 'select');
