-- A check asks for some two hundred plates that look like its own. Keys of plates are capitals and digits that are only compared for
-- equality, so they are compared byte by byte and not by the rules of a language; and the index says which parkings still run, so that
-- those that are over are not read.
alter table public.parkings alter column plate_key type text collate "C";
alter table public.permits alter column plate_key type text collate "C";
alter table public.fines alter column plate_key type text collate "C";
alter table public.plate_checks alter column plate_key type text collate "C";

drop index public.parkings_plate_site_idx;
create index parkings_plate_site_idx on public.parkings (plate_key, site_id, end_time);

-- Made without being sorted and compared with each other: nothing is in it twice but by chance, and whoever asks for a list of keys finds
-- each row once.
create or replace function private.similar_keys(key text) returns text[]
language sql immutable set search_path = ''
as $$
  select array(
    select k.before || l.letter || k.after
      from (select left(key, n - 1) as before, substr(key, n, 1) as own, substr(key, n + 1) as after from generate_series(1, length(key)) n
        where length(key) between 2 and 10) k,
      unnest('{A,B,C,D,E,F,G,H,I,J,K,L,M,N,O,P,Q,R,S,T,U,V,W,X,Y,Z,Å,Ä,Ö,0,1,2,3,4,5,6,7,8,9}'::text[]) l (letter)
      where l.letter <> k.own
    union all
    select left(key, n - 1) || substr(key, n + 1, 1) || substr(key, n, 1) || substr(key, n + 2) from generate_series(1, length(key) - 1) n
      where length(key) between 2 and 10 and substr(key, n, 1) <> substr(key, n + 1, 1)
  );
$$;

create or replace function private.similar_parkings(project text, key text, moment timestamptz) returns jsonb
language sql stable set search_path = ''
as $$
  with here as materialized (
    select private.site_of(project) as site
  ), alike as (
    select p.* from public.parkings p
    where p.plate_key = any (private.similar_keys(key)) and p.site_id = (select h.site from here h) and p.end_time > moment
    union all
    select p.* from public.parkings p
    where (select h.site from here h) is null and p.plate_key = any (private.similar_keys(key)) and p.site_id is null
      and p.project_id is not distinct from project and p.end_time > moment
  )
  select coalesce(jsonb_agg(jsonb_build_object('parking_id', s.id, 'plate', s.ref_number, 'until', s.end_time, 'car_model', s.car_model,
    'car_color', s.car_color, 'street', s.street)), '[]')
  from (select a.* from alike a where a.active and a.start_time <= moment order by a.end_time desc, a.id limit 5) s;
$$;
