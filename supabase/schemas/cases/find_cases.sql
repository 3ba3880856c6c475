-- The search of open cases by a part of a plate, a number or a name.

create index fines_open_search_idx on public.fines using gin ((plate_key || ' ' || case_number) extensions.gin_trgm_ops) with (gin_pending_list_limit='64')
  where status in ('issued', 'reminded', 'disputed', 'collection');
create index case_recipients_name_idx on public.case_recipients using gin (lower(name) extensions.gin_trgm_ops) with (gin_pending_list_limit='64');
create index objections_name_idx on public.objections using gin (lower(name) extensions.gin_trgm_ops) with (gin_pending_list_limit='64');

create or replace function public.find_cases(project text, term text)
  returns jsonb
  language plpgsql stable security definer
  set search_path = ''
  set plan_cache_mode = 'force_custom_plan'
as $$
declare
  codes constant text[] := array(select p.code from private.asked_places(project) p);
  key constant text := private.plate_key(term);
  words constant text := lower(normalize(btrim(left(coalesce(term, ''), 400)), nfc));
  like_key constant text := '%' || key || '%';
  like_name constant text := '%' || replace(replace(replace(words, '\', '\\'), '%', '\%'), '_', '\_') || '%';
  -- Trigrams know nothing shorter.
  shortest constant int := 3;
begin
  if not private.may_count_cases(project) then
    perform private.refuse_stranger();
  end if;
  -- Each part is planned for all of its rows, by its index, and stopped when there are too many.
  return (
    with by_key as materialized (
      select f.id from public.fines f where length(key) >= shortest and f.project_id = any (codes)
        and f.status in ('issued', 'reminded', 'disputed', 'collection') and f.plate_key || ' ' || f.case_number like like_key
    ), by_recipient as materialized (
      select r.fine_id from public.case_recipients r where length(words) >= shortest and r.project_id = any (codes)
        and lower(r.name) like like_name
    ), by_objector as materialized (
      select o.fine_id from public.objections o where length(words) >= shortest and o.project_id = any (codes)
        and lower(o.name) like like_name
    ), whole as (
      select f.id from public.fines f where f.plate_key = key and f.project_id = any (codes)
      union select f.id from public.fines f where f.case_number = key
    ), hits as (
      select w.id from whole w
      union (select k.id from by_key k limit 500)
      union (select r.fine_id from by_recipient r limit 500)
      union (select o.fine_id from by_objector o limit 500)
    ), found as (
      select f.id, f.case_number, f.plate, f.status, f.needs_review, f.left_ore, f.street, f.created_at, key in (f.plate_key, f.case_number) as is_whole
      from hits h join public.fines f on f.id = h.id
      where (f.project_id, coalesce(f.site_id::text, '')) in (select p.code, coalesce(p.site::text, '') from private.asked_places(project) p)
        and f.status in ('issued', 'reminded', 'disputed', 'collection')
      order by is_whole desc, f.created_at desc, f.id desc limit 21
    )
    select jsonb_build_object('outcome', 'found',
      'cases', coalesce(jsonb_agg(to_jsonb(f) - '{id,created_at,is_whole}'::text[]
        || jsonb_build_object('name', coalesce(
          (select r.name from public.case_recipients r where r.fine_id = f.id order by r.at desc, r.id limit 1),
          (select nullif(o.name, '') from public.objections o where o.fine_id = f.id order by o.received_at desc, o.id limit 1)))
        order by f.is_whole desc, f.created_at desc, f.id desc), '[]'))
    from found f);
end;
$$;
comment on function public.find_cases(text,text) is 'The open cases of a site, or of a handler''s sites, whose plate, number or name contains a term, whole ones first, then the newest; at most 21.';
grant execute on function public.find_cases(text,text) to authenticated;
