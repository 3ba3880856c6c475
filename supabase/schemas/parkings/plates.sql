-- Plates: their keys, and which look alike (document 4 §2).

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
  select regexp_replace(upper(normalize(typed, nfkc)), '[^[:alnum:]]', '', 'g');
$$;
comment on function private.plate_key(text) is
  'Capitals, and nothing but letters and digits; one way to write each letter first. contract/plate.ts gives the same.';
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
