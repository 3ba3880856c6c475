-- The search for a whole plate is planned once a connection. As before a rare word and a common one need different plans, and which is which
-- is only seen with the word in hand: RETURN QUERY EXECUTE plans with it, whatever plan_cache_mode says (FOR IN EXECUTE would not). But what
-- is written like a plate is never a common word, and it is what attendants type.

create or replace function public.search_parkings(
  query text,
  project text default null,
  before_created_at timestamptz default null,
  before_id uuid default null,
  page_size int default 100
) returns setof public.parkings
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  pattern text := '%' || replace(replace(replace(lower(normalize(btrim(query), nfc)), '\', '\\'), '%', '\%'), '_', '\_') || '%';
  key text := private.plate_key(query);
  is_plate boolean := key ~ '^[A-Z]{3}[0-9]{2}[0-9A-Z]$' and pattern = '%' || lower(key) || '%';
  -- Letters, digits, and what people put between them; a text with other signs means what it says. A text that is its own key is found
  -- by its letters already.
  may_be_plate boolean := key <> '' and pattern <> '%' || lower(key) || '%' and normalize(query, nfkc) ~ '^[[:alnum:][:space:].·‐‑‒–—―-]+$';
  -- Null: all of them.
  places text[] := case when private.is_specified() then null else private.own_places('attendant', 'admin') end;
  most int := least(greatest(page_size, 1), 1000);
  first_id uuid := coalesce(before_id, '00000000-0000-0000-0000-000000000000'::uuid);
  found_parking public.parkings;
begin
  if places = '{}' then
    return;
  end if;
  if is_plate then
    -- By the trigrams: the inner query is planned by itself, without the order.
    for found_parking in
      select p.* from (select q.* from public.parkings q where q.search_text like pattern offset 0) p
      where (project is null or p.project_id = project)
        and (places is null or coalesce(p.site_id::text, p.project_id, '') = any (places))
        and (before_created_at is null or (p.created_at, p.id) < (before_created_at, first_id))
      order by p.created_at desc, p.id desc limit most
    loop
      found_parking.receipt_hash := null;
      return next found_parking;
    end loop;
    return;
  end if;
  -- All columns in their order, but for the hash: a function's rows know no grants of columns.
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
