-- The search looks a text up once where a plate's other way of writing is the same text: planning twice took as long as finding.

create or replace function public.search_parkings(
  query text,
  project text default null,
  before_created_at timestamptz default null,
  before_id uuid default null,
  page_size int default 100
) returns setof public.parkings
language plpgsql stable security definer set search_path = ''
as $$
declare
  pattern text := '%' || replace(replace(replace(lower(normalize(btrim(query), nfc)), '\', '\\'), '%', '\%'), '_', '\_') || '%';
  key text := private.plate_key(query);
  -- Letters, digits, and what people put between them; a text with other signs means what it says. A text that is its own key is found
  -- by its letters already.
  may_be_plate boolean := key <> '' and pattern <> '%' || lower(key) || '%' and normalize(query, nfkc) ~ '^[[:alnum:][:space:].·‐‑‒–—―-]+$';
  -- Null: all of them.
  own text[] := case when private.is_specified() then null else private.own_projects('attendant', 'admin') end;
  places text[];
begin
  if own = '{}' then
    return;
  end if;
  if own is not null then
    places := private.own_places();
  end if;
  return query execute
    'select * from public.parkings where '
    || case when may_be_plate then '(search_text like $1 or (search_text like $8 and plate_key like $9))' else 'search_text like $1' end
    || case when project is null then '' else ' and project_id = $2' end
    || case when own is null then '' else ' and (project_id = any ($6) or (project_id is null and '''' = any ($6)))
      and coalesce(site_id::text, project_id, '''') = any ($7)' end
    || case when before_created_at is null then '' else ' and (created_at, id) < ($3, $4)' end
    || ' order by created_at desc, id desc limit $5'
    using pattern, project, before_created_at,
      coalesce(before_id, '00000000-0000-0000-0000-000000000000'::uuid), least(greatest(page_size, 1), 1000), own, places,
      '%' || lower(key) || '%', '%' || key || '%';
end;
$$;
