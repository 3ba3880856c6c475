-- A turn with thousands of breaks, each kept in every further answer, grew the database by gigabytes an hour; an id of another's turn took it from its person.

set local check_function_bodies = off;

create or replace function public.clock_break(turn_id uuid, break_id uuid, step text, at timestamp with time zone, acting_as text, clock_error_ms integer DEFAULT 0)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  found_ constant record := private.turn_actor(turn_id, acting_as, false);
  turn public.work_turns := found_.turn;
  answer jsonb;
  -- Both steps bear the break's id.
  call_id constant uuid := md5(break_id || step)::uuid;
  stamp private.stamp;
  moment timestamptz;
  pause public.work_breaks;
begin
  if coalesce(step, '') not in ('start', 'end') or break_id is null then
    perform private.refuse('unreadable-values', 'step');
  end if;
  answer := private.answer_of(call_id, 'clock_break', turn.person_id::text);
  if answer is not null then
    return answer;
  end if;
  perform private.lock_clock(turn.person_id);
  select t.* into turn from public.work_turns t where t.id = turn.id for update;
  stamp := private.stamp_of(at, clock_error_ms, turn.started_at);
  moment := least(stamp.at, turn.ended_at);
  if step = 'start' then
    select b.* into pause from public.work_breaks b where b.turn_id = turn.id and b.ended_at is null;
    -- A turn has few breaks: further ones stand in its history alone.
    if pause.id is null and (select count(*) from public.work_breaks b where b.turn_id = turn.id) < 50 then
      -- A break that another phone told already is not counted again.
      moment := greatest(moment, (select max(b.ended_at) from public.work_breaks b
        where b.turn_id = turn.id and b.started_at <= moment and b.ended_at > moment));
      -- Until its end is told, a late break lasts as far as it can.
      insert into public.work_breaks (id, turn_id, started_at, ended_at)
        select break_id, turn.id, moment, least(turn.ended_at, min(b.started_at)) from public.work_breaks b
        where b.turn_id = turn.id and b.started_at >= moment
        returning * into pause;
    end if;
  else
    select b.* into pause from public.work_breaks b where b.turn_id = turn.id and (b.id = break_id or b.ended_at is null) order by b.id = break_id desc limit 1;
    moment := greatest(moment, pause.started_at);
    -- What ended the break meanwhile was no stamp of its own: the one that comes late says when it was over.
    if pause.ended_at is null or (pause.id = break_id and not exists (select from public.work_turn_events e
      where e.turn_id = turn.id and e.kind = 'break_ended' and e.data ->> 'break_id' = break_id::text)) then
      moment := least(moment, (select min(b.started_at) from public.work_breaks b
        where b.turn_id = turn.id and b.id <> pause.id and b.started_at >= pause.started_at));
      update public.work_breaks b set ended_at = moment where b.id = pause.id returning b.* into pause;
    end if;
  end if;
  perform private.note_turn(turn, case step when 'start' then 'break_started' else 'break_ended' end, found_.id, moment,
    stamp.marks || jsonb_build_object('break_id', break_id, 'said_at', case when moment <> stamp.at then coalesce(at, stamp.at) end));
  -- A stamp that comes after the end changes the hours: whoever approved them looks again.
  update public.work_turns t set needs_check = t.needs_check or stamp.is_odd or abs(extract(epoch from moment - stamp.at)) > 60
      or pause.id is null or t.status <> 'running',
      status = case when t.status = 'approved' then 'waiting' else t.status end
    where t.id = turn.id returning t.* into turn;
  answer := jsonb_build_object('outcome', case when step = 'start' and pause.id is not null then 'on_break' when turn.status = 'running' then 'running' else turn.status end,
    'turn', private.work_turn_as_json(turn));
  return private.keep_answer(call_id, 'clock_break', turn.person_id::text, answer);
end;
$$;

create or replace function public.clock_in(project text, kind text, turn_id uuid, at timestamp with time zone, "position" text, vehicle_id uuid, acting_as text, clock_error_ms integer DEFAULT 0)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  worker constant private.clock_person := private.clock_worker(project, kind, acting_as);
  answer jsonb;
  settings public.clock_settings;
  stamp private.stamp;
  turn public.work_turns;
  begins timestamptz;
  own boolean;
begin
  if worker.id is null or not worker.is_active or kind is null then
    perform private.refuse_stranger();
  elsif turn_id is null or length(clock_in.position) > 200 then
    perform private.refuse('unreadable-values', 'turn_id');
  end if;
  answer := private.answer_of(turn_id, 'clock_in', worker.person::text);
  if answer is not null then
    return answer;
  elsif exists (select from public.work_turns t where t.id = clock_in.turn_id) then
    -- The id of somebody's turn would mean the caller's from then on.
    perform private.refuse('event-used', 'turn_id');
  end if;
  settings := private.clock_settings_of(worker.project, kind);
  perform private.lock_clock(worker.person);
  perform private.mark_forgotten_turns(worker.person);
  stamp := private.stamp_of(at, clock_error_ms, clock_timestamp() - make_interval(days => greatest(settings.correction_days, 1)));
  select t.* into turn from public.work_turns t where t.person_id = worker.person and t.status = 'running' for update;
  own := turn.id is null or stamp.at <= turn.started_at - make_interval(hours => settings.max_turn_hours);
  if not own then
    insert into private.work_turn_ids (id, turn_id, said_at) values (clock_in.turn_id, turn.id, stamp.at);
    perform private.note_turn(turn, 'started', worker.id, stamp.at, stamp.marks || jsonb_build_object('turn_id', clock_in.turn_id));
    answer := jsonb_build_object('outcome', 'running', 'turn', private.work_turn_as_json(turn))
      || case when stamp.at < turn.started_at - interval '1 minute' then jsonb_build_object('earlier_start', stamp.at) else '{}' end;
  else
    begins := case when turn.id is null then greatest(stamp.at, (
        select max(coalesce(t.ended_at, t.started_at)) from public.work_turns t
        where t.person_id = worker.person and coalesce(t.ended_at, t.started_at) > stamp.at))
      else private.first_free(worker.person, stamp.at) end;
    insert into public.work_turns (id, project_id, kind, person_id, user_id, name, started_at, status, needs_check, vehicle_id, position)
      -- A start that lies further back than a turn lasts is no start of the turn that runs.
      values (clock_in.turn_id, worker.project, worker.kind, worker.person, worker.id, left(worker.name, 200), begins,
        case when turn.id is null then 'running' else 'waiting' end, turn.id is not null or stamp.is_odd or begins <> stamp.at,
        clock_in.vehicle_id, clock_in.position)
      returning * into turn;
    perform private.note_turn(turn, 'started', worker.id, begins,
      stamp.marks || case when begins <> stamp.at then jsonb_build_object('said_at', coalesce(at, stamp.at)) else '{}' end);
    answer := jsonb_build_object('outcome', turn.status, 'turn', private.work_turn_as_json(turn));
  end if;
  return private.keep_answer(clock_in.turn_id, 'clock_in', worker.person::text, answer);
end;
$$;

comment on function public.clock_break(uuid,uuid,text,timestamp with time zone,text,integer) is 'Begins or ends a break, also in a turn that has ended meanwhile; from the 51st on a break is only a stamp in the history.';
