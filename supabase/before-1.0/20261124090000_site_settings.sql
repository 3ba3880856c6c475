-- What a site decides about its fines (document 4 §3): its settings, its violations, and whose cars may always stand there.

-- Ways to pay: a list of {kind, value, text}.
create function private.are_payment_methods(methods jsonb) returns boolean
language sql immutable set search_path = ''
as $$
  select jsonb_typeof(methods) = 'array' and jsonb_array_length(methods) <= 10 and not exists (
    select from jsonb_array_elements(methods) m
    where jsonb_typeof(m) <> 'object' or coalesce(m ->> 'kind', '') not in ('bankgiro', 'plusgiro', 'swish', 'account')
      or coalesce(m ->> 'value', '') !~ '\S' or length(m ->> 'value') > 50 or length(coalesce(m ->> 'text', '')) > 100
  );
$$;
revoke execute on function private.are_payment_methods(jsonb) from public;
grant execute on function private.are_payment_methods(jsonb) to anon, authenticated, service_role;

create table public.site_settings (
  id uuid primary key default gen_random_uuid(),
  project_id text not null,
  site_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  issuer_name text not null default '',
  org_number text not null default '',
  -- The land owner on whose behalf fines are issued.
  principal text not null default '',
  legal_line text not null default 'Kontrollavgift – betalningsuppmaning enligt lag (1984:318)',
  contact_email text not null default '',
  contact_phone text not null default '',
  privacy_url text not null default '',
  payment_methods jsonb not null default '[]',
  vat_percent int,
  due_days int not null default 14,
  grace_minutes int not null default 5,
  observation_minutes int not null default 0,
  min_photos int not null default 0,
  -- Null: document 1's maximum, 50 000 kr.
  max_amount int,
  small_balance int not null default 0,
  reminder_fee int not null default 0,
  fee_is_agreed boolean not null default false,
  reminder_wait_days int not null default 4,
  max_parking_hours int,
  keep_checks_days int not null default 30,
  keep_parkings_days int not null default 90,
  keep_cases_months int not null default 24,
  constraint site_settings_project_key unique (project_id),
  constraint site_settings_project_id_length check (length(project_id) between 1 and 100),
  constraint site_settings_issuer_name_length check (length(issuer_name) <= 200),
  constraint site_settings_org_number_length check (length(org_number) <= 20),
  constraint site_settings_principal_length check (length(principal) <= 200),
  constraint site_settings_legal_line_length check (length(legal_line) <= 300),
  constraint site_settings_contact_email_length check (length(contact_email) <= 320),
  constraint site_settings_contact_phone_length check (length(contact_phone) <= 50),
  constraint site_settings_privacy_url_length check (length(privacy_url) <= 500),
  constraint site_settings_privacy_url_form check (privacy_url = '' or privacy_url ~* '^https?://\S+$'),
  constraint site_settings_payment_methods check (private.are_payment_methods(payment_methods)),
  constraint site_settings_vat_percent check (vat_percent = 25),
  constraint site_settings_days check (due_days >= 1 and due_days <= 365 and reminder_wait_days between 0 and 365),
  constraint site_settings_minutes check (grace_minutes >= 0 and grace_minutes <= 1440 and observation_minutes between 0 and 1440),
  constraint site_settings_min_photos check (min_photos between 0 and 8),
  constraint site_settings_max_amount check (max_amount between 1 and 50000),
  constraint site_settings_small_balance check (small_balance between 0 and 50000),
  -- Lag (1981:739) §§2, 4: at most 60 kr, and only if agreed.
  constraint site_settings_reminder_fee check (reminder_fee >= 0 and reminder_fee <= 60 and (reminder_fee = 0 or fee_is_agreed)),
  constraint site_settings_max_parking_hours check (max_parking_hours between 1 and 8760),
  constraint site_settings_keep check (keep_checks_days >= 1 and keep_checks_days <= 3650 and keep_parkings_days between 1 and 3650
    and keep_cases_months between 1 and 240),
  constraint site_settings_moments check (private.is_moment(created_at) and private.is_moment(updated_at))
);
comment on table public.site_settings is 'What a site decides about its fines, one row a site, made with it.';

