-- The fine as a case (document 4 §3): what is kept of a fine, its photos, events, money, objections and recipients, and of checks.
-- Nobody writes these tables through the table API; functions do (20261124090300 and later).

create table public.fines (
  id uuid primary key,
  project_id text,
  site_id uuid,
  created_at timestamptz not null default now(),
  -- From a parking of the list, or without one.
  kind text not null,
  -- Eight digits, the last by Luhn; never given twice (private.case_numbers).
  case_number text not null,
  public_key text not null,
  -- No foreign key: parkings are removed.
  parking_id uuid,
  parking_snapshot jsonb,
  plate text not null,
  plate_key text generated always as (private.plate_key(plate)) stored,
  car_model text not null default '',
  car_color text not null default '',
  street text not null default '',
  discord_username text,
  -- Null: `Övrigt`.
  violation_id uuid references public.violations (id),
  violation_code text not null default '',
  violation_text text not null,
  amount int not null,
  due_date date not null,
  notes text not null default '',
  observed_from timestamptz not null,
  observed_reason text,
  issued_by text not null,
  -- The attendant's account; null in the profile specified.
  account_id uuid,
  -- By the phone's clock, and by the database's.
  issued_at timestamptz not null,
  received_at timestamptz not null default now(),
  delivery text,
  -- What was accepted, as [{code, reason}].
  accepted_warnings jsonb not null default '[]',
  was_offline boolean not null default false,
  -- Why it stands in `Att granska`, as [{code, …}], and whether somebody has looked.
  review_reasons jsonb not null default '[]',
  needs_review boolean not null default false,
  status text not null default 'issued',
  -- The last event that changed status, money, recipient or decision.
  last_event uuid not null,
  fee int not null default 0,
  paid_ore bigint not null default 0,
  -- What is left to pay; below 0 is to be paid back.
  left_ore bigint generated always as (
    case when status in ('withdrawn', 'written_off') then 0 else (amount + fee) * 100::bigint end - paid_ore) stored,
  constraint fines_case_number_key unique (case_number),
  constraint fines_public_key_key unique (public_key),
  constraint fines_project_id_length check (length(project_id) between 1 and 100),
  constraint fines_kind check (kind in ('ticket', 'report')),
  constraint fines_case_number_form check (case_number ~ '^\d{8}$'),
  constraint fines_public_key_form check (public_key ~ '^[A-Za-z0-9_-]{22}$'),
  constraint fines_parking_snapshot_size check (pg_column_size(parking_snapshot) <= 20000),
  constraint fines_plate_length check (length(plate) <= 50),
  constraint fines_plate_seen check (private.plate_key(plate) <> ''),
  constraint fines_car_model_length check (length(car_model) <= 200),
  constraint fines_car_color_length check (length(car_color) <= 100),
  constraint fines_street_length check (length(street) <= 200),
  constraint fines_discord_username_length check (length(discord_username) <= 100),
  constraint fines_violation_code_length check (length(violation_code) <= 20),
  constraint fines_violation_text_length check (length(violation_text) <= 500),
  -- One that lies on a car is kept whatever it says; the function refuses the others above the maxima.
  constraint fines_amount_range check (amount between 0 and 1000000),
  constraint fines_due_date check (due_date between '1900-01-01' and '9999-12-31'),
  constraint fines_notes_length check (length(notes) <= 2000),
  constraint fines_observed_reason_length check (length(observed_reason) <= 500),
  constraint fines_issued_by_length check (length(issued_by) between 1 and 50),
  constraint fines_delivery check (delivery in ('fixed', 'handed', 'not_delivered')),
  constraint fines_accepted_warnings check (jsonb_typeof(accepted_warnings) = 'array' and pg_column_size(accepted_warnings) <= 20000),
  constraint fines_review_reasons check (jsonb_typeof(review_reasons) = 'array' and pg_column_size(review_reasons) <= 20000),
  constraint fines_status check (status in ('issued', 'reminded', 'disputed', 'paid', 'withdrawn', 'written_off', 'collection')),
  constraint fines_fee_range check (fee between 0 and 60),
  constraint fines_moments check (private.is_moment(created_at) and private.is_moment(observed_from) and private.is_moment(issued_at)
    and private.is_moment(received_at))
);
create index fines_plate_idx on public.fines (plate_key, project_id, issued_at desc);
create index fines_project_newest_idx on public.fines (project_id, created_at desc, id desc);
create index fines_project_status_idx on public.fines (project_id, status, created_at desc, id desc);
create index fines_project_due_idx on public.fines (project_id, due_date, id) where status in ('issued', 'reminded');
create index fines_project_review_idx on public.fines (project_id, created_at desc, id desc) where needs_review;
create index fines_project_refund_idx on public.fines (project_id, created_at desc, id desc) where left_ore < 0;
create index fines_issuer_newest_idx on public.fines (issued_by, issued_at desc, id desc);
create index fines_account_newest_idx on public.fines (account_id, issued_at desc, id desc);
create index fines_violation_idx on public.fines (violation_id);
comment on table public.fines is 'Fines, each a case with a number of its own.';

