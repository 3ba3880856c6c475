-- The index of the counts is read in its order when the site is known by equality: nothing has to be hashed or sorted.
create function private.cases_by_due(code text, site uuid) returns table (status text, due_date date, cases bigint)
language plpgsql stable set search_path = ''
as $$
begin
  if site is null then
    return query select f.status, f.due_date, count(*) from public.fines f
      where f.project_id = code and f.site_id is null group by f.status, f.due_date;
  else
    return query select f.status, f.due_date, count(*) from public.fines f
      where f.project_id = code and f.site_id = site group by f.status, f.due_date;
  end if;
end;
$$;
revoke execute on function private.cases_by_due(text, uuid) from public;

-- As before, with them.
do $$
declare
  counts text := pg_get_functiondef('public.count_cases(text, date, timestamptz)'::regprocedure);
  grouped constant text := E'from (select f.status, f.due_date, count(*) as cases from public.fines f\n'
    '      where f.project_id = project and f.site_id is not distinct from site group by f.status, f.due_date) g';
begin
  if position(grouped in counts) = 0 then
    raise exception 'count_cases is another function.';
  end if;
  execute replace(counts, grouped, 'from private.cases_by_due(project, site) g');
end
$$;
