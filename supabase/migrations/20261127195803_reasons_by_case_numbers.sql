-- Money without a case took seconds to list: behind row security all cases were read for each row that names a number.

set local check_function_bodies = off;

create or replace function private.unplaced_because(project text, reference text)
  returns text
  language sql stable
  set search_path = ''
as $$
  -- An array of numbers finds its cases by their index; behind row security a join would read all cases for each row.
  select case when coalesce(reference, '') !~ '\S' then 'none' when n.numbers = '{}' then 'no-number' else (
    select case count(*) when 0 then 'not-here' when 1 then null else 'several' end
    from public.fines f where f.case_number = any (n.numbers) and coalesce(f.project_id, '') = any ((select private.codes_of_file(project))::text[])
  ) end
  from (select array(select m[1] || m[2] from regexp_matches(reference, '(?<!\d)(\d{4})[ -]?(\d{4})(?!\d)', 'g') m) as numbers) n;
$$;