create table public.fine_photos (
  id uuid primary key,
  project_id text,
  site_id uuid,
  created_at timestamptz not null default now(),
  fine_id uuid not null references public.fines (id),
  -- In the bucket case-photos; the file may come later, or never.
  path text not null,
  sha256 text not null,
  taken_at timestamptz not null,
  category text,
  constraint fine_photos_path_key unique (path),
  constraint fine_photos_project_id_length check (length(project_id) between 1 and 100),
  -- In a folder of its fine: nobody names another fine's photo.
  constraint fine_photos_path_form check (starts_with(path, fine_id::text || '/') and path ~ '^[0-9a-f-]{36}/[A-Za-z0-9-]{1,80}\.(jpg|jpeg|png|webp)$'),
  constraint fine_photos_sha256_form check (sha256 ~ '^[0-9a-f]{64}$'),
  constraint fine_photos_category check (category in ('car', 'plate', 'sign', 'notice')),
  constraint fine_photos_moments check (private.is_moment(created_at) and private.is_moment(taken_at))
);
create index fine_photos_fine_idx on public.fine_photos (fine_id, created_at, id);
comment on table public.fine_photos is 'Photos of fines, at most eight each.';

create table public.fine_events (
  id uuid primary key,
  project_id text,
  site_id uuid,
  -- When it was recorded; `at` is when it happened.
  created_at timestamptz not null default now(),
  fine_id uuid not null references public.fines (id),
  -- Its place among the case's events.
  number int not null,
  kind text not null,
  by_kind text not null,
  by_id text,
  by_account uuid,
  at timestamptz not null default now(),
  note text,
  -- Objections, payments and recipients by their id only.
  data jsonb not null default '{}',
  -- Null for the first event.
  status_before text,
  status_after text not null,
  constraint fine_events_number_key unique (fine_id, number),
  constraint fine_events_project_id_length check (length(project_id) between 1 and 100),
  constraint fine_events_number_range check (number >= 1),
  constraint fine_events_kind_length check (length(kind) between 1 and 50),
  constraint fine_events_by_kind check (by_kind in ('admin', 'attendant', 'driver', 'system')),
  constraint fine_events_by_id_length check (length(by_id) <= 320),
  constraint fine_events_note_length check (length(note) <= 4000),
  constraint fine_events_data_size check (pg_column_size(data) <= 20000),
  constraint fine_events_status check (
    coalesce(status_before, 'issued') in ('issued', 'reminded', 'disputed', 'paid', 'withdrawn', 'written_off', 'collection')
    and status_after in ('issued', 'reminded', 'disputed', 'paid', 'withdrawn', 'written_off', 'collection')),
  constraint fine_events_moments check (private.is_moment(created_at) and private.is_moment(at))
);
comment on table public.fine_events is 'What happened to each case, in order; only added to.';

create table public.payments (
  id uuid primary key,
  project_id text,
  site_id uuid,
  created_at timestamptz not null default now(),
  -- Null: not placed yet.
  fine_id uuid references public.fines (id),
  -- Below 0: paid back, or undone.
  amount_ore bigint not null,
  value_date date not null,
  method text not null default '',
  payer_text text,
  -- A bank's row counts once, however often its file is read.
  bank_key text,
  by_id text not null,
  constraint payments_project_id_length check (length(project_id) between 1 and 100),
  constraint payments_amount_range check (amount_ore <> 0 and amount_ore between -1000000000000 and 1000000000000),
  constraint payments_value_date check (value_date between '1900-01-01' and '9999-12-31'),
  constraint payments_method_length check (length(method) <= 50),
  constraint payments_payer_text_length check (length(payer_text) <= 500),
  constraint payments_bank_key_length check (length(bank_key) between 1 and 200),
  constraint payments_by_id_length check (length(by_id) <= 320),
  constraint payments_moments check (private.is_moment(created_at))
);
create unique index payments_bank_key_key on public.payments (coalesce(project_id, ''), bank_key);
create index payments_fine_idx on public.payments (fine_id, value_date, id);
create index payments_project_newest_idx on public.payments (project_id, created_at desc, id desc);
comment on table public.payments is 'Money that came and went; only added to.';