create table public.violations (
  id uuid primary key default gen_random_uuid(),
  project_id text not null,
  site_id uuid,
  created_at timestamptz not null default now(),
  code text not null default '',
  text text not null,
  amount int not null,
  -- Null: the site's maximum.
  max_amount int,
  -- A parking or a permit is no excuse: a disabled bay, no stopping.
  needs_no_right boolean not null default false,
  is_active boolean not null default true,
  sort_order int not null default 0,
  constraint violations_project_id_length check (length(project_id) between 1 and 100),
  constraint violations_code_length check (length(code) <= 20),
  constraint violations_text_length check (text ~ '\S' and length(text) <= 300),
  constraint violations_amount_range check (amount between 1 and 50000),
  constraint violations_max_amount_range check (max_amount between amount and 50000),
  constraint violations_moments check (private.is_moment(created_at))
);
create index violations_project_idx on public.violations (project_id, sort_order, id);
comment on table public.violations is 'What a site fines; `Övrigt` is always the last choice and is no row.';

create table public.permits (
  id uuid primary key default gen_random_uuid(),
  project_id text not null,
  site_id uuid,
  created_at timestamptz not null default now(),
  plate text not null,
  plate_key text generated always as (private.plate_key(plate)) stored,
  -- These two are for admins; attendants read the note below them.
  holder text not null default '',
  note text not null default '',
  attendant_note text not null default '',
  valid_from timestamptz not null default now(),
  -- Null: until it is ended.
  valid_until timestamptz,
  created_by text,
  ended_at timestamptz,
  ended_by text,
  constraint permits_project_id_length check (length(project_id) between 1 and 100),
  constraint permits_plate_length check (length(plate) <= 50),
  constraint permits_plate_seen check (private.plate_key(plate) <> ''),
  constraint permits_holder_length check (length(holder) <= 200),
  constraint permits_note_length check (length(note) <= 2000),
  constraint permits_attendant_note_length check (length(attendant_note) <= 500),
  constraint permits_created_by_length check (length(created_by) <= 320),
  constraint permits_ended_by_length check (length(ended_by) <= 320),
  constraint permits_until_after_from check (valid_until > valid_from),
  constraint permits_moments check (private.is_moment(created_at) and private.is_moment(valid_from) and private.is_moment(valid_until)
    and private.is_moment(ended_at))
);
create index permits_plate_idx on public.permits (plate_key, project_id);
create index permits_project_newest_idx on public.permits (project_id, created_at desc, id desc);
comment on table public.permits is 'Cars that may stand at a site without a parking.';

create trigger site_settings_keep_created_at before update on public.site_settings for each row execute function private.keep_created_at();
create trigger site_settings_touch before update on public.site_settings for each row execute function private.touch_updated_at();

do $$
declare
  name text;
