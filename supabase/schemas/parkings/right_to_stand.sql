-- Plates and which look alike, and the right of a car to stand (document 4 §2).

create or replace function private.country_spellings(folded text)
  returns text[]
  language sql immutable
  set search_path = ''
as $$
  select string_to_array(string_agg(c.code || folded || ',' || folded || c.code
      || case when starts_with(folded, c.code) then ',' || substr(folded, length(c.code) + 1) else '' end
      || case when right(folded, length(c.code)) = c.code then ',' || left(folded, -length(c.code)) else '' end, ','), ',')
  from unnest('{5,5E,5WE,N,N0,N0R,DK,DNK,F1N,F1,D,DE,DEU,P1,P01,E5T,EE,1V,1VA,1T,1TU,N1,N1D,8,8E,F,FR,G8,UK,A,AT,CH,C2,1,E,E5,UA,UKR}'::text[]) c (code);
$$;
comment on function private.country_spellings(text) is 'A folded plate with a country''s code in front or behind, and without one.';

create or replace function private.erased_plate()
  returns text
  language sql immutable
  set search_path = ''
as $$ select 'RADERAD'; $$;
comment on function private.erased_plate() is 'The text that stands for an erased plate.';

create or replace function private.fold_plate(key text)
  returns text
  language sql immutable strict parallel safe
  set search_path = ''
as $$
  select translate(key,
    'ЗÀÁÂÃÄÅĀĂĄǍΑАΒВÇĆĈĊČСĎĐÐÈÉÊËĒĔĖĘĚΕЕЁĜĞĠĢĤĦΗНÌÍÎÏĨĪĬĮİΙІЇĴЈĶΚКĹĻĽŁΜМÑŃŅŇΝÒÓÔÕÖØŌŎŐΟОΡРŔŖŘŚŜŞŠȘЅŢŤŦȚΤТÙÚÛÜŨŪŬŮŰŲŴΧХÝŶŸΥУŹŻŽΖOQILZSB',
    '3AAAAAAAAAAAA88CCCCCCDDDEEEEEEEEEEEEGGGGHHHH111111111111JJKKK1111MMNNNNN00000000000PPRRR555555TTTTTTUUUUUUUUUUWXXYYYYY22220011258');
$$;
comment on function private.fold_plate(text) is
  'A plate in which all signs that look alike are one sign: accents, other alphabets, and digits like letters. The index '
  'parkings_alike_site_idx has the same words, since functions with a search path are not read into it.';

create or replace function private.plate_key(typed text)
  returns text
  language sql immutable strict parallel safe
  set search_path = ''
as $$
  select case when length(typed) <= 200 then regexp_replace(upper(normalize(typed, nfkc)), '[^[:alnum:]]', '', 'g') else '' end;
$$;
comment on function private.plate_key(text) is
  'Capitals, and nothing but letters and digits; one way to write each letter first. contract/plate.ts gives the same, but of a text that is far '
  'too long for a plate: a sign may become eighteen, and a megabyte of them took two seconds before its row was refused.';
grant execute on function private.plate_key(text) to anon, authenticated, service_role;

create or replace function private.similar_keys(key text)
  returns text[]
  language sql immutable
  set search_path = ''
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
comment on function private.similar_keys(text) is
  'Folded plates that a hand may have meant or written for this one. As texts that are split, not rows that are put together: each check and '
  'each fine asks for some five hundred.';

create or replace function private.similar_parkings(project text, key text, moment timestamp with time zone)
  returns jsonb
  language plpgsql stable
  set search_path = ''
  set plan_cache_mode = 'force_generic_plan'
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
comment on function private.similar_parkings(text,text,timestamp with time zone) is
  'Running parkings with a plate that looks like this one, at most three, nearest first: read the same, the same but for a country''s code, one '
  'mistake. Planned once a connection: to plan it took five times as long as to look.';

create or replace function private.first_check(project text, key text, moment timestamp with time zone, is_offline boolean)
  returns timestamp with time zone
  language sql stable
  set search_path = ''
as $$
  select min(s.seen_at) from (
    select case when c.was_offline and not is_offline then c.created_at else c.checked_at end as seen_at from public.plate_checks c
    where c.plate_key = key and (c.site_id = (select private.site_of(project))
      or ((select private.site_of(project)) is null and c.site_id is null and c.project_id is not distinct from project))
  ) s
  where s.seen_at >= private.day_of(moment)::timestamp at time zone 'Europe/Stockholm' and s.seen_at <= moment;
$$;
comment on function private.first_check(text,text,timestamp with time zone,boolean) is
  'The first check of a plate on the day of a moment; null without one. What a phone answered itself bears the time that the phone says. A '
  'fine that was issued without a network is reviewed and keeps it; for one that is issued online the check is of when it arrived.';

create or replace function private.removed_parking(project text, parking uuid)
  returns jsonb
  language sql stable
  set search_path = ''
as $$
  select jsonb_build_object('id', t.before -> 'id', 'ref_number', t.before -> 'ref_number', 'start_time', t.before -> 'start_time',
    'end_time', t.before -> 'end_time', 'created_at', t.before -> 'created_at', 'street', t.before -> 'street',
    'changes', private.parking_changes(parking), 'removed_at', t.created_at, 'removed_by', (
      select l.deleted_by from public.parking_deletion_logs l where l.parking_id = removed_parking.parking and l.announced_by is null
      order by l.deleted_at desc, l.id limit 1))
  from public.audit_trail t
  where t.row_id = parking::text and t.subject = 'parkings' and t.action = 'delete' and t.before ? 'start_time'
    and t.site_id is not distinct from private.site_of(project) and t.project_id is not distinct from project
  order by t.created_at desc limit 1;
