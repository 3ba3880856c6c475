-- Rules of the clock (document 5 §6): stamps are never refused for their times, nobody invents hours, and no hour counts twice.

create type private.clock_person as (
  kind text,
  project text,
  id text,
  name text,
  person uuid,
  is_active boolean
);

create type private.stamp as (
  at timestamptz,
  received timestamptz,
  is_odd boolean,
  marks jsonb
);

create or replace function private.clock_worker(project text, kind text, acting_as text)
  returns private.clock_person
  language plpgsql stable
  set search_path = ''
as $$
declare
  found_ private.clock_person[];
  key constant text := private.id_key(acting_as);
  code constant text := coalesce((select m.path from public.main_page_sites m where m.path_key = lower(project collate "C")), project);
begin
  if private.is_specified() then
    select array_agg((w.kind, w.project, w.id, w.name, w.person, w.is_active)::private.clock_person order by w.rank) into found_ from (
      select 1 as rank, 'attendant' as kind, p.project_id as project, p.user_id as id, p.discord_username as name, p.id as person,
          p.deactivated_at is null as is_active
        from public.project_attendants p
        where p.user_key = key and p.project_id not in ('721075', '157715') and (code is null or lower(p.project_id) = lower(code))
      union all
      -- Attendants of no site log in at each.
      select 2, 'attendant', coalesce(a.project_id, code), a.user_id, a.discord_username, a.id, a.deactivated_at is null from public.attendants a
        where a.user_key = key and (code is null or lower(coalesce(a.project_id, code)) = lower(code))
      union all
      select 3, 'ase-employee', 'ASE', e.employee_id, e.name, e.id, e.deactivated_at is null from public.ase_employees e
        where e.employee_key = key and lower(coalesce(code, 'ASE')) = 'ase') w
      where clock_worker.kind is null or w.kind = clock_worker.kind;
    -- Without a site or a kind the ID has to be one person's.
    return case when cardinality(found_) = 1 or (project is not null and clock_worker.kind is not null) then found_[1] end;
  end if;
  return (select (s.kind, s.project_id, s.user_id, coalesce((
        select coalesce(p.discord_username, e.name) from (select) one
          left join public.project_attendants p on p.account_id = s.account_id
          left join public.ase_employees e on e.account_id = s.account_id), s.display_name),
      private.own_person_id(s.kind), true)::private.clock_person
    from private.own_staff('{attendant,ase-employee}') s
    where s.user_key = key and (clock_worker.kind is null or s.kind = clock_worker.kind)
      and (project is null or coalesce(s.site_id::text, s.project_id, '') = private.place_of(code)));
end;
$$;
comment on function private.clock_worker(text,text,text) is
  'The person with a clock who calls: `specified` believes an ID that the lists have, `hardened` one that is the caller''s. Null for everybody else.';

create or replace function private.clock_admin(project text, kind text, acting_as text)
  returns text
  language sql stable
  set search_path = ''
as $$
  select case when private.is_specified() then (
      select acting_as where length(btrim(acting_as)) between 1 and 50 and (
        private.id_key(acting_as) = case kind when 'attendant' then 'standardadmin' else 'aseadmin' end
        or exists (select from public.admin_accounts a where a.user_key = private.id_key(acting_as) and a.deactivated_at is null
          and lower(a.project_id) = lower(case kind when 'attendant' then project else 'ASE' end))))
    else (select s.user_id from private.own_staff(case clock_admin.kind when 'attendant' then '{admin}' else '{ase-admin}' end::text[]) s
      where s.user_key = private.id_key(acting_as)
        and (clock_admin.kind <> 'attendant' or private.place_of(project) = any (private.own_places('admin'))))
  end;
$$;
comment on function private.clock_admin(text,text,text) is 'The admin of turns of a kind at a site who calls; null for everybody else.';

create or replace function private.turn_actor(turn_id uuid, acting_as text, admins boolean, out id text, out is_admin boolean, out turn public.work_turns)
  language plpgsql stable
  set search_path = ''
as $$
declare
  worker private.clock_person;
begin
  select t.* into turn from public.work_turns t
    where t.id = coalesce((select i.turn_id from private.work_turn_ids i where i.id = turn_actor.turn_id), turn_actor.turn_id);
  is_admin := false;
  -- Whoever knows no turns is not told whether there is one.
  worker := private.clock_worker(turn.project_id, turn.kind, acting_as);
  if turn.id is null and (worker.id is not null or private.is_specified()) then
    perform private.refuse('no-such-work-turn');
  elsif worker.person = turn.person_id
    -- A removed person's phone still sends what waited on it.
    or (worker.id is null and private.is_specified() and private.id_key(turn.user_id) = private.id_key(acting_as)) then
    id := coalesce(worker.id, turn.user_id);
  elsif admins then
    id := private.clock_admin(turn.project_id, turn.kind, acting_as);
    is_admin := true;
  end if;
  if id is null or turn.id is null then
    perform private.refuse_stranger();
  end if;
end;
$$;
comment on function private.turn_actor(uuid,text,boolean) is 'A turn with who acts on it: its person or, where admins may, an admin of its site.';

create or replace function private.lock_clock(person uuid)
  returns void
  language sql
  set search_path = ''
as $$ select pg_advisory_xact_lock(hashtextextended('clock ' || person, 0)); $$;
comment on function private.lock_clock(uuid) is 'One stamp of a person after the other, whichever phone it comes from.';

create or replace function private.stamp_of(at timestamptz, clock_error_ms integer, earliest timestamptz)
  returns private.stamp
  language plpgsql
  set search_path = ''
as $$
declare
  stamp private.stamp;
  said timestamptz;
begin
  if not private.is_moment(at) then
    perform private.refuse('unreadable-value', 'at');
  end if;
  stamp.received := clock_timestamp();
  said := coalesce(at, stamp.received) - make_interval(secs => coalesce(clock_error_ms, 0) / 1000.0);
  stamp.at := greatest(least(said, stamp.received), case when earliest is not null then least(earliest, stamp.received) end);
  -- A phone's clock is never right to the second.
  stamp.is_odd := abs(coalesce(clock_error_ms, 0)) > 300000 or abs(extract(epoch from said - stamp.at)) > 60;
  stamp.marks := jsonb_strip_nulls(jsonb_build_object('said_at', case when at is distinct from stamp.at then at end,
    'clock_error_ms', case when abs(clock_error_ms) > 300000 then clock_error_ms end));
  return stamp;
