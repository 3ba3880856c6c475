-- Parkings that visitors register, their search, and the refusal of parkings that are too long (document 1 §3).

create table public.parkings (
  id uuid default gen_random_uuid() not null,
  project_id text,
  car_model text not null,
  car_color text not null,
  street text not null,
  ref_number text not null,
  discord_username text,
  start_time timestamptz not null,
  end_time timestamptz not null,
  active boolean default true not null,
  created_at timestamptz default now() not null,
  site_id uuid,
  plate_key text collate "C" generated always as (private.plate_key(ref_number)) stored,
  search_text text generated always as (lower(normalize((((((((((ref_number || '
') || car_model) || '
') || car_color) || '
') || street) || '
') || coalesce(discord_username, '')) || '
') || private.plate_key(ref_number), nfc))) stored,
  receipt_hash text,
  constraint parkings_pkey primary key (id),
  constraint parkings_project_id_length check (length(project_id) >= 1 and length(project_id) <= 100),
  constraint parkings_discord_username_length check (length(discord_username) <= 100),
  constraint parkings_end_not_before_start check (end_time >= start_time),
  constraint parkings_receipt_hash_form check (receipt_hash ~ '^[0-9a-f]{64}$')
);

comment on table public.parkings is
  'Parkings that visitors registered; project_id is the project of the route, null without one.';

alter table public.parkings add constraint parkings_moments check (private.is_moment(start_time) and private.is_moment(end_time) and private.is_moment(created_at)) not valid;
alter table public.parkings add constraint parkings_car_model_length check (car_model ~ '\S' and length(car_model) <= 200) not valid;
alter table public.parkings add constraint parkings_car_color_length check (car_color ~ '\S' and length(car_color) <= 100) not valid;
alter table public.parkings add constraint parkings_street_length check (street ~ '\S' and length(street) <= 200) not valid;
alter table public.parkings add constraint parkings_ref_number_length check (ref_number ~ '\S' and length(ref_number) <= 50) not valid;
alter table public.parkings add constraint parkings_ref_number_seen check (plate_key <> '') not valid;

create index parkings_newest_idx on public.parkings (created_at desc, id desc);
create index parkings_project_newest_idx on public.parkings (project_id, created_at desc, id desc);
create index parkings_start_time_idx on public.parkings (start_time desc, id desc);
create index parkings_search_idx on public.parkings using gin (search_text extensions.gin_trgm_ops) with (gin_pending_list_limit='64');
create unique index parkings_receipt_hash_key on public.parkings (receipt_hash);
create index parkings_project_end_idx on public.parkings (project_id, end_time, id);
create index parkings_end_idx on public.parkings (end_time, id);
create index parkings_site_end_idx on public.parkings (site_id, end_time);
create index parkings_plate_site_idx on public.parkings (plate_key, site_id, end_time);
create index parkings_alike_site_idx on public.parkings ((translate(plate_key,
    'ЗÀÁÂÃÄÅĀĂĄǍΑАΒВÇĆĈĊČСĎĐÐÈÉÊËĒĔĖĘĚΕЕЁĜĞĠĢĤĦΗНÌÍÎÏĨĪĬĮİΙІЇĴЈĶΚКĹĻĽŁΜМÑŃŅŇΝÒÓÔÕÖØŌŎŐΟОΡРŔŖŘŚŜŞŠȘЅŢŤŦȚΤТÙÚÛÜŨŪŬŮŰŲŴΧХÝŶŸΥУŹŻŽΖOQILZSB',
    '3AAAAAAAAAAAA88CCCCCCDDDEEEEEEEEEEEEGGGGHHHH111111111111JJKKK1111MMNNNNN00000000000PPRRR555555TTTTTTUUUUUUUUUUWXXYYYYY22220011258')),
  site_id, end_time);

alter table public.parkings enable row level security;

create policy "Attendants and admins read their site's parkings" on public.parkings
  for select to anon, authenticated
  using (
    (select private.is_specified())
    or coalesce(site_id::text, project_id, '') = any ((select private.own_places('attendant', 'admin'))::text[]));

create policy "Everybody registers parkings of now at a known site" on public.parkings
  for insert to anon, authenticated
  with check (
    created_at = now()
    and (project_id is null or site_id is not null or project_id = 'standard')
    and ((select private.is_specified()) or active));

create policy "Attendants remove their site's parkings" on public.parkings
  for delete to anon, authenticated
  using (
    (select private.is_specified())
    or coalesce(site_id::text, project_id, '') = any ((select private.own_places('attendant'))::text[]));

create trigger parkings_keep_receipts_apart before insert on public.parkings
  for each row when (new.receipt_hash is not null and coalesce(current_setting('request.jwt.claims', true), '') <> '')
  execute function private.keep_receipts_apart();
-- An erasure is no removal: a person asks for it, and its log would bear the plate anew.
create trigger parkings_log_removal after delete on public.parkings
  for each row when (coalesce(current_setting('request.jwt.claims', true), '') <> '' and coalesce(current_setting('parkering.erases', true), '') <> 'yes')
  execute function private.log_parking_removal();
create trigger parkings_note_change after update on public.parkings
  for each row when ((old.created_at < now() - interval '12 hours' or new.created_at < now() - interval '12 hours')
    and (old.created_at, coalesce(old.site_id::text, old.project_id)) is distinct from (new.created_at, coalesce(new.site_id::text, new.project_id)))
  execute function private.note_changed_day('created_at');
create trigger parkings_note_old after insert on public.parkings
  for each row when (new.created_at < now() - interval '12 hours') execute function private.note_changed_day('created_at');
create trigger parkings_note_removal after delete on public.parkings
  for each row when (old.created_at < now() - interval '12 hours' and coalesce(current_setting('parkering.erases', true), '') <> 'yes')
  execute function private.note_changed_day('created_at');
create trigger parkings_place before update of project_id, site_id on public.parkings for each row when (pg_trigger_depth() = 0) execute function private.place_row();
create trigger parkings_place_new before insert on public.parkings for each row execute function private.place_row();
create trigger parkings_refuse_long_texts before insert on public.parkings for each row
  when (length(new.car_model) > 200 or length(new.car_color) > 100 or length(new.street) > 200 or length(new.ref_number) > 50
    or length(new.discord_username) > 100)
  execute function private.refuse_long_texts();
create trigger parkings_refuse_longer before insert on public.parkings for each row
  when (coalesce(current_setting('request.jwt.claims', true), '') <> '')
  execute function private.refuse_longer_parking();
create trigger parkings_refuse_longer_change before update of start_time, end_time on public.parkings for each row
  when (coalesce(current_setting('request.jwt.claims', true), '') <> '' and new.end_time - new.start_time > old.end_time - old.start_time)
  execute function private.refuse_longer_parking();
create trigger parkings_write_trail after insert or delete on public.parkings for each row execute function private.write_trail();
create trigger parkings_write_trail_of_change after update on public.parkings for each row when (pg_trigger_depth() = 0 or not old.project_id is distinct from new.project_id) execute function private.write_trail();

alter publication supabase_realtime add table public.parkings;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('parkings', 'select (id, project_id, site_id, car_model, car_color, street, ref_number, plate_key, discord_username, start_time, end_time, active, created_at, search_text), insert, delete', 'select (id, project_id, site_id, car_model, car_color, street, ref_number, plate_key, discord_username, start_time, end_time, active, created_at, search_text), insert, delete', 'insert', 'select (id, project_id, site_id, car_model, car_color, street, ref_number, plate_key, discord_username, start_time, end_time, active, created_at, search_text), insert, delete', 'select, insert, update, delete');

create or replace function private.refuse_long_texts()
  returns trigger
  language plpgsql
  set search_path = ''
as $$
declare
  broken constant text := 'parkings_' || case when length(new.car_color) > 100 then 'car_color' when length(new.car_model) > 200 then 'car_model'
    when length(new.discord_username) > 100 then 'discord_username' when length(new.ref_number) > 50 then 'ref_number' else 'street' end || '_length';
begin
  raise exception 'new row for relation "parkings" violates check constraint "%"', broken
    using errcode = '23514', constraint = broken, table = 'parkings', schema = 'public';
end;
$$;
comment on function private.refuse_long_texts() is
  'Refuses what the checks of lengths refuse, but before search_text is made of it: normalize takes the square of the length, and no time-out ends it.';

create or replace function private.log_parking_removal()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  who record;
  told text;
begin
  select * into who from private.who_acts();
  select l.deleted_by into told from public.parking_deletion_logs l
    where l.parking_id = old.id and l.deleted_at > now() - interval '60 seconds' and l.announced_by = coalesce(who.account::text, '')
    order by l.deleted_by is not distinct from who.id desc, l.deleted_at desc limit 1;
  delete from public.parking_deletion_logs where parking_id = old.id and announced_by is not null;
  insert into public.parking_deletion_logs
    (parking_id, project_id, deleted_by, car_model, car_color, ref_number, street, discord_username)
  values (old.id, old.project_id, coalesce(told, who.id, 'okänd'), left(old.car_model, 200), left(old.car_color, 100),
    left(old.ref_number, 50), left(old.street, 200), old.discord_username);
  return null;
end;
$$;
comment on function private.log_parking_removal() is
  'Each parking that goes leaves one row in the log. The remover is who announced it, if that was the same caller; the owner''s own work on the '
  'database is no removal by anybody.';

create or replace function private.refuse_longer_parking()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  perform private.refuse_longer(new, 'end_time');
  return new;
end;
$$;
comment on function private.refuse_longer_parking() is 'Refuses a registration that is longer than its site allows.';

create or replace function private.refuse_longer(parking public.parkings, field text)
  returns void
  language plpgsql
  set search_path = ''
as $$
declare
  most constant int := (private.settings_of(parking.project_id)).max_parking_hours;
  span record;
  latest timestamptz;
begin
  if most is null or not parking.active then
    return;
  end if;
  -- Two that would touch each other wait for each other.
  perform pg_advisory_xact_lock(hashtextextended('longest parking ' || coalesce(parking.site_id::text, parking.project_id, '') || ' '
    || private.plate_key(parking.ref_number), 0));
  select s.* into span from private.span_with(parking, most) s;
  if span.ended <= span.began + make_interval(hours => most) then
    return;
  end if;
  latest := span.began + make_interval(hours => most);
  perform private.refuse('parking-too-long', field, array[
    case most when 1 then '1 timme' else most || ' timmar' end,
    case when span.ended > parking.end_time or latest <= parking.start_time
      then ', och bilens andra parkeringar här räknas med'
      else ', alltså längst till ' || to_char(latest at time zone 'Europe/Stockholm',
        case when private.day_of(latest) = private.day_of(now()) then 'HH24:MI' else 'YYYY-MM-DD HH24:MI' end) end]);
end;
$$;
comment on function private.refuse_longer(public.parkings,text) is
  'Refuses a parking that is longer than its site allows, with the latest end that is possible. `field` is what the caller named.';

create or replace function public.list_ended(project text, before_created timestamp with time zone DEFAULT NULL::timestamp with time zone, before_id uuid DEFAULT NULL::uuid)
  returns jsonb
  language sql stable
  set search_path = ''
as $$
  with endings as (
    select e.part_of as id, max(e.created_at) as created_at, -sum(e.amount_ore) as ended_ore
    from public.payments e where e.project_id = project and e.fine_id is null and e.file_id is null and e.part_of is not null
    group by e.part_of having sum(e.amount_ore) < 0
  ), page as (
    select e.id, e.created_at, e.ended_ore, p.value_date, p.payer_text, f.name as file_name, latest.ground, latest.note, latest.by_id
    from endings e
    join public.payments p on p.id = e.id
    join public.payment_files f on f.id = p.file_id
    cross join lateral (
      select l.method as ground, l.payer_text as note, l.by_id from public.payments l
      where l.part_of = e.id and l.fine_id is null and l.file_id is null order by l.created_at desc, l.id limit 1) latest
    where before_id is null or (e.created_at, e.id) < (before_created, before_id)
    order by e.created_at desc, e.id desc limit 100
  )
  select jsonb_build_object('outcome', 'listed', 'rows', coalesce((
    select jsonb_agg(to_jsonb(page) order by page.created_at desc, page.id desc) from page), '[]'));
$$;
comment on function public.list_ended(text,timestamp with time zone,uuid) is 'Payments without a case that somebody ended, newest first in pages.';
grant execute on function public.list_ended(text,timestamp with time zone,uuid) to authenticated;

create or replace function public.search_parkings(query text, project text DEFAULT NULL::text, before_created_at timestamp with time zone DEFAULT NULL::timestamp with time zone, before_id uuid DEFAULT NULL::uuid, page_size integer DEFAULT 100)
  returns SETOF public.parkings
  language plpgsql stable security definer
  set search_path = ''
  set plan_cache_mode = 'force_generic_plan'
as $$
declare
  -- No row is as long, and a longer text would take normalize the square of its length.
  wanted constant text := left(query, 1000);
  pattern text := '%' || replace(replace(replace(lower(normalize(btrim(wanted), nfc)), '\', '\\'), '%', '\%'), '_', '\_') || '%';
  key text := private.plate_key(query);
  is_plate boolean := key ~ '^[A-Z]{3}[0-9]{2}[0-9A-Z]$' and pattern = '%' || lower(key) || '%';
  -- Letters, digits, and what people put between them; a text with other signs means what it says. A text that is its own key is found
  -- by its letters already.
  may_be_plate boolean := key <> '' and pattern <> '%' || lower(key) || '%' and normalize(wanted, nfkc) ~ '^[[:alnum:][:space:].·‐‑‒–—―-]+$';
  -- Null: all of them.
  places text[] := case when private.is_specified() then null else private.own_places('attendant', 'admin') end;
  most int := least(greatest(page_size, 1), 1000);
  first_id uuid := coalesce(before_id, '00000000-0000-0000-0000-000000000000'::uuid);
  hits uuid[];
begin
  if places = '{}' then
    return;
  end if;
  if is_plate then
    -- Materialized: planned for all of them, by the trigrams, and stopped when there are too many.
    hits := array(
      with hit as materialized (select q.id from public.parkings q where q.search_text like pattern)
      select hit.id from hit limit 2001);
  end if;
  -- Both answers have all columns in their order, but for the hash: a function's rows know no grants of columns.
  if cardinality(hits) <= 2000 then
    return query
      select p.id, p.project_id, p.car_model, p.car_color, p.street, p.ref_number, p.discord_username, p.start_time, p.end_time, p.active,
        p.created_at, p.site_id, p.plate_key, p.search_text, null::text
      from public.parkings p
      where p.id = any (hits)
        and (project is null or p.project_id = project)
        and (places is null or coalesce(p.site_id::text, p.project_id, '') = any (places))
        and (before_created_at is null or (p.created_at, p.id) < (before_created_at, first_id))
      order by p.created_at desc, p.id desc limit most;
    return;
  end if;
  return query execute
    'select id, project_id, car_model, car_color, street, ref_number, discord_username, start_time, end_time, active, created_at, site_id, '
    || 'plate_key, search_text, null::text from public.parkings where '
    || case when may_be_plate then '(search_text like $1 or (search_text like $7 and plate_key like $8))' else 'search_text like $1' end
    || case when project is null then '' else ' and project_id = $2' end
    || case when places is null then '' else ' and coalesce(site_id::text, project_id, '''') = any ($6)' end
    || case when before_created_at is null then '' else ' and (created_at, id) < ($3, $4)' end
    || ' order by created_at desc, id desc limit $5'
    using pattern, project, before_created_at, first_id, most, places, '%' || lower(key) || '%', '%' || key || '%';
end;
$$;
comment on function public.search_parkings(text,text,timestamp with time zone,uuid,integer) is
  'A page of the parkings that contain the query; continue with the last row''s created_at and id.';
grant execute on function public.search_parkings(text,text,timestamp with time zone,uuid,integer) to authenticated, service_role;
