-- Settings of a site, and the gaps of its notices (document 4 §7).

create table public.site_settings (
  id uuid default gen_random_uuid() not null,
  project_id text not null,
  site_id uuid,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  issuer_name text default '' not null,
  org_number text default '' not null,
  principal text default '' not null,
  legal_line text default 'Kontrollavgift – betalningsuppmaning enligt lag (1984:318)' not null,
  contact_email text default '' not null,
  contact_phone text default '' not null,
  privacy_url text default '' not null,
  payment_methods jsonb default '[]'::jsonb not null,
  vat_percent integer,
  due_days integer default 14 not null,
  grace_minutes integer default 5 not null,
  observation_minutes integer default 0 not null,
  min_photos integer default 1 not null,
  max_amount integer,
  small_balance integer default 0 not null,
  reminder_fee integer default 0 not null,
  fee_is_agreed boolean default false not null,
  reminder_wait_days integer default 4 not null,
  max_parking_hours integer,
  keep_checks_days integer default 30 not null,
  keep_parkings_days integer default 90 not null,
  keep_cases_months integer default 24 not null,
  keep_changed_at timestamptz default now(),
  camera_on boolean default false not null,
  reminder_text text default '' not null,
  ledger_accounts jsonb default '{}'::jsonb not null,
  fiscal_year_start integer default 1 not null,
  of_company boolean default false not null,
  two_for_refunds boolean default false not null,
  constraint site_settings_pkey primary key (id),
  constraint site_settings_project_key unique (project_id),
  constraint site_settings_project_id_length check (length(project_id) >= 1 and length(project_id) <= 100),
  constraint site_settings_issuer_name_length check (length(issuer_name) <= 200),
  constraint site_settings_org_number_length check (length(org_number) <= 20),
  constraint site_settings_principal_length check (length(principal) <= 200),
  constraint site_settings_legal_line_length check (length(legal_line) <= 300),
  constraint site_settings_contact_email_length check (length(contact_email) <= 320),
  constraint site_settings_contact_phone_length check (length(contact_phone) <= 50),
  constraint site_settings_privacy_url_length check (length(privacy_url) <= 500),
  constraint site_settings_reminder_text_length check (length(reminder_text) <= 500),
  constraint site_settings_privacy_url_form check (privacy_url = '' or privacy_url ~* '^https?://\S+$'),
  constraint site_settings_payment_methods check (private.are_payment_methods(payment_methods)),
  constraint site_settings_vat_percent check (vat_percent = 25),
  constraint site_settings_days check (((due_days >= 1) and (due_days <= 365) and ((reminder_wait_days >= 0) and (reminder_wait_days <= 365)))),
  constraint site_settings_minutes check (((grace_minutes >= 0) and (grace_minutes <= 1440) and ((observation_minutes >= 0) and (observation_minutes <= 1440)))),
  constraint site_settings_min_photos check (min_photos >= 0 and min_photos <= 8),
  constraint site_settings_max_amount check (max_amount >= 1 and max_amount <= 50000),
  constraint site_settings_small_balance check (small_balance >= 0 and small_balance <= 50000),
  constraint site_settings_reminder_fee check (reminder_fee >= 0 and reminder_fee <= 60 and (reminder_fee = 0 or fee_is_agreed)),
  constraint site_settings_ledger_accounts check (private.are_ledger_accounts(ledger_accounts)),
  constraint site_settings_fiscal_year_start check (fiscal_year_start >= 1 and fiscal_year_start <= 12),
  constraint site_settings_max_parking_hours check (max_parking_hours >= 1 and max_parking_hours <= 8760),
  constraint site_settings_moments check (private.is_moment(created_at) and private.is_moment(updated_at) and private.is_moment(keep_changed_at)),
  constraint site_settings_keep check (keep_checks_days >= 7 and keep_checks_days <= 3650 and keep_parkings_days >= 30 and keep_parkings_days <= 3650 and keep_cases_months >= 6 and keep_cases_months <= 240)
);

comment on table public.site_settings is 'What a site decides about its fines, one row a site, made with it.';
comment on column public.site_settings.ledger_accounts is 'Accounts of the site''s books that differ from those of private.ledger_accounts.';
comment on column public.site_settings.fiscal_year_start is 'The month that the financial year begins with.';
comment on column public.site_settings.two_for_refunds is 'Whether a refund goes out only when another admin than the one who proposed it has approved it.';
comment on column public.site_settings.of_company is 'Whether the site is one of the company''s: then its issuer and payees are the company''s.';
comment on column public.site_settings.reminder_text is 'The first sentences of a reminder, with fields in braces; empty for the product''s own.';

alter table public.site_settings enable row level security;

create policy "Staff read their site's settings" on public.site_settings
  for select to anon, authenticated
  using (
    (select private.is_specified())
    or coalesce(site_id::text, project_id) = any ((select private.own_places('admin', 'attendant'))::text[]));