end;
$$;
comment on function private.stamp_of(timestamptz,integer,timestamptz) is
  'The moment of a stamp by the phone''s clock, less its error: not ahead of now and not before `earliest`. What was said is kept where it differs.';

create or replace function private.note_turn(turn public.work_turns, kind text, by text, at timestamptz, data jsonb, event_id uuid default null,
    batch_id uuid default null)
  returns void
  language sql
  set search_path = ''
as $$
  insert into public.work_turn_events (id, project_id, turn_id, kind, by, at, data, batch_id)
    values (coalesce(event_id, gen_random_uuid()), turn.project_id, turn.id, kind, left(by, 320), at, jsonb_strip_nulls(coalesce(data, '{}')), batch_id);
$$;
comment on function private.note_turn(public.work_turns,text,text,timestamptz,jsonb,uuid,uuid) is 'Adds to the history of a turn.';

create or replace function private.breaks_of(turn uuid)
  returns jsonb
  language sql stable
  set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'started_at', b.started_at, 'ended_at', b.ended_at) order by b.started_at, b.id), '[]')
  from public.work_breaks b where b.turn_id = turn;
$$;
comment on function private.breaks_of(uuid) is 'The breaks of a turn as screens read them.';

create or replace function private.work_turn_as_json(turn public.work_turns)
  returns jsonb
  language sql stable
  set search_path = ''
as $$
  select to_jsonb(turn) - '{site_id,person_id,created_at}'::text[] || jsonb_build_object('breaks', private.breaks_of(turn.id));
$$;
comment on function private.work_turn_as_json(public.work_turns) is 'A turn with its breaks as screens read it.';

create or replace function private.hours_of(turn public.work_turns)
  returns numeric
  language sql stable
  set search_path = ''
as $$
  select case when turn.ended_at is not null then private.hours_in(tstzmultirange(tstzrange(turn.started_at, turn.ended_at)) - coalesce((
    select range_agg(tstzrange(b.started_at, coalesce(b.ended_at, turn.ended_at))) from public.work_breaks b where b.turn_id = turn.id), '{}')) end;
$$;
comment on function private.hours_of(public.work_turns) is 'The hours of a turn less its breaks, in real minutes; null without an end.';

create or replace function private.times_in_words(started_at timestamptz, ended_at timestamptz)
  returns text
  language sql stable
  set search_path = ''
as $$
  select to_char(started_at at time zone 'Europe/Stockholm', 'YYYY-MM-DD HH24:MI') || '–'
    || coalesce(to_char(ended_at at time zone 'Europe/Stockholm',
      case when private.day_of(started_at) = private.day_of(ended_at) then 'HH24:MI' else 'YYYY-MM-DD HH24:MI' end), '');
$$;
comment on function private.times_in_words(timestamptz,timestamptz) is 'The times of a turn as refusals name them.';

create or replace function private.mark_forgotten_turns(of_person uuid default null)
  returns integer
  language plpgsql
  set search_path = ''
as $$
declare
  turn public.work_turns;
  count integer := 0;
begin
  for turn in
    select t.* from public.work_turns t
    where t.status = 'running' and (of_person is null or t.person_id = of_person)
      and t.started_at <= clock_timestamp() - make_interval(hours => (private.clock_settings_of(t.project_id, t.kind)).max_turn_hours)
    order by t.id for update
  loop
    perform private.leave_turn(turn, null, '{}');
    count := count + 1;
  end loop;
  return count;
end;
$$;
comment on function private.mark_forgotten_turns(uuid) is 'Turns that ran too long wait without an end and without hours: nobody invents them. Gives how many.';

create or replace function private.leave_turn(turn public.work_turns, by text, data jsonb)
  returns void
  language sql
  set search_path = ''
as $$
  update public.work_turns t set status = 'waiting', is_forgotten = true where t.id = turn.id and t.status = 'running';
  select private.note_turn(turn, 'forgotten', by, clock_timestamp(), data);
$$;
comment on function private.leave_turn(public.work_turns,text,jsonb) is 'A running turn waits without an end.';

create or replace function private.join_registration()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  new.shift_registration_id := case when new.kind = 'attendant' then (
    select r.id from public.shift_registrations r
    where r.person_id = new.person_id and r.status <> 'rejected' and r.start_time < coalesce(new.ended_at, clock_timestamp())
      and r.end_time > new.started_at
    order by r.start_time, r.id limit 1) end;
  return new;
end;
$$;
comment on function private.join_registration() is
  'A turn belongs to the registration that it overlaps, whichever came first. A rejected registration has no hours, and frees its turns.';

create or replace function private.join_turns()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  shift constant public.shift_registrations := case when tg_op = 'DELETE' then old else new end;
begin
  if shift.person_id is not null then
    -- The turn's own trigger finds the registration anew.
    update public.work_turns t set status = t.status
      where t.person_id = shift.person_id and (t.shift_registration_id = shift.id
        or (t.started_at < shift.end_time and coalesce(t.ended_at, clock_timestamp()) > shift.start_time));
  end if;
  return null;
end;
$$;
comment on function private.join_turns() is 'A registration, however made, takes in every turn of the person that it overlaps.';

create or replace function public.clock_in(project text, kind text, turn_id uuid, at timestamptz, "position" text, vehicle_id uuid, acting_as text,
    clock_error_ms integer default 0)
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
  place public.shift_places;
  shift public.planned_shifts;
