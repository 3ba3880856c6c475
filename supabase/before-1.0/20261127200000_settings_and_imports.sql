-- What a site's admin does in one press to many rows (document 4 §5): the order of the violations, and a file of permits.
-- Both run as the caller: the policies and the grants of the tables say whose rows they reach.

-- Puts a site's violations in an order; those that are not named keep their place. Gives how many of them the caller reaches.
create function public.order_violations(project text, ids uuid[]) returns int
language plpgsql volatile set search_path = ''
as $$
declare
  found_rows int;
begin
  if cardinality(ids) > 200 then
    raise exception 'Too many violations.' using errcode = '22023';
  end if;
  update public.violations v set sort_order = o.place
    from (select n.id, min(n.place)::int as place from unnest(ids) with ordinality n (id, place) group by n.id) o
    where v.id = o.id and v.project_id = project and v.sort_order is distinct from o.place;
  select count(*) into found_rows from public.violations v where v.project_id = project and v.id = any (ids);
  return found_rows;
end;
$$;
comment on function public.order_violations is 'Puts a site''s violations in an order.';
revoke execute on function public.order_violations(text, uuid[]) from public, anon, authenticated, service_role;
grant execute on function public.order_violations(text, uuid[]) to anon, authenticated;

-- Adds the permits of a file, all or none. Sent again after an answer that was lost, it is refused by their keys (23505).
create function public.add_permits(permits jsonb) returns int
language plpgsql volatile set search_path = ''
as $$
declare
  added int;
begin
  if jsonb_typeof(permits) is distinct from 'array' or jsonb_array_length(permits) not between 1 and 1000 then
    raise exception 'Between 1 and 1000 permits can be added at a time.' using errcode = '22023';
  end if;
  insert into public.permits (id, project_id, plate, holder, note, attendant_note, valid_from, valid_until, created_by)
    select p.id, p.project_id, p.plate, coalesce(p.holder, ''), coalesce(p.note, ''), coalesce(p.attendant_note, ''), p.valid_from,
      p.valid_until, p.created_by
    from jsonb_to_recordset(permits) p (id uuid, project_id text, plate text, holder text, note text, attendant_note text,
      valid_from timestamptz, valid_until timestamptz, created_by text);
  get diagnostics added = row_count;
  return added;
end;
$$;
comment on function public.add_permits is 'Adds the permits of a file, all or none.';
revoke execute on function public.add_permits(jsonb) from public, anon, authenticated, service_role;
grant execute on function public.add_permits(jsonb) to anon, authenticated;
