-- search of a plate in one answer: a row that is put into a variable and given back one by one took a tenth of the search.

set local check_function_bodies = off;

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
