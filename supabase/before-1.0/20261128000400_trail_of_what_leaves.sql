-- A call that repeats some events and brings others notes the others in the trail (document 4 §5).

-- As before; each case that leaves is noted once.
create or replace function public.record_case_events(project text, kind text, events jsonb, acting_as text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  uuid_form constant text := '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';
  actor constant private.case_actor := private.money_admin(project, acting_as);
  given record;
  fine public.fines;
  answer jsonb;
  answers jsonb := '[]';
  state text;
  words text;
  lacking text;
  known uuid[];
  leaving jsonb;
begin
  if coalesce(kind, '') not in ('exported', 'recipient_set', 'reminded', 'handed_to_collection') then
    perform private.refuse('PK008', 'kind', 'Händelsen finns inte.');
  end if;
  if jsonb_typeof(events) is distinct from 'array' or jsonb_array_length(events) not between 1 and 500
    or exists (select from jsonb_array_elements(events) e where jsonb_typeof(e) <> 'object' or coalesce(e ->> 'fine_id', '') !~ uuid_form
      or coalesce(e ->> 'event_id', '') !~ uuid_form or e ->> 'expected_event' !~ uuid_form
      or coalesce(jsonb_typeof(e -> 'data'), 'null') not in ('object', 'null')) then
    perform private.refuse('PK008', 'events', 'Uppgiften saknas eller kan inte läsas.');
  end if;
  -- All cases at once and in one order, so that no two calls wait for each other.
  perform from public.fines f where f.id in (select (e ->> 'fine_id')::uuid from jsonb_array_elements(events) e)
    and f.project_id = actor.project order by f.id for update;
  select coalesce(array_agg(e.id), '{}') into known from public.fine_events e
    where e.id in (select (g ->> 'event_id')::uuid from jsonb_array_elements(events) g);
  for given in
    select (e.row ->> 'fine_id')::uuid as fine_id, (e.row ->> 'event_id')::uuid as event_id, (e.row ->> 'expected_event')::uuid as expected_event,
      case when jsonb_typeof(e.row -> 'data') = 'object' then e.row -> 'data' end as data
    from jsonb_array_elements(events) with ordinality e (row, n) order by e.n
  loop
    begin
      select f.* into fine from public.fines f where f.id = given.fine_id and f.project_id = actor.project;
      if fine.id is null then
        perform private.refuse('PK007', 'fine_id', 'Ärendet finns inte.');
      end if;
      answer := private.apply_case_event(fine, actor, given.event_id, kind, given.expected_event,
        case when kind = 'exported' then private.asked_for_owner() end, given.data);
    exception when others then
      get stacked diagnostics state = returned_sqlstate, words = message_text, lacking = pg_exception_hint;
      if state = '23514' then
        state := 'PK008';
        words := 'Uppgiften saknas eller kan inte läsas.';
      elsif state !~ '^PK' then
        raise;
      end if;
      answer := jsonb_build_object('outcome', 'refused', 'code', state, 'words', words,
        'lacks', to_jsonb(coalesce(array_remove(string_to_array(case when state = 'PK005' then lacking end, ','), ''), '{}')));
    end;
    answers := answers || (jsonb_build_object('fine_id', given.fine_id, 'event_id', given.event_id, 'case_number', fine.case_number) || answer);
  end loop;
  -- Plates, or names and addresses, leave the house. What a repeated call answers again was noted by the first.
  select jsonb_agg(a ->> 'case_number') into leaving from jsonb_array_elements(answers) a
    where a ->> 'outcome' = 'recorded' and (a ->> 'event_id')::uuid <> all (known);
  if kind in ('exported', 'handed_to_collection') and leaving is not null then
    perform private.add_to_trail('export', 'fines', actor.project, null, null, jsonb_build_object('kind', kind, 'case_number', leaving));
  end if;
  return jsonb_build_object('outcome', 'recorded', 'results', answers);
end;
$$;