begin
  if worker.id is null or not worker.is_active or kind is null then
    perform private.refuse_stranger();
  elsif turn_id is null or length(clock_in.position) > 200 then
    perform private.refuse('unreadable-values', 'turn_id');
  end if;
  answer := private.answer_of(turn_id, 'clock_in', worker.person::text);
  if answer is not null then
    return answer;
  elsif clock_in.vehicle_id is not null and not exists (select from public.vehicles v where v.id = clock_in.vehicle_id
    and private.is_at(v.site_id, v.project_id, private.site_of(worker.project), worker.project)) then
    perform private.refuse(case kind when 'attendant' then 'no-such-car' else 'no-such-car-en' end, 'vehicle_id');
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
    place := private.own_planned_place(worker.person, begins);
    select s.* into shift from public.planned_shifts s where s.id = place.shift_id;
    update public.shift_places p set came_at = coalesce(p.came_at, begins) where p.id = place.id;
    insert into public.work_turns (id, project_id, kind, person_id, user_id, name, started_at, status, needs_check, planned_shift_id, vehicle_id, position)
      -- A start that lies further back than a turn lasts is no start of the turn that runs.
      values (clock_in.turn_id, worker.project, worker.kind, worker.person, worker.id, left(worker.name, 200), begins,
        case when turn.id is null then 'running' else 'waiting' end, turn.id is not null or stamp.is_odd or begins <> stamp.at,
        shift.id, coalesce(clock_in.vehicle_id, shift.vehicle_id), coalesce(clock_in.position, shift.position))
      returning * into turn;
    perform private.note_turn(turn, 'started', worker.id, begins,
      stamp.marks || case when begins <> stamp.at then jsonb_build_object('said_at', coalesce(at, stamp.at)) else '{}' end
        -- Somebody may be needed without a valid certificate: the turn runs, and its history says so.
        || jsonb_build_object('certificates', nullif(private.certificate_objections(worker.person, turn.position,
          private.day_of(coalesce(shift.ends_at - interval '1 second', begins))), '[]')));
    answer := jsonb_build_object('outcome', turn.status, 'turn', private.work_turn_as_json(turn));
  end if;
  return private.keep_answer(clock_in.turn_id, 'clock_in', worker.person::text, answer);
end;
$$;
comment on function public.clock_in(text,text,uuid,timestamptz,text,uuid,text,integer) is
  'Begins a turn, which belongs to the own planned shift. While one runs, the id means that one from then on; an earlier start is told, to be offered as a correction.';
grant execute on function public.clock_in(text,text,uuid,timestamptz,text,uuid,text,integer) to authenticated;

create or replace function private.own_planned_place(person uuid, moment timestamptz)
  returns public.shift_places
  language sql stable
  set search_path = ''
as $$
  select p.* from public.shift_places p join public.planned_shifts s on s.id = p.shift_id
  where p.person_id = person and p.state = 'assigned' and moment >= s.starts_at - interval '1 hour' and moment < s.ends_at
  order by abs(extract(epoch from s.starts_at - moment)), s.id limit 1;
$$;
comment on function private.own_planned_place(uuid,timestamptz) is
  'The place on a planned shift that a turn belongs to which begins then: from an hour before the shift until its end.';

create or replace function private.first_free(person uuid, moment timestamptz)
  returns timestamptz
  language plpgsql stable
  set search_path = ''
as $$
declare
  free timestamptz := moment;
  until timestamptz;
begin
  loop
    select t.ended_at into until from public.work_turns t
      where t.person_id = person and t.started_at <= free and t.ended_at > free limit 1;
    exit when until is null;
    free := until;
  end loop;
  return free;
end;
$$;
comment on function private.first_free(uuid,timestamptz) is 'The first moment from then on in which a person has no turn with an end.';

create or replace function public.clock_break(turn_id uuid, break_id uuid, step text, at timestamptz, acting_as text, clock_error_ms integer default 0)
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
comment on function public.clock_break(uuid,uuid,text,timestamptz,text,integer) is 'Begins or ends a break, also in a turn that has ended meanwhile; from the 51st on a break is only a stamp in the history.';
grant execute on function public.clock_break(uuid,uuid,text,timestamptz,text,integer) to authenticated;

create or replace function private.part_turn(turn public.work_turns, own_id uuid, ends timestamptz, by text)
  returns public.work_turns
  language plpgsql
  set search_path = ''
as $$
declare
  parted public.work_turns := turn;
begin
  delete from private.work_turn_ids i where i.id = own_id returning i.said_at into parted.started_at;
  parted.id := own_id;
  parted.created_at := now();
  parted.started_at := private.first_free(turn.person_id, parted.started_at);
  -- The end, the note and the review are those of the turn that ran: an end of its own follows (clock_out).
  parted.ended_at := null;
  parted.is_forgotten := false;
  parted.note := null;
  parted.reviewed_by := null;
  parted.reviewed_at := null;
  parted.review_note := null;
  parted.shift_registration_id := null;
  parted.planned_shift_id := null;
  parted.status := 'waiting';
  parted.needs_check := true;
  insert into public.work_turns select parted.*;
  perform private.note_turn(parted, 'started', by, parted.started_at, '{}');
  return parted;
end;
$$;
comment on function private.part_turn(public.work_turns,uuid,timestamptz,text) is
  'An id that was answered with the running turn gets a turn of its own when its end lies before that turn''s start: it was another one, told late.';

create or replace function public.clock_out(turn_id uuid, event_id uuid, at timestamptz, note text, acting_as text, clock_error_ms integer default 0)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  found_ constant record := private.turn_actor(turn_id, acting_as, false);
  turn public.work_turns := found_.turn;
  answer jsonb := private.answer_of(event_id, 'clock_out', turn.person_id::text);
  settings constant public.clock_settings := private.clock_settings_of(turn.project_id, turn.kind);
  stamp private.stamp;
  moment timestamptz;