create policy "Admins change their site's settings" on public.site_settings
  for update to anon, authenticated
  using ((select private.is_specified()) or coalesce(site_id::text, project_id) = any ((select private.own_places('admin'))::text[]))
  with check ((select private.is_specified()) or coalesce(site_id::text, project_id) = any ((select private.own_places('admin'))::text[]));

create trigger site_settings_follow_company before insert or update on public.site_settings
  for each row when (new.of_company) execute function private.follow_company();
create trigger site_settings_keep_created_at before update on public.site_settings for each row execute function private.keep_created_at();
create trigger site_settings_note_shorter_keep before update on public.site_settings for each row
  when (new.keep_checks_days < old.keep_checks_days or new.keep_parkings_days < old.keep_parkings_days
    or new.keep_cases_months < old.keep_cases_months)
  execute function private.note_shorter_keep();
create trigger site_settings_place before update of project_id, site_id on public.site_settings for each row when (pg_trigger_depth() = 0) execute function private.place_row();
create trigger site_settings_place_new before insert on public.site_settings for each row execute function private.place_row();
create trigger site_settings_touch before update on public.site_settings for each row execute function private.touch_updated_at();
create trigger site_settings_write_trail after insert or delete or update on public.site_settings for each row execute function private.write_trail();

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('site_settings', 'select, update (issuer_name, org_number, principal, legal_line, contact_email, contact_phone, privacy_url, payment_methods, vat_percent, due_days, grace_minutes, observation_minutes, min_photos, max_amount, small_balance, reminder_fee, fee_is_agreed, reminder_wait_days, max_parking_hours, keep_checks_days, keep_parkings_days, keep_cases_months, camera_on, reminder_text, ledger_accounts, fiscal_year_start, two_for_refunds)', 'select, update (issuer_name, org_number, principal, legal_line, contact_email, contact_phone, privacy_url, payment_methods, vat_percent, due_days, grace_minutes, observation_minutes, min_photos, max_amount, small_balance, reminder_fee, fee_is_agreed, reminder_wait_days, max_parking_hours, keep_checks_days, keep_parkings_days, keep_cases_months, camera_on, reminder_text, ledger_accounts, fiscal_year_start, two_for_refunds)', '', 'select, update (issuer_name, org_number, principal, legal_line, contact_email, contact_phone, privacy_url, payment_methods, vat_percent, due_days, grace_minutes, observation_minutes, min_photos, max_amount, small_balance, reminder_fee, fee_is_agreed, reminder_wait_days, max_parking_hours, keep_checks_days, keep_parkings_days, keep_cases_months, camera_on, reminder_text, ledger_accounts, fiscal_year_start, two_for_refunds)', 'select, insert, update, delete');

create or replace function private.are_payment_methods(methods jsonb)
  returns boolean
  language sql immutable
  set search_path = ''
as $$
  select jsonb_typeof(methods) = 'array' and jsonb_array_length(methods) <= 10 and not exists (
    select from jsonb_array_elements(methods) m
    where case when jsonb_typeof(m) <> 'object' then true
      else m - '{kind,value,text}'::text[] <> '{}' or coalesce(m ->> 'kind', '') not in ('bankgiro', 'plusgiro', 'swish', 'account')
        or jsonb_typeof(m -> 'value') is distinct from 'string' or coalesce(jsonb_typeof(m -> 'text'), 'null') not in ('string', 'null')
        or m ->> 'value' !~ '\S' or length(m ->> 'value') > 50 or length(coalesce(m ->> 'text', '')) > 100 end
  );
$$;
comment on function private.are_payment_methods(jsonb) is 'Ways to pay: a list of {kind, value, text}, which are texts.';
grant execute on function private.are_payment_methods(jsonb) to anon, authenticated, service_role;

create or replace function private.give_settings_to_site()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  perform private.give_settings(new.path);
  return null;
end;
$$;
comment on function private.give_settings_to_site() is 'Gives a new site its settings and violations.';

create or replace function private.give_settings(code text)
  returns void
  language plpgsql
  set search_path = ''
as $$
begin
  insert into public.site_settings (project_id, of_company)
    values (code, exists (select from public.company c where private.is_named(c) and (code = 'standard' or not private.is_special_code(code))))
    on conflict (project_id) do nothing;
  if found then
    insert into public.violations (project_id, code, text, amount, needs_no_right, sort_order) values
      (code, '01', 'Stannat eller parkerat där det är förbjudet att stanna', 700, true, 1),
      (code, '02', 'Parkerat längre än tillåten tid', 700, false, 2),
      (code, '03', 'Parkerat på plats för rörelsehindrade utan tillstånd', 700, true, 3),
      (code, '04', 'Parkerat på laddplats utan att ladda', 700, true, 4);
  end if;
end;
$$;
comment on function private.give_settings(text) is
  'A site begins as one of the company''s, where that has a name and payees, with settings and the four violations of document 1 §5 at 700 kr. In a place that has them already they stay.';

create or replace function private.is_admin_of(project text, site uuid)
  returns boolean
  language sql stable
  set search_path = ''
