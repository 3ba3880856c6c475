-- A hand's mistakes in a plate (document 4 §4, `similar`): one letter wrong was found, and two swapped. A letter O for each zero, one sign
-- fewer and a country's code were not, and the car was fined without a question. The rules and their tables stand in
-- contract/alike-plates.ts too, for the phone; tests/backend/alike-plates.test.ts compares the two.

-- One sign for all that look alike: accents, other alphabets, and digits like letters. The index below has the same words, since
-- functions with a search path are not read into it.
create function private.fold_plate(key text) returns text
language sql immutable parallel safe strict set search_path = ''
as $$
  select translate(key,
    'ЗÀÁÂÃÄÅĀĂĄǍΑАΒВÇĆĈĊČСĎĐÐÈÉÊËĒĔĖĘĚΕЕЁĜĞĠĢĤĦΗНÌÍÎÏĨĪĬĮİΙІЇĴЈĶΚКĹĻĽŁΜМÑŃŅŇΝÒÓÔÕÖØŌŎŐΟОΡРŔŖŘŚŜŞŠȘЅŢŤŦȚΤТÙÚÛÜŨŪŬŮŰŲŴΧХÝŶŸΥУŹŻŽΖOQILZSB',
    '3AAAAAAAAAAAA88CCCCCCDDDEEEEEEEEEEEEGGGGHHHH111111111111JJKKK1111MMNNNNN00000000000PPRRR555555TTTTTTUUUUUUUUUUWXXYYYYY22220011258');
$$;
revoke execute on function private.fold_plate(text) from public;

create index parkings_alike_site_idx on public.parkings ((translate(plate_key,
    'ЗÀÁÂÃÄÅĀĂĄǍΑАΒВÇĆĈĊČСĎĐÐÈÉÊËĒĔĖĘĚΕЕЁĜĞĠĢĤĦΗНÌÍÎÏĨĪĬĮİΙІЇĴЈĶΚКĹĻĽŁΜМÑŃŅŇΝÒÓÔÕÖØŌŎŐΟОΡРŔŖŘŚŜŞŠȘЅŢŤŦȚΤТÙÚÛÜŨŪŬŮŰŲŴΧХÝŶŸΥУŹŻŽΖOQILZSB',
    '3AAAAAAAAAAAA88CCCCCCDDDEEEEEEEEEEEEGGGGHHHH111111111111JJKKK1111MMNNNNN00000000000PPRRR555555TTTTTTUUUUUUUUUUWXXYYYYY22220011258')),
  site_id, end_time);

-- A folded plate with a country's code in front or behind, and without one.
create function private.country_spellings(folded text) returns text[]
language sql immutable set search_path = ''
as $$
  select string_to_array(string_agg(c.code || folded || ',' || folded || c.code
      || case when starts_with(folded, c.code) then ',' || substr(folded, length(c.code) + 1) else '' end
      || case when right(folded, length(c.code)) = c.code then ',' || left(folded, -length(c.code)) else '' end, ','), ',')
  from unnest('{5,5E,5WE,N,N0,N0R,DK,DNK,F1N,F1,D,DE,DEU,P1,P01,E5T,EE,1V,1VA,1T,1TU,N1,N1D,8,8E,F,FR,G8,UK,A,AT,CH,C2,1,E,E5,UA,UKR}'::text[]) c (code);
$$;
revoke execute on function private.country_spellings(text) from public;

-- Folded plates that a hand may have meant or written for this one. As texts that are split, not rows that are put together: each check and
-- each fine asks for some five hundred.
create or replace function private.similar_keys(key text) returns text[]
language sql immutable set search_path = ''
as $$
  select case when length(f.folded) between 2 and 12 then
    array[f.folded] || private.country_spellings(f.folded) || string_to_array(
      (select string_agg(
          -- One more, one wrong, one fewer, two swapped.
          k.before || replace('0,1,2,3,4,5,6,7,8,9,A,C,D,E,F,G,H,J,K,M,N,P,R,T,U,V,W,X,Y', ',', k.own || k.after || ',' || k.before) || k.own || k.after
          || case when k.own = '' then '' else ','
            || k.before || replace('0,1,2,3,4,5,6,7,8,9,A,C,D,E,F,G,H,J,K,M,N,P,R,T,U,V,W,X,Y', ',', k.after || ',' || k.before) || k.after
            || ',' || k.before || k.after || ',' || k.before || left(k.after, 1) || k.own || substr(k.after, 2) end, ',')
        from (select left(f.folded, n - 1) as before, substr(f.folded, n, 1) as own, substr(f.folded, n + 1) as after
          from generate_series(1, length(f.folded) + 1) n) k), ',')
    else '{}' end
  from (select private.fold_plate(key) as folded) f;