begin
  if answer is not null then
    return answer;
  elsif length(note) > 2000 then
    perform private.refuse('unreadable-value', 'note');
  end if;
  perform private.lock_clock(turn.person_id);
  select t.* into turn from public.work_turns t where t.id = turn.id for update;
  stamp := private.stamp_of(at, clock_error_ms, null);
  if turn.id <> clock_out.turn_id and stamp.at < turn.started_at
    and exists (select from private.work_turn_ids i where i.id = clock_out.turn_id and i.said_at <= stamp.at) then
    turn := private.part_turn(turn, clock_out.turn_id, stamp.at, found_.id);
  end if;
  if turn.ended_at is not null then
    perform private.note_turn(turn, 'ended', found_.id, stamp.at, stamp.marks || '{"is_repeated": true}', event_id);
    answer := jsonb_build_object('outcome', 'ended_already', 'at', turn.ended_at, 'hours', private.hours_of(turn),
      'turn', private.work_turn_as_json(turn));
  else
    -- The nearest end that fits: after the start and the last break, before the next turn.
    moment := greatest(stamp.at, turn.started_at, (select max(coalesce(b.ended_at, b.started_at)) from public.work_breaks b where b.turn_id = turn.id));
    moment := least(moment, (select min(t.started_at) from public.work_turns t
      where t.person_id = turn.person_id and t.id <> turn.id and t.started_at >= turn.started_at));
    update public.work_breaks b set started_at = least(b.started_at, moment), ended_at = least(coalesce(b.ended_at, moment), moment)
      where b.turn_id = turn.id and (b.ended_at is null or b.ended_at > moment);
    update public.work_turns t set ended_at = moment, status = 'waiting', is_forgotten = false, note = coalesce(nullif(btrim(clock_out.note), ''), t.note),
        needs_check = t.needs_check or stamp.is_odd or abs(extract(epoch from moment - stamp.at)) > 60
          or moment > t.started_at + make_interval(hours => settings.max_turn_hours)
      where t.id = turn.id returning t.* into turn;
    perform private.note_turn(turn, 'ended', found_.id, moment,
      stamp.marks || jsonb_build_object('said_at', case when moment <> stamp.at then coalesce(at, stamp.at) end), event_id);
    answer := jsonb_build_object('outcome', 'ended', 'hours', private.hours_of(turn), 'turn', private.work_turn_as_json(turn));
  end if;
  return private.keep_answer(event_id, 'clock_out', turn.person_id::text, answer);
end;
$$;
comment on function public.clock_out(uuid,uuid,timestamptz,text,text,integer) is
  'Ends a turn, also one that was marked as forgotten; an open break ends with it. One that has ended keeps its end, and the stamp is kept beside it.';
grant execute on function public.clock_out(uuid,uuid,timestamptz,text,text,integer) to authenticated;