create table public.objections (
  id uuid primary key,
  project_id text,
  site_id uuid,
  created_at timestamptz not null default now(),
  fine_id uuid not null references public.fines (id),
  name text not null default '',
  email text not null default '',
  -- With what was added to it later.
  text text not null default '',
  photos jsonb not null default '[]',
  ground text,
  received_at timestamptz not null default now(),
  -- Who wrote it down; null: the driver.
  received_by text,
  reply_key_hash text,
  assigned_to text,
  -- Withdrawn: the case ended otherwise before anybody decided.
  decision text,
  -- What the driver reads.
  reply text,
  decided_by text,
  decided_at timestamptz,
  constraint objections_project_id_length check (length(project_id) between 1 and 100),
  constraint objections_name_length check (length(name) <= 200),
  constraint objections_email_length check (length(email) <= 320),
  constraint objections_text_length check (length(text) <= 20000),
  constraint objections_photos check (jsonb_typeof(photos) = 'array' and pg_column_size(photos) <= 20000),
  constraint objections_ground_length check (length(ground) <= 200),
  constraint objections_received_by_length check (length(received_by) <= 320),
  constraint objections_reply_key_hash_form check (reply_key_hash ~ '^[0-9a-f]{64}$'),
  constraint objections_assigned_to_length check (length(assigned_to) <= 320),
  constraint objections_decision check (decision in ('accepted', 'rejected', 'withdrawn')),
  constraint objections_reply_length check (length(reply) <= 4000),
  constraint objections_decided_by_length check (length(decided_by) <= 320),
  constraint objections_moments check (private.is_moment(created_at) and private.is_moment(received_at) and private.is_moment(decided_at))
);
-- One at a time.
create unique index objections_open_key on public.objections (fine_id) where decision is null;
create index objections_fine_idx on public.objections (fine_id, created_at);
create index objections_project_open_idx on public.objections (project_id, received_at, id) where decision is null;
comment on table public.objections is 'What drivers object, and how it was decided.';

create table public.case_recipients (
  id uuid primary key,
  project_id text,
  site_id uuid,
  created_at timestamptz not null default now(),
  fine_id uuid not null references public.fines (id),
  role text not null,
  name text not null,
  address text not null default '',
  source text not null default '',
  at timestamptz not null default now(),
  constraint case_recipients_project_id_length check (length(project_id) between 1 and 100),
  constraint case_recipients_role check (role in ('owner', 'driver')),
  constraint case_recipients_name_length check (name ~ '\S' and length(name) <= 200),
  constraint case_recipients_address_length check (length(address) <= 500),
  constraint case_recipients_source_length check (length(source) <= 200),
  constraint case_recipients_moments check (private.is_moment(created_at) and private.is_moment(at))
);
create index case_recipients_fine_idx on public.case_recipients (fine_id, at desc, id desc);
comment on table public.case_recipients is 'To whom a case is sent; the latest counts.';

create table public.plate_checks (
  id uuid primary key,
  project_id text,
  site_id uuid,
  created_at timestamptz not null default now(),
  plate text not null,
  plate_key text generated always as (private.plate_key(plate)) stored,
  outcome text not null,
  parking_id uuid,
  permit_id uuid,
  checked_by text not null,
  account_id uuid,
  checked_at timestamptz not null default now(),
  was_offline boolean not null default false,
  constraint plate_checks_project_id_length check (length(project_id) between 1 and 100),
  constraint plate_checks_plate_length check (length(plate) <= 50),
  constraint plate_checks_plate_seen check (private.plate_key(plate) <> ''),
  constraint plate_checks_outcome check (outcome in ('valid', 'permit', 'grace', 'not_yet', 'expired', 'none')),
  constraint plate_checks_checked_by_length check (length(checked_by) between 1 and 50),
  constraint plate_checks_moments check (private.is_moment(created_at) and private.is_moment(checked_at))
);
create index plate_checks_plate_idx on public.plate_checks (plate_key, project_id, checked_at desc);
create index plate_checks_project_newest_idx on public.plate_checks (project_id, checked_at desc, id desc);
comment on table public.plate_checks is 'Who asked for which plate, and the answer.';

