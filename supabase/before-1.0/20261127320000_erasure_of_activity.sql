-- The activity log notes plates that people searched for and parkings that they removed: they go with parkings, and belong to an extract.

create index web_activity_logs_data_idx on public.web_activity_logs (page_project, created_at) where additional_data is not null;

create function private.expired_activities(code text, since timestamptz, most int) returns setof uuid
language sql stable set search_path = ''
as $$
  select l.id from public.web_activity_logs l
  where (l.page_project = code or (code is null and l.page_project is null)) and l.created_at < since and l.additional_data is not null
  order by l.created_at limit most;
$$;
revoke execute on function private.expired_activities(text, timestamptz, int) from public;

-- As before, with what the activity log holds besides what was done, when and by whom.
do $$
declare
  erase text := pg_get_functiondef('private.erase(text, uuid, boolean, int)'::regprocedure);
  extract text := pg_get_functiondef('public.person_extract(text, text, text, text, text)'::regprocedure);
begin
  erase := replace(erase, E'  counts jsonb := jsonb_build_object(',
    E'  activities constant uuid[] := array(select private.expired_activities(code, since.parkings, most));\n'
      '  counts jsonb := jsonb_build_object(''activities'', cardinality(activities), ');
  erase := replace(erase, E'  delete from public.plate_checks c',
    E'  update public.web_activity_logs l set additional_data = null where l.id = any (activities);\n  delete from public.plate_checks c');
  execute erase;
  extract := replace(extract, E'    ''fines'', (select',
    E'    ''activities'', (select coalesce(jsonb_agg(to_jsonb(l) - inside - ''{page_project}''::text[] order by l.created_at), ''[]'') from public.web_activity_logs l\n'
      '      where l.page_project = code and l.site_id is not distinct from site and l.additional_data is not null\n'
      '        and wanted in (private.plate_key(l.additional_data ->> ''ref_number''), private.plate_key(l.additional_data ->> ''term''),\n'
      '          private.plate_key(l.additional_data ->> ''search''))),\n'
      '    ''fines'', (select');
  execute extract;
end
$$;