$$;
comment on function private.removed_parking(text,uuid) is
  'A parking that was removed as it stood, with who removed it; null where nothing is known of it at this site.';

create or replace function private.removed_right(project text, key text, moment timestamp with time zone)
  returns jsonb
  language sql stable
  set search_path = ''
as $$
  select jsonb_build_object('at', l.deleted_at, 'by', l.deleted_by)
  from public.parking_deletion_logs l
    left join public.audit_trail t on t.row_id = l.parking_id::text and t.subject = 'parkings' and t.action = 'delete'
  where l.plate_key = key and (l.project_id = project or (project is null and l.project_id is null))
    and l.site_id is not distinct from private.site_of(project)
    and l.announced_by is null and l.deleted_at > moment - interval '24 hours'
    and case when l.deleted_at <= moment then t.before is null or (t.before ->> 'end_time')::timestamptz > l.deleted_at
      else (t.before ->> 'start_time')::timestamptz <= moment and (t.before ->> 'end_time')::timestamptz > moment end
    and not exists (select from public.parkings p where p.id = l.parking_id)
  order by l.deleted_at desc, l.id limit 1;
$$;
comment on function private.removed_right(text,text,timestamp with time zone) is
  'The parking of a plate that somebody removed within a day before a moment, while it held or was to come: at, by. When it held stands in the '
  'trail of its removal. One that was removed behind the moment, as the phone''s clock has it, counts where it held then.';

create or replace function private.removed_rights(project text, key text, moment timestamp with time zone)
  returns jsonb
  language sql stable
  set search_path = ''
  set plan_cache_mode = 'force_generic_plan'
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
comment on function private.removed_rights(text,text,timestamp with time zone) is
  'The latest parking of this plate that somebody removed at this site within 24 hours before a moment, while it held or was still to come. '
  'When it held stands in the trail of its removal.';

create or replace function private.right_of(project text, key text, moment timestamp with time zone, grace_minutes integer)
  returns private.parking_right
  language sql stable
  set search_path = ''
as $$
  with parked as (
    select p.id, p.start_time, p.end_time, p.created_at,
      p.start_time > coalesce(max(p.end_time) over (order by p.start_time, p.end_time, p.id rows between unbounded preceding and 1 preceding),
        '-infinity') as begins
    from public.parkings p
    where p.plate_key = key and (p.site_id = (select private.site_of(project))
      or ((select private.site_of(project)) is null and p.site_id is null and p.project_id is not distinct from project)) and p.active
      and p.end_time > moment - interval '24 hours'
  ), numbered as (
    select *, sum(begins::int) over (order by start_time, end_time, id) as span from parked
  ), spans as (
    select min(start_time) as began, max(end_time) as ended, min(created_at) as registered_at,
      -- The parking that counts: the one that runs, else the last to end, else the first to come.
      (array_agg(id order by start_time <= moment and end_time > moment desc, end_time desc, id))[1] as parking_id,
      (array_agg(created_at order by start_time <= moment and end_time > moment desc, end_time desc, id))[1] as parking_made
    from numbered group by span
  ), rights as (
    select 1 as place, 'valid' as outcome, ended as until, began as since, parking_made as registered_at, parking_id, null::uuid as permit_id,
      ended as best from spans where began <= moment and ended > moment
    union all
    select 2, 'permit', m.valid_until, m.valid_from, m.created_at, null, m.id, coalesce(m.valid_until, 'infinity') from public.permits m
    where m.plate_key = key and (m.site_id = (select private.site_of(project))
      or ((select private.site_of(project)) is null and m.site_id is null and m.project_id = project))
      and m.valid_from <= moment and (m.valid_until is null or m.valid_until > moment)
      and (m.ended_at is null or m.ended_at > moment)
    union all
    select 3, 'grace', ended + make_interval(mins => grace_minutes), ended, parking_made, parking_id, null, ended from spans
    where ended <= moment and ended > moment - make_interval(mins => grace_minutes)
    union all
    select 4, 'not_yet', ended, began, parking_made, parking_id, null, moment - (began - moment) from spans
    where began > moment and private.day_of(began) = private.day_of(moment)
    union all
    select 5, 'expired', ended, ended, parking_made, parking_id, null, ended from spans where ended <= moment
    union all
    select 6, 'none', null, null, null, null, null, moment
  )
  select row(outcome, until, since, registered_at, parking_id, permit_id)::private.parking_right
  from rights order by place, best desc, since, permit_id limit 1;
$$;
comment on function private.right_of(text,text,timestamp with time zone,integer) is
  'The first that holds of: a parking that runs, a permit, the grace after a parking, one that starts later today, one that ended within 24 '
  'hours, nothing. Parkings back to back count as one. `since` is when it began, or for what is over when it ended.';

create or replace function private.parking_changes(parking uuid)
  returns jsonb
  language sql stable
  set search_path = ''
as $$
  select coalesce(jsonb_agg(c.change order by c.created_at, c.id), '[]') from (
    select t.id, t.created_at, jsonb_build_object('at', t.created_at, 'before', (
        select jsonb_object_agg(b.key, b.value) from jsonb_each(t.before) b
        where b.key in ('start_time', 'end_time', 'ref_number', 'street', 'active') and b.value is distinct from t.after -> b.key)) as change
    from public.audit_trail t
    where t.subject = 'parkings' and t.action = 'update' and t.row_id = parking::text
    -- A snapshot has its largest size (fines_parking_snapshot_size); nobody changes a parking so often but to fill it.
    order by t.created_at desc, t.id desc limit 50
  ) c
  where c.change -> 'before' <> 'null';
$$;
comment on function private.parking_changes(uuid) is
  'The changes of a parking since it was registered, oldest first, each with what was there before it.';