create or replace function public.resume_turn(turn_id uuid, event_id uuid, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  found_ constant record := private.turn_actor(turn_id, acting_as, false);
  turn public.work_turns := found_.turn;
  answer jsonb := private.answer_of(event_id, 'resume_turn', turn.person_id::text);
  ended timestamptz;
begin
  if answer is not null then
    return answer;
  end if;
  perform private.lock_clock(turn.person_id);
  select t.* into turn from public.work_turns t where t.id = turn.id for update;
  select max(e.received_at) into ended from public.work_turn_events e
    where e.turn_id = turn.id and e.kind = 'ended' and not e.data ? 'is_repeated';
  if turn.status = 'running' then
    answer := jsonb_build_object('outcome', 'unchanged', 'turn', private.work_turn_as_json(turn));
  elsif turn.status <> 'waiting' or turn.ended_at is null or turn.source <> 'clock' or exists (
    select from public.work_turns t where t.person_id = turn.person_id and (t.status = 'running' or t.started_at > turn.started_at)) then
    answer := jsonb_build_object('outcome', 'changed', 'now', turn.status, 'by', turn.reviewed_by, 'at', turn.reviewed_at);
  elsif ended is null or ended < clock_timestamp() - interval '10 minutes'
    or exists (select from public.work_turn_events e where e.turn_id = turn.id and e.kind = 'corrected' and e.received_at > ended) then
    answer := jsonb_build_object('outcome', 'too_late', 'at', turn.ended_at);
  else
    update public.work_turns t set ended_at = null, status = 'running' where t.id = turn.id returning t.* into turn;
    perform private.note_turn(turn, 'resumed', found_.id, clock_timestamp(), '{}', event_id);
    answer := jsonb_build_object('outcome', 'resumed', 'turn', private.work_turn_as_json(turn));
  end if;
  return private.keep_answer(event_id, 'resume_turn', turn.person_id::text, answer);
end;
$$;
comment on function public.resume_turn(uuid,uuid,text) is 'Whoever ended the turn by mistake takes it up again within 10 minutes: the same turn runs on.';
grant execute on function public.resume_turn(uuid,uuid,text) to authenticated;

create or replace function private.moment_in(value text, field text)
  returns timestamptz
  language plpgsql stable
  set search_path = ''
as $$
declare
  moment timestamptz;
begin
  begin
    moment := value::timestamptz;
  exception when others then
    perform private.refuse('unreadable-value', field);
  end;
  if not private.is_moment(moment) then
    perform private.refuse('unreadable-value', field);
  end if;
  return moment;
end;
$$;
comment on function private.moment_in(text,text) is 'A moment of a call''s argument; null for nothing.';

create or replace function private.require_times(person uuid, turn uuid, project text, kind text, started_at timestamptz, ended_at timestamptz)
  returns void
  language plpgsql
  set search_path = ''
as $$
declare
  other public.work_turns;
  in_english constant boolean := kind <> 'attendant';
begin
  if started_at is null or not private.is_moment(started_at) or not private.is_moment(ended_at)
    or ended_at <= started_at or coalesce(ended_at, started_at) > clock_timestamp() + interval '1 minute' then
    perform private.refuse(case when in_english then 'turn-times-en' else 'turn-times' end, 'ended_at');
  elsif ended_at > started_at + make_interval(hours => (private.clock_settings_of(project, kind)).max_turn_hours) then
    perform private.refuse(case when in_english then 'turn-too-long-en' else 'turn-too-long' end, 'ended_at',
      array[(private.clock_settings_of(project, kind)).max_turn_hours::text]);
  end if;
  select t.* into other from public.work_turns t
    where t.person_id = person and t.id <> turn and t.started_at < coalesce(require_times.ended_at, 'infinity')
      -- Of a turn without an end only the start is known, unless it runs.
      and coalesce(t.ended_at, case when t.status = 'running' then 'infinity' else t.started_at + interval '1 second' end) > require_times.started_at
    order by t.started_at limit 1;
  if other.id is not null then
    perform private.refuse(case when in_english then 'turn-overlaps-en' else 'turn-overlaps' end, 'started_at',
      array[private.times_in_words(other.started_at, other.ended_at)]);
  end if;
end;
$$;
comment on function private.require_times(uuid,uuid,text,text,timestamptz,timestamptz) is 'Refuses times that are none, that lie ahead, that no turn lasts, or in which the person has another turn.';

create or replace function private.put_breaks(turn public.work_turns, breaks jsonb)
  returns void
  language plpgsql
  set search_path = ''
as $$
declare
  pause record;
  last_end timestamptz := turn.started_at;
begin
  if jsonb_array_length(breaks) > 20 then
    perform private.refuse('unreadable-values', 'breaks');
  end if;
  delete from public.work_breaks b where b.turn_id = turn.id;
  for pause in
    select private.moment_in(b.value ->> 'started_at', 'breaks') as started_at, private.moment_in(b.value ->> 'ended_at', 'breaks') as ended_at
    from jsonb_array_elements(breaks) b order by 1
  loop
    if pause.started_at is null or pause.started_at < last_end or pause.ended_at < pause.started_at
      or coalesce(pause.ended_at, pause.started_at) > coalesce(turn.ended_at, clock_timestamp()) or (pause.ended_at is null and turn.ended_at is not null) then
      perform private.refuse(case turn.kind when 'attendant' then 'break-times' else 'break-times-en' end, 'breaks');
    end if;
    last_end := coalesce(pause.ended_at, 'infinity');
    insert into public.work_breaks (turn_id, started_at, ended_at) values (turn.id, pause.started_at, pause.ended_at);
  end loop;
end;
$$;
comment on function private.put_breaks(public.work_turns,jsonb) is 'Puts the breaks of a turn in the place of those that it had: one after the other, and within it.';

create or replace function private.require_reason(reason text, kind text)
  returns void
  language plpgsql
  set search_path = ''
as $$
begin
  if coalesce(reason, '') !~ '\S' or length(reason) > 500 then
    perform private.refuse(case kind when 'attendant' then 'no-note' else 'no-reason' end, 'reason');
  end if;
end;
$$;
comment on function private.require_reason(text,text) is 'Refuses a correction or a review without a reason, in the product''s language.';

create or replace function public.type_turn(turn_id uuid, started_at timestamptz, ended_at timestamptz, breaks jsonb, reason text, acting_as text,
    project text default null, kind text default null)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  worker constant private.clock_person := private.clock_worker(project, kind, acting_as);
  answer jsonb;
  turn public.work_turns;
begin
  if worker.id is null or not worker.is_active then
    perform private.refuse_stranger();
  end if;
  answer := private.answer_of(turn_id, 'type_turn', worker.person::text);
  if answer is not null then
    return answer;
  end if;
  perform private.require_reason(reason, worker.kind);
  perform private.lock_clock(worker.person);
  perform private.mark_forgotten_turns(worker.person);
  if ended_at is null then
    perform private.refuse(case worker.kind when 'attendant' then 'turn-times' else 'turn-times-en' end, 'ended_at');
  end if;
  perform private.require_times(worker.person, turn_id, worker.project, worker.kind, started_at, ended_at);
  perform private.require_in_time(started_at, worker.project, worker.kind);
  insert into public.work_turns (id, project_id, kind, person_id, user_id, name, started_at, ended_at, source, status)
    values (turn_id, worker.project, worker.kind, worker.person, worker.id, left(worker.name, 200), type_turn.started_at, type_turn.ended_at,
      'typed', 'waiting')
    returning * into turn;
  perform private.put_breaks(turn, private.list_in(breaks, 'breaks'));
  perform private.note_turn(turn, 'corrected', worker.id, clock_timestamp(), jsonb_build_object('reason', btrim(reason),
    'after', private.times_of(turn)));
  return private.keep_answer(turn_id, 'type_turn', worker.person::text, jsonb_build_object('outcome', 'stored', 'hours', private.hours_of(turn),
    'turn', private.work_turn_as_json(turn)));
end;
$$;
comment on function public.type_turn(uuid,timestamptz,timestamptz,jsonb,text,text,text,text) is
  'Adds a turn that was not stamped, with a reason. Without a site and a kind the ID has to be one person''s.';
grant execute on function public.type_turn(uuid,timestamptz,timestamptz,jsonb,text,text,text,text) to authenticated;

create or replace function private.require_in_time(started_at timestamptz, project text, kind text)
  returns void
  language plpgsql
  set search_path = ''
as $$
begin
  if private.day_of(started_at) < private.day_of(clock_timestamp()) - (private.clock_settings_of(project, kind)).correction_days then
    perform private.refuse(case kind when 'attendant' then 'correction-over' else 'correction-over-en' end, 'started_at');
  end if;
end;
$$;
comment on function private.require_in_time(timestamptz,text,text) is 'Refuses a change of a turn that began before the days in which people correct their turns.';

create or replace function private.times_of(turn public.work_turns)
  returns jsonb
  language sql stable
  set search_path = ''
as $$
  select jsonb_build_object('started_at', turn.started_at, 'ended_at', turn.ended_at, 'breaks', (
    select coalesce(jsonb_agg(jsonb_build_object('started_at', b.started_at, 'ended_at', b.ended_at) order by b.started_at, b.id), '[]')
    from public.work_breaks b where b.turn_id = turn.id));
$$;
comment on function private.times_of(public.work_turns) is 'The times of a turn, as its history has them.';

create or replace function private.same_times(times jsonb, said jsonb)
  returns boolean
  language sql stable
  set search_path = ''
as $$
  select private.moment_in(times ->> 'started_at', 'expected') is not distinct from private.moment_in(said ->> 'started_at', 'expected')
    and private.moment_in(times ->> 'ended_at', 'expected') is not distinct from private.moment_in(said ->> 'ended_at', 'expected')
    and (not said ? 'breaks' or said -> 'breaks' = 'null'
      or (select array_agg(array[(b.value ->> 'started_at')::timestamptz, (b.value ->> 'ended_at')::timestamptz] order by 1)
        from jsonb_array_elements(times -> 'breaks') b)
      is not distinct from
        (select array_agg(array[private.moment_in(b.value ->> 'started_at', 'breaks'), private.moment_in(b.value ->> 'ended_at', 'breaks')] order by 1)
        from jsonb_array_elements(private.list_in(said -> 'breaks', 'breaks')) b));
$$;
comment on function private.same_times(jsonb,jsonb) is 'Whether the times of a turn are those that a call names; a call without breaks names none of them.';

create or replace function public.correct_turn(turn_id uuid, event_id uuid, expected jsonb, started_at timestamptz, ended_at timestamptz, breaks jsonb,
    reason text, acting_as text)
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
comment on function public.correct_turn(uuid,uuid,jsonb,timestamptz,timestamptz,jsonb,text,text) is
  'Corrects the times of a turn: its person within the days of the settings, the admin until it is approved. A rejected one waits again; of a running one the start is corrected. Null leaves the breaks.';
grant execute on function public.correct_turn(uuid,uuid,jsonb,timestamptz,timestamptz,jsonb,text,text) to authenticated;

create or replace function public.change_vehicle(turn_id uuid, event_id uuid, vehicle_id uuid, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  found_ constant record := private.turn_actor(turn_id, acting_as, true);
  turn public.work_turns := found_.turn;
  answer jsonb := private.answer_of(event_id, 'change_vehicle', private.id_key(found_.id));
  vehicle public.vehicles;
begin
  if answer is not null then
    return answer;
  end if;
  perform private.lock_clock(turn.person_id);
  select t.* into turn from public.work_turns t where t.id = turn.id for update;
  select v.* into vehicle from public.vehicles v where v.id = change_vehicle.vehicle_id
    and private.is_at(v.site_id, v.project_id, turn.site_id, turn.project_id);
  if change_vehicle.vehicle_id is not null and vehicle.id is null then
    perform private.refuse(case turn.kind when 'attendant' then 'no-such-car' else 'no-such-car-en' end, 'vehicle_id');
  elsif turn.vehicle_id is not distinct from vehicle.id then
    answer := jsonb_build_object('outcome', 'unchanged', 'turn', private.work_turn_as_json(turn));
  elsif turn.status <> 'running' then
    answer := jsonb_build_object('outcome', 'changed', 'now', turn.status, 'at', turn.ended_at);
  elsif vehicle.state <> 'in_service' then
    perform private.refuse(case turn.kind when 'attendant' then 'car-out-of-service' else 'car-out-of-service-en' end, 'vehicle_id',
      array[coalesce(vehicle.state_reason, '-')]);
  else
    perform private.note_turn(turn, 'corrected', found_.id, clock_timestamp(), jsonb_build_object('before', jsonb_build_object('vehicle_id', turn.vehicle_id),
      'after', jsonb_build_object('vehicle_id', vehicle.id)), event_id);
    update public.work_turns t set vehicle_id = vehicle.id where t.id = turn.id returning t.* into turn;
    answer := jsonb_build_object('outcome', 'set', 'turn', private.work_turn_as_json(turn));
  end if;
  return private.keep_answer(event_id, 'change_vehicle', private.id_key(found_.id), answer);
end;
$$;
comment on function public.change_vehicle(uuid,uuid,uuid,text) is 'The person of a running turn goes on with another vehicle of the site, or with none.';
grant execute on function public.change_vehicle(uuid,uuid,uuid,text) to authenticated;

create or replace function public.review_turns(turn_ids uuid[], event_id uuid, decision text, note text, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  admin text;
  answer jsonb;
  turn public.work_turns;
  done uuid[] := '{}';
  kept jsonb := '[]';
begin
  if coalesce(decision, '') not in ('approve', 'reject', 'reopen') or coalesce(cardinality(turn_ids), 0) not between 1 and 500 then
    perform private.refuse('unreadable-values', 'turn_ids');
  end if;
  -- An admin of no turn in the list learns of none of them.
  select private.clock_admin(t.project_id, t.kind, acting_as), t.kind into admin, turn.kind from public.work_turns t
    where t.id = any (turn_ids) and private.clock_admin(t.project_id, t.kind, acting_as) is not null limit 1;
  if admin is null then
    perform private.refuse_stranger();
  end if;
  answer := private.answer_of(event_id, 'review_turns', private.id_key(admin));
  if answer is not null then
    return answer;
  elsif decision <> 'approve' then
    perform private.require_reason(review_turns.note, turn.kind);
  end if;
  for turn in select t.* from public.work_turns t where t.id = any (turn_ids) order by t.id for update loop
    if private.clock_admin(turn.project_id, turn.kind, acting_as) is null then
      continue;
    elsif private.id_key(turn.user_id) <> private.id_key(admin) and (
      case decision when 'approve' then turn.status = 'waiting' and turn.ended_at is not null when 'reject' then turn.status = 'waiting'
        else turn.status in ('approved', 'rejected') end) then
      update public.work_turns t set status = case decision when 'approve' then 'approved' when 'reject' then 'rejected' else 'waiting' end,
          is_forgotten = decision = 'reopen' and t.ended_at is null,
          reviewed_by = case when decision <> 'reopen' then admin end, reviewed_at = case when decision <> 'reopen' then clock_timestamp() end,
          review_note = case when decision <> 'reopen' then nullif(btrim(review_turns.note), '') end
        where t.id = turn.id;
      perform private.note_turn(turn, case decision when 'approve' then 'approved' when 'reject' then 'rejected' else 'reopened' end, admin,
        clock_timestamp(), jsonb_build_object('note', nullif(btrim(review_turns.note), '')), null, event_id);
      done := done || turn.id;
    else
      kept := kept || jsonb_build_object('turn', turn.id, 'status', turn.status, 'by', turn.reviewed_by);
    end if;
  end loop;
  answer := jsonb_build_object('outcome', 'reviewed', 'done', to_jsonb(done), 'kept', kept);
  return private.keep_answer(event_id, 'review_turns', private.id_key(admin), answer);
end;
$$;
comment on function public.review_turns(uuid[],uuid,text,text,text) is
  'Approves, rejects or reopens turns, all that it can; the rest are named with how they are. None is approved without an end, and nobody reviews own turns.';
grant execute on function public.review_turns(uuid[],uuid,text,text,text) to authenticated;

create or replace function private.hours_in(spans tstzmultirange)
  returns numeric
  language sql immutable
  set search_path = ''
as $$ select coalesce(round((sum(extract(epoch from upper(s.span) - lower(s.span))) / 3600)::numeric, 2), 0) from unnest(spans) s (span); $$;
comment on function private.hours_in(tstzmultirange) is 'The hours of spans of time, in real minutes.';

create or replace function private.in_hours(length interval)
  returns numeric
  language sql immutable
  return coalesce(round(extract(epoch from length) / 3600, 2), 0);
comment on function private.in_hours(interval) is 'A length in hours; none for no length.';

create or replace function public.work_hours(project text, kind text, "from" date, "to" date, acting_as text)
  returns jsonb
  language plpgsql stable security definer
  set search_path = ''
  -- A month of 2 000 people is sorted and grouped in memory, by a plan for its days: one for any days looks breaks up turn by turn.
  set work_mem = '64MB'
  set plan_cache_mode = 'force_custom_plan'
as $$
declare
  code constant text := coalesce((select m.path from public.main_page_sites m where m.path_key = lower(project collate "C")), project);
  site constant uuid := private.site_of(code);
  settings constant public.clock_settings := private.clock_settings_of(code, kind);
  -- A plain value is planned for; a field of a row is not.
  person uuid;
  rest constant interval := make_interval(hours => settings.min_rest_hours);
  begins constant timestamptz := private.start_of("from");
  ends constant timestamptz := private.start_of("to" + 1);
  days timestamptz[];
begin
  if private.clock_admin(code, kind, acting_as) is null then
    person := (private.clock_worker(project, kind, acting_as)).person;
    if person is null then
      perform private.refuse_stranger();
    end if;
  end if;
  perform private.check_period("from", "to", 'to');
  -- The day of a moment is found among these: a time zone's rules, asked for each turn, take a tenth of the time.
  days := array(select private.start_of(d::date) from generate_series(("from" - 4)::timestamp, "to"::timestamp, interval '1 day') d);
  return jsonb_build_object('outcome', 'hours', 'rows', (
    with registrations as (
      select r.id, coalesce(r.person_id, md5(private.id_key(r.attendant_user_id))::uuid) as person_id, r.attendant_user_id as user_id,
        case r.status when 'pending' then 'waiting' else r.status end as status, r.start_time as started_at, r.end_time as ended_at
      from public.shift_registrations r
      where work_hours.kind = 'attendant' and (r.project_id = code or (code is null and r.project_id is null)) and r.site_id is not distinct from site
        and r.start_time < ends and r.end_time > begins and (person is null or r.person_id = person)
    ), turns as (
      -- A turn with several breaks comes several times. Few and narrow columns: a month of 2 000 people is sorted here, once.
      select t.person_id, t.status, t.shift_registration_id is null as counts, t.started_at, t.ended_at, b.started_at as break_from,
        coalesce(b.ended_at, t.ended_at) as break_to, r.status as of_status, r.started_at as of_from, r.ended_at as of_to,
        lag(t.id) over of_person = t.id as again, lag(width_bucket(t.started_at, days)) over of_person as before_day,
        lag(t.ended_at) over of_person as before_to, lag(coalesce(b.ended_at, t.ended_at)) over of_person as break_before_to
      from public.work_turns t left join public.work_breaks b on b.turn_id = t.id and coalesce(b.ended_at, t.ended_at) > b.started_at
        left join registrations r on r.id = t.shift_registration_id
      -- Both sides of the "or" have an index; "is not distinct from" has none.
      where (t.project_id = code or (code is null and t.project_id is null)) and t.site_id is not distinct from site and t.kind = work_hours.kind
        and t.started_at < ends and t.started_at >= begins - interval '4 days' and t.ended_at > begins - rest
        and (person is null or t.person_id = person)
      window of_person as (partition by t.person_id order by t.started_at, t.ended_at, t.id, b.started_at)
    -- Materialized: planned for few turns, months and their spans would be made once a turn.
    ), months as materialized (
      select greatest(begins, private.start_of(m::date)) as begins, least(ends, private.start_of((m + interval '1 month')::date)) as ends,
        to_char(m, 'YYYY-MM') as month
      from generate_series(date_trunc('month', "from"::timestamp), "to"::timestamp, interval '1 month') m
    ), spans as materialized (
      -- Odd: a turn over another one, a break over another one or outside of its turn or registration. Lengths of all others may be added up.
      select t.person_id, null as user_id, null as name, case when t.counts then t.status end as status, coalesce(t.again, false) as again,
        t.started_at, t.ended_at, case when not t.counts then t.of_status when t.status <> 'rejected' then t.status end as break_of,
        case when not t.counts or t.status <> 'rejected' then t.break_from end as break_from, t.break_to,
        t.before_to > t.started_at - rest and t.before_day <> width_bucket(t.started_at, days) and t.status <> 'rejected' as short_rest,
        t.break_from is null and t.ended_at > t.started_at + make_interval(hours => settings.break_after_hours) and t.status <> 'rejected' as no_break,
        case when t.again then t.break_before_to > t.break_from else t.before_to > t.started_at end or t.break_from < t.started_at or t.break_to > t.ended_at
          or (not t.counts and t.break_from is not null and (t.break_from >= t.of_from and t.break_to <= t.of_to) is not true) as is_odd
      from turns t
      where t.ended_at > begins
      union all
      select r.person_id, r.user_id, null, r.status, false, r.started_at, r.ended_at, null, null, null, false, false,
        r.status = 'rejected' or lag(r.ended_at) over (partition by r.person_id order by r.started_at) > r.started_at
      from registrations r
      union all
      select p.person_id, p.employee_id, p.name, 'planned', false, s.starts_at, s.ends_at, null, null, null, false, false,
        lag(s.ends_at) over (partition by p.person_id order by s.starts_at) > s.starts_at
      from public.planned_shifts s join public.shift_places p on p.shift_id = s.id
      where work_hours.kind = 'ase-employee' and p.state = 'assigned' and s.published_at is not null and s.starts_at < ends and s.ends_at > begins
        and (person is null or p.person_id = person)
    ), sums as (
      select s.person_id, m.begins, m.ends, m.month, max(s.user_id collate "C") as user_id, max(s.name collate "C") as name,
        sum(least(s.ended_at, m.ends) - greatest(s.started_at, m.begins)) filter (where s.status = 'approved' and not s.again) as approved,
        sum(least(s.ended_at, m.ends) - greatest(s.started_at, m.begins)) filter (where s.status = 'waiting' and not s.again) as waiting,
        sum(least(s.ended_at, m.ends) - greatest(s.started_at, m.begins)) filter (where s.status = 'rejected' and not s.again) as rejected,
        sum(least(s.ended_at, m.ends) - greatest(s.started_at, m.begins)) filter (where s.status = 'planned') as planned,
        sum(least(s.break_to, m.ends) - greatest(s.break_from, m.begins))
          filter (where s.break_of = 'approved' and s.break_from < m.ends and s.break_to > m.begins) as approved_breaks,
        sum(least(s.break_to, m.ends) - greatest(s.break_from, m.begins))
          filter (where s.break_of = 'waiting' and s.break_from < m.ends and s.break_to > m.begins) as waiting_breaks,
        bool_or(s.short_rest and s.started_at >= m.begins) as short_rest, bool_or(s.no_break) as no_break,
        -- Registrations beside turns without one may lie over each other, too.
        coalesce(bool_or(s.is_odd), false) or (bool_or(s.user_id is not null and s.status <> 'planned') and bool_or(s.user_id is null and s.status is not null)) as is_odd
      from spans s join months m on s.started_at < m.ends and s.ended_at > m.begins
      group by s.person_id, m.begins, m.ends, m.month
    ), laid as (
      -- Spans laid over each other are one. Ranges take far longer than sums: only odd months of people need them.
      select s.person_id, m.begins, m.month, m.user_id, m.name, m.short_rest, m.no_break,
        coalesce(range_agg(tstzrange(greatest(s.started_at, m.begins), least(s.ended_at, m.ends))) filter (where s.status = 'approved'), '{}') as approved,
        coalesce(range_agg(tstzrange(greatest(s.started_at, m.begins), least(s.ended_at, m.ends))) filter (where s.status = 'waiting'), '{}') as waiting,
        coalesce(range_agg(tstzrange(greatest(s.started_at, m.begins), least(s.ended_at, m.ends))) filter (where s.status = 'rejected'), '{}') as rejected,
        coalesce(range_agg(tstzrange(greatest(s.started_at, m.begins), least(s.ended_at, m.ends))) filter (where s.status = 'planned'), '{}') as planned,
        coalesce(range_agg(tstzrange(greatest(s.break_from, m.begins), least(s.break_to, m.ends)))
          filter (where s.break_from < m.ends and s.break_to > m.begins), '{}') as breaks
      from sums m join spans s on s.person_id = m.person_id and s.started_at < m.ends and s.ended_at > m.begins
      where m.is_odd
      group by s.person_id, m.begins, m.month, m.user_id, m.name, m.short_rest, m.no_break
    ), hours as (
      select m.person_id, m.begins, m.month, m.user_id, m.name, m.short_rest, m.no_break, m.approved - coalesce(m.approved_breaks, '0') as approved, m.waiting - coalesce(m.waiting_breaks, '0') as waiting,
        m.rejected, coalesce(m.approved_breaks + m.waiting_breaks, m.approved_breaks, m.waiting_breaks) as breaks, m.planned
      from sums m where not m.is_odd
      union all
      select p.person_id, p.begins, p.month, p.user_id, p.name, p.short_rest, p.no_break, h.approved, h.waiting, h.rejected, h.breaks, h.planned
      from laid p cross join lateral (
        -- One pass for all: called for each, private.hours_in takes a third of the time.
        select sum(upper(l.span) - lower(l.span)) filter (where l.of = 1) as approved, sum(upper(l.span) - lower(l.span)) filter (where l.of = 2) as waiting,
          sum(upper(l.span) - lower(l.span)) filter (where l.of = 3) as rejected, sum(upper(l.span) - lower(l.span)) filter (where l.of = 4) as breaks,
          sum(upper(l.span) - lower(l.span)) filter (where l.of = 5) as planned
        from (select 1 as of, unnest(p.approved - p.breaks) as span
          union all select 2, unnest(p.waiting - p.approved - p.breaks)
          union all select 3, unnest(p.rejected - p.approved - p.waiting - p.breaks)
          union all select 4, unnest(p.breaks * (p.approved + p.waiting))
          union all select 5, unnest(p.planned)) l) h
    ), rows as (
      -- The newest turn's name, looked up row by row: planned for few people, joined lists of them are compared each with each.
      select h.person_id, h.begins, h.month, coalesce(w.user_id, h.user_id) as user_id, coalesce(w.name, h.name) as name,
        h.approved, h.waiting, h.rejected, h.breaks, h.planned,
        array_remove(array[case when h.short_rest then 'short-rest' end, case when h.no_break then 'no-break' end], null) as marks
      from hours h left join lateral (
        select t.user_id, t.name from public.work_turns t where t.person_id = h.person_id order by t.started_at desc limit 1) w on true
    )
    select coalesce(jsonb_agg(jsonb_build_object('person_id', r.person_id, 'user_id', r.user_id, 'name', r.name, 'month', r.month,
        'approved', private.in_hours(r.approved), 'waiting', private.in_hours(r.waiting), 'rejected', private.in_hours(r.rejected),
        'breaks', private.in_hours(r.breaks), 'planned', private.in_hours(r.planned), 'marks', to_jsonb(r.marks))
      order by r.begins desc, r.user_id collate "C", r.person_id), '[]') from rows r));
end;
$$;
comment on function public.work_hours(text,text,date,date,text) is
  'Hours by person and month: approved registrations less their breaks and approved turns without one, what waits, what was rejected and what is planned; no hour twice. An admin reads the site''s, others their own.';
grant execute on function public.work_hours(text,text,date,date,text) to authenticated;

create or replace function private.erase_clock(most integer)
  returns integer
  language plpgsql
  set search_path = ''
as $$
declare
  -- The calendar year and the two after it.
  since constant timestamptz := private.start_of((date_trunc('year', private.day_of(now())::timestamp) - interval '2 years')::date);
  turns uuid[];
  events integer;
begin
  turns := array(select t.id from public.work_turns t where t.started_at < since and coalesce(t.ended_at, t.started_at) < since
    order by t.started_at limit most);
  perform set_config('parkering.erases', 'yes', true);
  perform private.erase_trail('{work_turns}', turns);
  delete from public.work_turns t where t.id = any (turns);
  delete from public.work_turn_events e where e.id in (
    select o.id from public.work_turn_events o where o.at < since and not exists (select from public.work_turns t where t.id = o.turn_id)
    order by o.at limit most);
  get diagnostics events = row_count;
  perform set_config('parkering.erases', '', true);
  return greatest(cardinality(turns), events);
end;
$$;
comment on function private.erase_clock(integer) is
  'Erases turns with breaks and history after the calendar year and the two after it, at most so many rows of each. Gives the largest count.';

insert into private.staff_functions (function_name)
  values ('clock_in'), ('clock_break'), ('clock_out'), ('resume_turn'), ('type_turn'), ('correct_turn'), ('change_vehicle'), ('review_turns'), ('work_hours');
