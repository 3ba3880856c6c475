-- A rejected turn that is corrected with the times it had waits again: it stayed rejected, and its person was told that it waits for approval.

set local check_function_bodies = off;

create or replace function public.correct_turn(turn_id uuid, event_id uuid, expected jsonb, started_at timestamp with time zone, ended_at timestamp with time zone, breaks jsonb, reason text, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  found_ constant record := private.turn_actor(turn_id, acting_as, true);
  turn public.work_turns := found_.turn;
  answer jsonb := private.answer_of(event_id, 'correct_turn', private.id_key(found_.id));
  before jsonb;
begin
  if answer is not null then
    return answer;
  end if;
  perform private.require_reason(reason, turn.kind);
  perform private.lock_clock(turn.person_id);
  perform private.mark_forgotten_turns(turn.person_id);
  select t.* into turn from public.work_turns t where t.id = turn.id for update;
  before := private.times_of(turn);
  -- A rejected turn whose times were right waits again with its reason.
  if turn.status <> 'rejected' and private.same_times(before, jsonb_build_object('started_at', started_at, 'ended_at', ended_at, 'breaks', breaks)) then
    answer := jsonb_build_object('outcome', 'unchanged', 'turn', private.work_turn_as_json(turn));
  elsif not private.same_times(before, coalesce(expected, '{}')) then
    answer := (select jsonb_build_object('outcome', 'changed', 'now', private.work_turn_as_json(turn), 'by', e.by, 'at', e.received_at)
      from (select) one left join lateral (select e.by, e.received_at from public.work_turn_events e where e.turn_id = turn.id
        order by e.received_at desc, e.id desc limit 1) e on true);
  else
    if turn.status = 'approved' then
      perform private.refuse(case turn.kind when 'attendant' then 'turn-approved' else 'turn-approved-en' end);
    elsif not found_.is_admin then
      perform private.require_in_time(turn.started_at, turn.project_id, turn.kind);
      perform private.require_in_time(correct_turn.started_at, turn.project_id, turn.kind);
    end if;
    if (turn.status = 'running') <> (correct_turn.ended_at is null) then
      perform private.refuse(case turn.kind when 'attendant' then 'turn-times' else 'turn-times-en' end, 'ended_at');
    end if;
    perform private.require_times(turn.person_id, turn.id, turn.project_id, turn.kind, started_at, ended_at);
    update public.work_turns t set started_at = correct_turn.started_at, ended_at = correct_turn.ended_at, is_forgotten = false, needs_check = false,
        status = case when t.status = 'running' then 'running' else 'waiting' end,
        reviewed_by = null, reviewed_at = null, review_note = null
      where t.id = turn.id returning t.* into turn;
    perform private.put_breaks(turn, coalesce(nullif(private.list_in(breaks, 'breaks'), case when coalesce(jsonb_typeof(breaks), 'null') = 'null' then '[]'::jsonb end),
      before -> 'breaks'));
    perform private.note_turn(turn, 'corrected', found_.id, clock_timestamp(), jsonb_build_object('reason', btrim(reason), 'before', before,
      'after', private.times_of(turn)), event_id);
    answer := jsonb_build_object('outcome', 'corrected', 'hours', private.hours_of(turn), 'turn', private.work_turn_as_json(turn));
  end if;
  return private.keep_answer(event_id, 'correct_turn', private.id_key(found_.id), answer);
end;
$$;