begin
  foreach name in array array['site_settings', 'violations', 'permits'] loop
    execute format('alter table public.%I enable row level security', name);
    execute format('create trigger %I before insert or update of project_id, site_id on public.%I
      for each row execute function private.place_row()', name || '_place', name);
    execute format('create trigger %I after insert or update or delete on public.%I
      for each row execute function private.write_trail()', name || '_write_trail', name);
  end loop;
end
$$;

create policy "Specified: the staff's screens read settings" on public.site_settings
  for select to anon, authenticated using ((select private.is_specified()));
create policy "Specified: the admins' screens change settings" on public.site_settings
  for update to anon, authenticated using ((select private.is_specified())) with check ((select private.is_specified()));
create policy "Hardened: staff read their site's settings" on public.site_settings
  for select to authenticated
  using ((select private.is_kind('admin', 'attendant')) and coalesce(site_id::text, project_id) = any ((select private.own_places())::text[]));
create policy "Hardened: admins change their site's settings" on public.site_settings
  for update to authenticated
  using ((select private.is_kind('admin')) and coalesce(site_id::text, project_id) = any ((select private.own_places())::text[]))
  with check ((select private.is_kind('admin')) and coalesce(site_id::text, project_id) = any ((select private.own_places())::text[]));

create policy "Specified: the staff's screens read violations" on public.violations
  for select to anon, authenticated using ((select private.is_specified()));
create policy "Specified: the admins' screens add violations" on public.violations
  for insert to anon, authenticated with check ((select private.is_specified()) and created_at = now());
create policy "Specified: the admins' screens change violations" on public.violations
  for update to anon, authenticated using ((select private.is_specified())) with check ((select private.is_specified()));
create policy "Hardened: staff read their site's violations" on public.violations
  for select to authenticated
  using ((select private.is_kind('admin', 'attendant')) and coalesce(site_id::text, project_id) = any ((select private.own_places())::text[]));
create policy "Hardened: admins add violations to their site" on public.violations
  for insert to authenticated
  with check ((select private.is_kind('admin')) and created_at = now()
    and coalesce(site_id::text, project_id) = any ((select private.own_places())::text[]));
create policy "Hardened: admins change their site's violations" on public.violations
  for update to authenticated
  using ((select private.is_kind('admin')) and coalesce(site_id::text, project_id) = any ((select private.own_places())::text[]))
  with check ((select private.is_kind('admin')) and coalesce(site_id::text, project_id) = any ((select private.own_places())::text[]));

create policy "Specified: the admins' screens read permits" on public.permits
  for select to anon, authenticated using ((select private.is_specified()));
create policy "Specified: the admins' screens add permits" on public.permits
  for insert to anon, authenticated with check ((select private.is_specified()) and created_at = now());
create policy "Specified: the admins' screens change permits" on public.permits
  for update to anon, authenticated using ((select private.is_specified())) with check ((select private.is_specified()));
create policy "Hardened: admins read their site's permits" on public.permits
  for select to authenticated
  using ((select private.is_kind('admin')) and coalesce(site_id::text, project_id) = any ((select private.own_places())::text[]));
create policy "Hardened: admins add permits of their own to their site" on public.permits
  for insert to authenticated
  with check (created_by = (select private.own_user_id('admin')) and created_at = now() and ended_at is null and ended_by is null
    and coalesce(site_id::text, project_id) = any ((select private.own_places())::text[]));
create policy "Hardened: admins change and end their site's permits" on public.permits
  for update to authenticated
  using ((select private.is_kind('admin')) and coalesce(site_id::text, project_id) = any ((select private.own_places())::text[]))
  with check ((select private.is_kind('admin')) and (ended_by is null or ended_by = (select private.own_user_id('admin')))
    and coalesce(site_id::text, project_id) = any ((select private.own_places())::text[]));

-- Nothing of these is removed: violations are deactivated, permits ended.
insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated)
select t.name, t.staff, t.staff, '', t.staff from (values
  ('site_settings', 'select, update (issuer_name, org_number, principal, legal_line, contact_email, contact_phone, privacy_url, '
    || 'payment_methods, vat_percent, due_days, grace_minutes, observation_minutes, min_photos, max_amount, small_balance, reminder_fee, '
    || 'fee_is_agreed, reminder_wait_days, max_parking_hours, keep_checks_days, keep_parkings_days, keep_cases_months)'),
  ('violations', 'select, insert, update (code, text, amount, max_amount, needs_no_right, is_active, sort_order)'),
  ('permits', 'select, insert, update (holder, note, attendant_note, valid_from, valid_until, ended_at, ended_by)')
) as t (name, staff);
select private.grant_for_profile();

-- A site begins with settings and the four violations of document 1 §5 at 700 kr. In a place that has them already they stay.
create function private.give_settings(code text) returns void
language plpgsql set search_path = ''
as $$
begin
  insert into public.site_settings (project_id) values (code) on conflict (project_id) do nothing;
  if found then
    insert into public.violations (project_id, code, text, amount, needs_no_right, sort_order) values
      (code, '01', 'Stannat eller parkerat där det är förbjudet att stanna', 700, true, 1),
      (code, '02', 'Parkerat längre än tillåten tid', 700, false, 2),
      (code, '03', 'Parkerat på plats för rörelsehindrade utan tillstånd', 700, true, 3),
      (code, '04', 'Parkerat på laddplats utan att ladda', 700, true, 4);
  end if;
end;
$$;
revoke execute on function private.give_settings(text) from public;

create function private.give_settings_to_site() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.give_settings(new.path);
  return null;
end;
$$;
revoke execute on function private.give_settings_to_site() from public;
-- Its name puts it behind the trigger that settles what the code had before.
create trigger main_page_sites_with_settings after insert or update of path on public.main_page_sites
  for each row execute function private.give_settings_to_site();

select private.give_settings(s.path) from public.main_page_sites s order by s.created_at, s.id;

-- A site's settings; those that a new site has where there is no row.
create function private.settings_of(project text) returns public.site_settings
language plpgsql stable set search_path = ''
as $$
declare
  settings public.site_settings;
begin
  select s.* into settings from public.site_settings s where s.project_id = project;
  if not found then
    settings.issuer_name := '';
    settings.org_number := '';
    settings.principal := '';
    settings.legal_line := 'Kontrollavgift – betalningsuppmaning enligt lag (1984:318)';
    settings.contact_email := '';
    settings.contact_phone := '';
    settings.privacy_url := '';
    settings.payment_methods := '[]';
    settings.due_days := 14;
    settings.grace_minutes := 5;
    settings.observation_minutes := 0;
    settings.min_photos := 0;
    settings.small_balance := 0;
    settings.reminder_fee := 0;
    settings.fee_is_agreed := false;
    settings.reminder_wait_days := 4;
  end if;
  return settings;
end;
$$;
revoke execute on function private.settings_of(text) from public;
