-- plan in sets: shifts that are saved together are stored, told and lapse in one statement a table; a shift is touched once in a transaction. The plan was locked for seconds while a week with its people moved or was cancelled.

set local check_function_bodies = off;

create or replace function private.touch_shift()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  -- Once in a transaction: each statement on a followed table is told, also one that finds no row.
  if exists (select from public.planned_shifts s where s.id = new.shift_id and s.updated_at <> now()) then
    update public.planned_shifts s set updated_at = now() where s.id = new.shift_id;
  end if;
  return null;
end;
$$;

create or replace function public.save_planned_shifts(shifts jsonb, expected jsonb, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  admin constant text := private.ase_admin(acting_as);
  given constant jsonb := private.list_in(shifts, 'shifts');
  editable constant text[] := '{starts_at,ends_at,position,vehicle_id,station,places,note,published_at,cancelled_at}';
  batch constant uuid := gen_random_uuid();
  one jsonb;
  keys text[];
  stored public.planned_shifts;
  wanted jsonb;
  was jsonb;
  conflicts jsonb := '{}';
  changes jsonb[] := '{}';
  cancelled uuid[];
  moved uuid[];
  told uuid[];
begin
  if jsonb_array_length(given) not between 1 and 200 or jsonb_array_length(given) <> (select count(distinct lower(g.value ->> 'id')) from jsonb_array_elements(given) g) then
    perform private.refuse('unreadable-shift', 'shifts');
  end if;
  perform private.lock_plan();
  -- All are compared before the first is stored.
  for one in select g.value from jsonb_array_elements(given) g loop
    keys := array(select k from unnest(editable) k where one ? k);
    if (one ->> 'id') !~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
      perform private.refuse('unreadable-shift', 'shifts');
    end if;
    select s.* into stored from public.planned_shifts s where s.id = (one ->> 'id')::uuid for update;
    wanted := private.planned_part(one, keys);
    if stored.id is null then
      changes := changes || jsonb_build_object('id', one -> 'id', 'shift', one, 'kind', 'planned');
    else
      was := private.planned_part(to_jsonb(stored), keys);
      continue when was = wanted;
      if was is distinct from private.planned_part(coalesce(expected -> (one ->> 'id'), '{}'), keys) then
        conflicts := conflicts || jsonb_build_object(one ->> 'id', was);
      end if;
      if (was -> 'published_at' = 'true' and wanted -> 'published_at' = 'false') or (was -> 'cancelled_at' = 'true' and wanted -> 'cancelled_at' = 'false')
        or (stored.cancelled_at is not null or stored.ends_at <= clock_timestamp()) then
        perform private.refuse('shift-over', 'shifts');
      end if;
      changes := changes || jsonb_build_object('id', one -> 'id', 'shift', one, 'was', was, 'wanted', wanted, 'was_published', stored.published_at is not null,
        'kind', case when wanted -> 'cancelled_at' = 'true' then 'shift_cancelled'
          when wanted -> 'published_at' = 'true' and stored.published_at is null then 'published' else 'changed' end);
    end if;
  end loop;
  if conflicts <> '{}' then
    return jsonb_build_object('outcome', 'changed', 'now', conflicts)
      || private.last_change('planned_shifts', (select k from jsonb_object_keys(conflicts) k limit 1));
  elsif changes = '{}' then
    return '{"outcome": "unchanged", "shifts": 0}';
  end if;
  -- One statement a table: each is told to everybody who follows it, and the plan stays locked meanwhile.
  begin
    insert into public.planned_shifts (id, starts_at, ends_at, position, vehicle_id, station, places, note, published_at, cancelled_at, series_id)
      select r.id, r.starts_at, r.ends_at, nullif(btrim(r.position), ''), r.vehicle_id, nullif(btrim(r.station), ''),
        coalesce(r.places, 1), nullif(btrim(r.note), ''), case when r.published_at is not null then now() end, null, r.series_id
      from unnest(changes) c cross join lateral jsonb_populate_record(null::public.planned_shifts, c -> 'shift') r where c ->> 'kind' = 'planned';
    update public.planned_shifts s set starts_at = r.starts_at, ends_at = r.ends_at, position = nullif(btrim(r.position), ''), vehicle_id = r.vehicle_id,
        station = nullif(btrim(r.station), ''), places = r.places, note = nullif(btrim(r.note), ''),
        published_at = case when r.published_at is not null then coalesce(b.published_at, now()) end,
        cancelled_at = case when r.cancelled_at is not null then now() end
      from unnest(changes) c join public.planned_shifts b on b.id = (c ->> 'id')::uuid cross join lateral jsonb_populate_record(b, c -> 'shift') r
      where s.id = b.id and c ->> 'kind' <> 'planned';
  exception
    when check_violation or not_null_violation or foreign_key_violation or data_exception then
      perform private.refuse('unreadable-shift', 'shifts');
  end;
  perform private.note_shift((c ->> 'id')::uuid, c ->> 'kind', admin, null, null, null,
    case when c ->> 'kind' = 'planned' then '{}' else jsonb_build_object('before', c -> 'was', 'after', c -> 'wanted') end, batch) from unnest(changes) c;
  if exists (select from unnest(changes) c where private.free_places((c ->> 'id')::uuid) < 0) then
    perform private.refuse('too-few-places', 'shifts');
  end if;
  cancelled := array(select (c ->> 'id')::uuid from unnest(changes) c where c ->> 'kind' = 'shift_cancelled');
  moved := array(select (c ->> 'id')::uuid from unnest(changes) c where c ->> 'kind' in ('published', 'changed')
    and (c #> '{was,starts_at}', c #> '{was,ends_at}') is distinct from (c #> '{wanted,starts_at}', c #> '{wanted,ends_at}'));
  if cancelled <> '{}' then
    perform private.cancel_places(cancelled, admin, batch);
  end if;
  if moved <> '{}' then
    update public.shift_places p set confirmed_at = null where p.shift_id = any (moved) and p.state = 'assigned';
  end if;
  if cancelled || moved <> '{}' then
    perform private.lapse_offers_on(cancelled || moved, admin);
  end if;
  told := array(select (c ->> 'id')::uuid from unnest(changes) c where (c -> 'was_published')::boolean
    and (c -> 'was') - '{note,places,published_at}'::text[] <> (c -> 'wanted') - '{note,places,published_at}'::text[]);
  -- A batch is one message.
  perform private.tell_of_plan('shift_changed', s.id, jsonb_build_object('count', cardinality(told), 'is_cancelled', s.cancelled_at is not null))
    from public.planned_shifts s where s.id = any (told) order by s.starts_at limit 1;
  return jsonb_build_object('outcome', 'saved', 'shifts', cardinality(changes));
end;
$$;

create or replace function private.cancel_places(shifts uuid[], by text, batch uuid)
  returns void
  language sql
  set search_path = ''
as $$
  with ended as (
    update public.shift_places p set state = 'cancelled', by = left(cancel_places.by, 320), at = clock_timestamp(), confirmed_at = null, reason = null
      where p.shift_id = any (shifts) and p.state in ('asked', 'assigned') returning p.*
  )
  select private.note_shift(p.shift_id, 'cancelled', cancel_places.by, null, p, null, '{}', batch) from ended p;
$$;

create or replace function private.lapse_offers_on(shifts uuid[], by text)
  returns void
  language sql
  set search_path = ''
as $$
  with lapsed as (
    update public.shift_offers o set state = 'lapsed' where o.shift_id = any (shifts) and o.state in ('open', 'proposed', 'agreed') returning o.*
  )
  select private.note_shift(o.shift_id, 'offer_lapsed', by, null, null, o),
    private.tell_of_plan('shift_offered', o.shift_id, jsonb_build_object('state', 'lapsed'), o.employee_id)
  from lapsed o;
$$;

comment on function private.lapse_offers_on(uuid[],text) is 'The offers of shifts that changed lapse, all in one statement.';

comment on function private.cancel_places(uuid[],text,uuid) is 'Places of cancelled shifts are nobody''s, all in one statement.';