as $$
  select private.is_specified() or coalesce(site::text, project, '') = any (private.own_places('admin', 'dispatch-admin'));
$$;
comment on function private.is_admin_of(text,uuid) is 'Whether the caller is an admin of the place.';

create or replace function private.keep_agreed_fee()
  returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  select case when s.fee_is_agreed then s.reminder_fee else 0 end, s.vat_percent into new.agreed_fee, new.vat_percent
    from private.settings_of(new.project_id) s;
  return new;
end;
$$;
comment on function private.keep_agreed_fee() is 'A fine keeps the VAT of its site and the agreed fee of a reminder as they were when it was issued.';

create or replace function private.kept_since(code text, site uuid, OUT checks timestamp with time zone, OUT parkings timestamp with time zone, OUT cases timestamp with time zone)
  returns record
  language sql stable
  set search_path = ''
as $$
  select now() - make_interval(days => coalesce(max(s.keep_checks_days), 30)), now() - make_interval(days => coalesce(max(s.keep_parkings_days), 90)),
    now() - make_interval(months => coalesce(max(s.keep_cases_months), 24))
  from public.site_settings s where private.is_at(s.site_id, s.project_id, site, code);
$$;
comment on function private.kept_since(text,uuid) is
  'The moments up to which a site keeps each kind of row: by its settings, or those that a new site has.';

create or replace function private.note_shorter_keep()
  returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  new.keep_changed_at := now();
  return new;
end;
$$;
comment on function private.note_shorter_keep() is 'Notes when a site last changed how long it keeps something.';

create or replace function public.get_first_steps()
  returns TABLE(has_site boolean, has_admin boolean, has_attendant boolean)
  language plpgsql stable security definer
  set search_path = ''
as $$
declare
  -- What has people of other kinds, or none (document 1 §9).
  others constant text[] := '{721075,157715,ASE,YSTAD}';
begin
  if not (private.is_specified() or private.is_kind('main-admin')) then
    perform private.refuse('steps-for-main-admin');
  end if;
  has_attendant := exists (select from public.attendants a)
    or exists (select from public.project_attendants a where a.project_id <> all (others));
  has_site := has_attendant or exists (select from public.main_page_sites s where s.path <> all (others || array['standard']));
  has_admin := exists (select from public.admin_accounts a where a.project_id <> all (others));
  return next;
end;
$$;
comment on function public.get_first_steps() is 'Whether there is a site, an admin of one and an attendant; for the main admin.';
grant execute on function public.get_first_steps() to authenticated;

create or replace function public.list_notice_gaps(address text DEFAULT NULL::text)
  returns TABLE(name text, gaps text[])
  language plpgsql stable security definer
  set search_path = ''
as $$
begin
  if not (private.is_specified() or private.is_kind('main-admin')) then
    perform private.refuse('gaps-for-main-admin');
  end if;
  return query
    select s.name, g.gaps
    from public.main_page_sites s
    join public.site_settings t on t.site_id = s.id
    cross join lateral (select private.gaps_of(t, list_notice_gaps.address) as gaps) g
    -- Other products' places issue no notices (document 1 §9), and people name no site of the standard one.
    where s.path <> all (array['721075', '157715', 'ASE', 'YSTAD', 'standard']) and g.gaps <> '{}'
    order by s.created_at desc, s.id
    limit 100;
end;
$$;
comment on function public.list_notice_gaps(text) is
  'The newest 100 sites whose notices lack something, as notice_gaps says it; for the main admin.';
grant execute on function public.list_notice_gaps(text) to authenticated;

create or replace function public.notice_gaps(project text, address text DEFAULT NULL::text)
  returns text[]
  language sql stable security definer
  set search_path = ''
as $$
  select coalesce((select private.gaps_of(s, notice_gaps.address) from public.site_settings s
    where s.project_id = notice_gaps.project and (private.is_specified()
      or coalesce(s.site_id::text, s.project_id) = any (private.own_places('admin', 'attendant')))), '{}');
$$;
comment on function public.notice_gaps(text,text) is
  'What the notices of a site lack, as codes: issuer, payment, contact, address; nothing for whoever does not work there.';
grant execute on function public.notice_gaps(text,text) to authenticated;

create or replace function public.order_violations(project text, ids uuid[])
  returns integer
  language plpgsql
  set search_path = ''
as $$
declare
  found_rows int;
begin
  if cardinality(ids) > 200 then
    perform private.refuse('too-many-violations');
  end if;
  update public.violations v set sort_order = o.place
    from (select n.id, min(n.place)::int as place from unnest(ids) with ordinality n (id, place) group by n.id) o
    where v.id = o.id and v.project_id = project and v.sort_order is distinct from o.place;
  select count(*) into found_rows from public.violations v where v.project_id = project and v.id = any (ids);
  return found_rows;
end;
$$;
comment on function public.order_violations(text,uuid[]) is 'Puts a site''s violations in an order.';
grant execute on function public.order_violations(text,uuid[]) to authenticated;