-- Every number ever given; in the schema that nobody asks, since a number that lies in a phone's store is a secret until it is used.
create table private.case_numbers (
  case_number text primary key,
  created_at timestamptz not null default now(),
  -- The call that reserved it: repeated, it gets the same numbers.
  request_id uuid not null,
  reserved_by text not null,
  account_id uuid,
  used_at timestamptz,
  constraint case_numbers_form check (case_number ~ '^\d{8}$')
);
create index case_numbers_request_idx on private.case_numbers (request_id);
create index case_numbers_unused_idx on private.case_numbers (private.id_key(reserved_by), account_id) where used_at is null;
alter table private.case_numbers enable row level security;
revoke all on private.case_numbers from public, anon, authenticated, service_role;
comment on table private.case_numbers is 'Every case number that was ever given, to whom, and when it was used.';

-- SHA-256 of a receipt's key; null for parkings without one.
alter table public.parkings
  add column receipt_hash text,
  add constraint parkings_receipt_hash_form check (receipt_hash ~ '^[0-9a-f]{64}$');
create unique index parkings_receipt_hash_key on public.parkings (receipt_hash);

-- Events and payments are only added to; they follow their site, and money can be placed later.
create function private.refuse_other_past() returns trigger
language plpgsql set search_path = ''
as $$
declare
  follows constant text[] := '{project_id,site_id}';
  was jsonb := to_jsonb(old) - follows;
begin
  if tg_table_name = 'payments' and old.fine_id is null then
    was := was || jsonb_build_object('fine_id', new.fine_id);
  end if;
  if was is distinct from to_jsonb(new) - follows then
    raise exception 'What happened stays as it was.' using errcode = '42501';
  end if;
  return new;
end;
$$;
revoke execute on function private.refuse_other_past() from public;
create trigger fine_events_only_grow before update on public.fine_events for each row execute function private.refuse_other_past();
create trigger payments_only_grow before update on public.payments for each row execute function private.refuse_other_past();

do $$
declare
  watched record;