$$;

-- Running parkings with a plate that looks like this one, at most three, nearest first: read the same, the same but for a country's code,
-- one mistake. Planned once a connection: to plan it took five times as long as to look.
create or replace function private.similar_parkings(project text, key text, moment timestamptz) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  site constant uuid := private.site_of(project);
  folded_key constant text := private.fold_plate(key);
  keys constant text[] := private.similar_keys(key);
  alike public.parkings[];
begin
  if site is not null then
    alike := array(
      select p from public.parkings p
      where translate(p.plate_key,
          'ЗÀÁÂÃÄÅĀĂĄǍΑАΒВÇĆĈĊČСĎĐÐÈÉÊËĒĔĖĘĚΕЕЁĜĞĠĢĤĦΗНÌÍÎÏĨĪĬĮİΙІЇĴЈĶΚКĹĻĽŁΜМÑŃŅŇΝÒÓÔÕÖØŌŎŐΟОΡРŔŖŘŚŜŞŠȘЅŢŤŦȚΤТÙÚÛÜŨŪŬŮŰŲŴΧХÝŶŸΥУŹŻŽΖOQILZSB',
          '3AAAAAAAAAAAA88CCCCCCDDDEEEEEEEEEEEEGGGGHHHH111111111111JJKKK1111MMNNNNN00000000000PPRRR555555TTTTTTUUUUUUUUUUWXXYYYYY22220011258') = any (keys)
        and p.site_id = site and p.end_time > moment and p.start_time <= moment and p.active and p.plate_key <> key);
  else
    alike := array(
      select p from public.parkings p
      where translate(p.plate_key,
          'ЗÀÁÂÃÄÅĀĂĄǍΑАΒВÇĆĈĊČСĎĐÐÈÉÊËĒĔĖĘĚΕЕЁĜĞĠĢĤĦΗНÌÍÎÏĨĪĬĮİΙІЇĴЈĶΚКĹĻĽŁΜМÑŃŅŇΝÒÓÔÕÖØŌŎŐΟОΡРŔŖŘŚŜŞŠȘЅŢŤŦȚΤТÙÚÛÜŨŪŬŮŰŲŴΧХÝŶŸΥУŹŻŽΖOQILZSB',
          '3AAAAAAAAAAAA88CCCCCCDDDEEEEEEEEEEEEGGGGHHHH111111111111JJKKK1111MMNNNNN00000000000PPRRR555555TTTTTTUUUUUUUUUUWXXYYYYY22220011258') = any (keys)
        and p.site_id is null and p.project_id is not distinct from project and p.end_time > moment and p.start_time <= moment and p.active
        and p.plate_key <> key);
  end if;
  if alike = '{}' then
    return '[]';
  end if;
  return (
    select jsonb_agg(jsonb_build_object('parking_id', s.id, 'plate', s.ref_number, 'since', s.start_time, 'until', s.end_time,
      'registered_at', s.created_at, 'car_model', s.car_model, 'car_color', s.car_color, 'street', s.street) order by s.place)
    from (
      select a.*, row_number() over (order by case when private.fold_plate(a.plate_key) = folded_key then 0
          when private.fold_plate(a.plate_key) = any (private.country_spellings(folded_key)) then 1 else 2 end, a.end_time desc, a.id) as place
      from unnest(alike) a
    ) s where s.place <= 3);
end;
$$;
-- Planned once a connection too: a check asks it, and planning took two thirds of its time.
alter function private.plate_history(text, text, boolean, uuid) set plan_cache_mode = force_generic_plan;

