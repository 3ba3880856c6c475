-- A crew's wrong press is taken back on its own phone: Clear took the call off the screen, and nobody but the dispatcher brought it back (document 5 §1, §3).

set local check_function_bodies = off;

create or replace function public.undo_as_unit(key text, event_id uuid, undo_id uuid)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  unit constant public.units := private.unit_of_key(key);
  caller constant text := private.hash_of_key(key);
  answer jsonb;
begin
  if unit.id is null then
    return '{"outcome": "none"}';
  end if;
  answer := private.answer_of(undo_id, 'undo_as_unit', caller);
  if answer is not null then
    return answer;
  elsif not exists (select from public.call_events e where e.batch_id = event_id and e.kind in ('unit_en_route', 'unit_on_scene', 'unit_cleared')
      and e.data ->> 'unit_id' = unit.id::text) then
    return '{"outcome": "gone"}';
  end if;
  answer := private.undo_call_press(event_id, undo_id, 'unit ' || left(unit.unit_number, 50));
  return private.keep_answer(undo_id, 'undo_as_unit', caller, answer);
end;
$$;

grant execute on function public.undo_as_unit(text,uuid,uuid) to anon;

grant execute on function public.undo_as_unit(text,uuid,uuid) to authenticated;

comment on function public.undo_as_unit(text,uuid,uuid) is 'A unit''s crew takes back its own step on a call, by its key and within 60 seconds, as long as nobody acted on it since.';