begin
  for watched in select * from (values ('fines', true), ('fine_photos', true), ('fine_events', false), ('payments', true),
    ('objections', true), ('case_recipients', true), ('plate_checks', false)) as t (name, is_watched)
  loop
    execute format('alter table public.%I enable row level security', watched.name);
    execute format('create trigger %I before insert or update of project_id, site_id on public.%I
      for each row execute function private.place_row()', watched.name || '_place', watched.name);
    execute format('create policy %I on public.%I for select to anon, authenticated using ((select private.is_specified()))',
      'Specified: the staff''s screens read ' || replace(watched.name, '_', ' '), watched.name);
    execute format('create policy %I on public.%I for select to authenticated
      using ((select private.is_kind(''admin'')) and coalesce(site_id::text, project_id, '''') = any ((select private.own_places())::text[]))',
      'Hardened: admins read their site''s ' || replace(watched.name, '_', ' '), watched.name);
    -- The other two are logs.
    if watched.is_watched then
      execute format('create trigger %I after insert or update or delete on public.%I
        for each row execute function private.write_trail()', watched.name || '_write_trail', watched.name);
    end if;
  end loop;
end
$$;
-- Attendants read the fines that they issued, with their photos; of others' they learn by a check (20261124090300).
create policy "Hardened: attendants read their own fines" on public.fines
  for select to authenticated
  using (account_id = (select auth.uid()) and (select private.is_kind('attendant'))
    and coalesce(site_id::text, project_id, '') = any ((select private.own_places())::text[]));
create policy "Hardened: attendants read photos of their own fines" on public.fine_photos
  for select to authenticated
  using ((select private.is_kind('attendant')) and exists (select from public.fines f where f.id = fine_id));

insert into private.table_grants
  (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
select name, 'select', 'select', '', 'select', 'select'
from unnest(array['fines', 'fine_photos', 'fine_events', 'payments', 'objections', 'case_recipients', 'plate_checks']) name;
select private.grant_for_profile();

-- The lists of cases and a case's timeline are followed live.
alter publication supabase_realtime add table public.fines, public.fine_events;

-- Photos of fines lie at {fine_id}/{photo_id}.{jpg|png|webp}. Whoever may read the case may read them; whoever issued it, or an admin of
-- its site, may store those that it lists.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('case-photos', 'case-photos', false, 10485760, array['image/jpeg', 'image/png', 'image/webp'])
on conflict (id) do update
  set file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;
update storage.buckets set public = private.is_specified() where id = 'case-photos';

create or replace function private.open_bucket_with_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update storage.buckets set public = (new.security_profile = 'specified') where id in ('shift-images', 'case-photos');
  return new;
end;
$$;

create policy "Specified: everybody reads case photos" on storage.objects
  for select to anon, authenticated using (bucket_id = 'case-photos' and (select private.is_specified()));
create policy "Specified: the attendants' screens store photos that a fine lists" on storage.objects
  for insert to anon, authenticated
  with check (bucket_id = 'case-photos' and (select private.is_specified())
    and exists (select from public.fine_photos p where p.path = name));
-- The policies of fine_photos apply in here.
create policy "Hardened: case photos are read with their fine" on storage.objects
  for select to authenticated
  using (bucket_id = 'case-photos' and (select private.is_hardened()) and exists (select from public.fine_photos p where p.path = name));
create policy "Hardened: staff store photos that their fine lists" on storage.objects
  for insert to authenticated
  with check (bucket_id = 'case-photos' and (select private.is_kind('admin', 'attendant'))
    and exists (select from public.fine_photos p where p.path = name));

-- As before, with the new tables.
create or replace function private.move_rows(site uuid, code text, new_code text) returns void
language plpgsql set search_path = ''
as $$
declare
  name text;
  place tid;
begin
  foreach name in array array['parkings', 'parking_deletion_logs', 'project_attendants', 'attendants', 'attendant_deletion_logs',
    'admin_accounts', 'shift_registrations', 'vehicle_registrations', 'staff_accounts', 'site_settings', 'violations', 'permits', 'fines',
    'fine_photos', 'fine_events', 'payments', 'objections', 'case_recipients', 'plate_checks'] loop
    begin
      execute format('update public.%I set project_id = $3 where project_id = $2 and site_id is not distinct from $1', name)
        using site, code, new_code;
    exception when check_violation then
      -- One by one: a row that is older than a check stays where it is, and is the site's all the same.
      for place in execute format('select ctid from public.%I where project_id = $2 and site_id is not distinct from $1', name)
        using site, code
      loop
        begin
          execute format('update public.%I set project_id = $2 where ctid = $1', name) using place, new_code;
        exception when check_violation then
          null;
        end;
      end loop;
    end;
  end loop;
  begin
    update public.web_activity_logs
      set page_url = left(regexp_replace(page_url, '^((?:https?://[^/]+)?/)[^/?#]+', '\1' || new_code), 2000)
      where page_project = code and site_id is not distinct from site;
  exception when check_violation then
    null;
  end;
  update private.storage_usage u set site = new_code
    where u.site = code and not exists (select from private.storage_usage o where o.site = new_code);
  perform private.give_addresses(array(select s.account_id from public.staff_accounts s where s.project_id = new_code));
  update public.user_passwords p set email = s.user_id || ' (' || s.project_id || ')'
    from public.staff_accounts s where s.account_id = p.user_id and s.project_id = new_code;
end;
$$;

-- As before, without the keys and hashes of cases and receipts.
create or replace function private.write_trail() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  left_out constant text[] := '{password,password_text,signature,search_text,page_project,site_id,path_key,plate_key,user_key,employee_key,public_key,reply_key_hash,receipt_hash}';
  moved constant text[] := '{updated_at,project_id,site_id}';
  before jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  after jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  whole jsonb := coalesce(after, before);
begin
  if before - 'updated_at' = after - 'updated_at' or (pg_trigger_depth() > 1 and before - moved = after - moved) then
    return null;
  end if;
  if coalesce(before ->> 'password', before ->> 'password_text') is distinct from coalesce(after ->> 'password', after ->> 'password_text')
    and tg_op = 'UPDATE' then
    before := before || '{"secret": "old"}';
    after := after || '{"secret": "new"}';
  end if;
  insert into public.audit_trail
    (project_id, actor_account, actor_kind, actor_id, action, subject, row_id, before, after, request_id)
  select coalesce(whole ->> 'project_id', whole ->> 'path', tg_argv[0]), w.account, w.kind, w.id, lower(tg_op), tg_table_name,
    coalesce(whole ->> 'id', whole ->> 'account_id'), before - left_out, after - left_out, w.request
  from private.who_acts() w;
  return null;
end;
$$;