-- The latest parking of this plate that somebody removed at this site within 24 hours before a moment, while it held or was still to come.
-- When it held stands in the trail of its removal.
create function private.removed_rights(project text, key text, moment timestamptz) returns jsonb
language sql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
  select coalesce(jsonb_agg(jsonb_build_object('parking_id', r.parking_id, 'plate', r.ref_number, 'since', r.start_time, 'until', r.end_time,
    'registered_at', r.created_at, 'car_model', r.car_model, 'car_color', r.car_color, 'street', r.street, 'removed_at', r.deleted_at,
    'removed_by', r.deleted_by) order by r.deleted_at desc, r.id), '[]')
  from (
    select l.*, (t.before ->> 'start_time')::timestamptz as start_time, (t.before ->> 'end_time')::timestamptz as end_time,
      (t.before ->> 'created_at')::timestamptz as created_at
    from public.parking_deletion_logs l
      left join public.audit_trail t on t.row_id = l.parking_id::text and t.subject = 'parkings' and t.action = 'delete'
    where l.plate_key = key and (l.project_id = project or (project is null and l.project_id is null))
      and l.site_id is not distinct from (select private.site_of(project))
      and l.announced_by is null and l.deleted_at > moment - interval '24 hours' and l.deleted_at <= moment
      and ((t.before ->> 'end_time')::timestamptz > l.deleted_at or t.before is null)
      -- What is logged by hand may stand there still.
      and not exists (select from public.parkings p where p.id = l.parking_id)
    order by l.deleted_at desc, l.id limit 1
  ) r;
$$;
revoke execute on function private.removed_rights(text, text, timestamptz) from public;

-- As before, with the rights of the plate itself that somebody removed.
create or replace function public.check_plate(project text, plate text, check_id uuid, acting_as text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  actor constant private.case_actor := private.case_staff(project, acting_as);
  key constant text := private.plate_key(plate);
  found_right private.parking_right;
  known public.plate_checks;
begin
  if coalesce(key, '') = '' or length(plate) > 50 or check_id is null then
    perform private.refuse('PK008', 'plate', 'Ange ett registreringsnummer.');
  end if;
  found_right := private.right_of(actor.project, key, now(), (private.settings_of(actor.project)).grace_minutes);
  insert into public.plate_checks (id, project_id, plate, outcome, parking_id, permit_id, checked_by, account_id)
    values (check_id, actor.project, plate, found_right.outcome, found_right.parking_id, found_right.permit_id, actor.id, actor.account)
    on conflict (id) do nothing;
  if not found then
    select c.* into known from public.plate_checks c where c.id = check_id;
    if (known.plate_key, known.project_id, private.id_key(known.checked_by), known.account_id)
      is distinct from (key, actor.project, private.id_key(actor.id), actor.account) then
      perform private.refuse('PK010', 'check_id', 'Kontrollen är redan sparad för något annat.');
    end if;
  end if;
  return jsonb_build_object('outcome', found_right.outcome, 'until', found_right.until, 'since', found_right.since,
      'registered_at', found_right.registered_at,
      'parking', (select jsonb_build_object('id', p.id, 'ref_number', p.ref_number, 'car_model', p.car_model, 'car_color', p.car_color,
          'street', p.street, 'start_time', p.start_time, 'end_time', p.end_time, 'created_at', p.created_at)
        || case when actor.kind = 'admin' then jsonb_build_object('discord_username', p.discord_username) else '{}' end
        from public.parkings p where p.id = found_right.parking_id),
      'permit', (select jsonb_build_object('id', m.id, 'valid_from', m.valid_from, 'valid_until', m.valid_until, 'attendant_note', m.attendant_note)
        || case when actor.kind = 'admin' then jsonb_build_object('holder', m.holder, 'note', m.note) else '{}' end
        from public.permits m where m.id = found_right.permit_id),
      -- The plate's own right that somebody took away is the nearest.
      'similar', private.removed_rights(actor.project, key, now()) || private.similar_parkings(actor.project, key, now()))
    || private.plate_history(actor.project, key, actor.kind = 'admin', check_id);
end;
$$;

-- A plate without a letter or a digit is like no other for ever. Rows that stand there stay.
alter table public.parkings add constraint parkings_ref_number_seen check (plate_key <> '') not valid;
