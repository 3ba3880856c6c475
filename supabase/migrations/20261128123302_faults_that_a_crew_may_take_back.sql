-- The crew's screen offered `Take back` for faults that the database refuses: the rule is one function, and another one says which open faults it lets the caller take back (document 5 §7).

set local check_function_bodies = off;

create or replace function public.take_back_fault(fault_id uuid, event_id uuid, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  worker constant private.clock_person := private.ase_worker(acting_as);
  caller constant text := worker.person::text;
  answer jsonb := private.answer_of(event_id, 'take_back_fault', caller);
  fault public.vehicle_faults;
  checked public.vehicle_checks;
  turn public.work_turns;
  vehicle public.vehicles;
  other text;
begin
  if answer is not null then
    return answer;
  elsif event_id is null then
    perform private.refuse('unreadable-values', 'event_id');
  end if;
  perform private.lock_cars();
  select f.* into fault from public.vehicle_faults f where f.id = fault_id and private.is_at(f.site_id, f.project_id, private.site_of('ASE'), 'ASE') for update;
  select c.* into checked from public.vehicle_checks c where c.id = fault.check_id;
  select t.* into turn from public.work_turns t where t.person_id = worker.person and t.status = 'running';
  if fault.id is null then
    perform private.refuse('no-such-fault-en', 'fault_id');
  elsif fault.fixed_at is not null then
    answer := jsonb_build_object('outcome', 'fixed_already', 'by', fault.fixed_by, 'at', fault.fixed_at);
  elsif private.may_take_back(worker.person, fault) then
    update public.vehicle_faults f set fixed_by = worker.id, fixed_at = clock_timestamp(), is_taken_back = true where f.id = fault.id;
    select v.* into vehicle from public.vehicles v where v.id = fault.vehicle_id for update;
    other := private.grave_fault(vehicle.id);
    -- The admin's own reason to keep a vehicle off the road stays.
    if vehicle.state = 'out_of_service' and fault.severity = 'not_to_be_driven' and vehicle.state_reason = left(fault.text, 500) then
      update public.vehicles v set state = case when other is null then 'in_service' else v.state end, state_reason = left(other, 500)
        where v.id = vehicle.id returning * into vehicle;
    end if;
    perform private.note_vehicle(vehicle, turn.id, 'fault_taken_back', worker.id, clock_timestamp(), jsonb_build_object('fault_id', fault.id, 'text', fault.text), event_id);
    answer := jsonb_build_object('outcome', 'taken_back', 'state', vehicle.state);
  elsif checked.person_id = worker.person then
    answer := jsonb_build_object('outcome', 'too_late');
  else
    perform private.refuse_stranger();
  end if;
  return private.keep_answer(event_id, 'take_back_fault', caller, answer);
end;
$$;

create or replace function private.may_take_back(worker uuid, fault public.vehicle_faults)
  returns boolean
  language sql stable
  set search_path = ''
as $$
  -- A start is what a phone says: it makes nobody the crew of an earlier turn. Colleagues are those whose turns run on the vehicle now.
  select exists (select from public.work_turns own left join public.vehicle_checks c on c.id = fault.check_id
    where own.person_id = worker and own.status = 'running' and (c.turn_id = own.id
      or (own.vehicle_id = fault.vehicle_id and (
        (c.turn_id is null and c.person_id = worker and fault.reported_at >= own.started_at)
        or exists (select from public.work_turns t where t.id = c.turn_id and t.status = 'running' and t.vehicle_id = fault.vehicle_id)))));
$$;

create or replace function public.own_faults(acting_as text)
  returns jsonb
  language plpgsql stable security definer
  set search_path = ''
as $$
declare
  worker constant private.clock_person := private.ase_worker(acting_as);
begin
  return jsonb_build_object('outcome', 'listed', 'faults', (
    select coalesce(jsonb_agg(f.id order by f.reported_at desc, f.id desc), '[]')
    from (select * from public.vehicle_faults f where f.project_id = 'ASE' and f.fixed_at is null
      and private.is_at(f.site_id, f.project_id, private.site_of('ASE'), 'ASE')
      order by f.reported_at desc, f.id desc limit 500) f
    where private.may_take_back(worker.person, f)));
end;
$$;

grant execute on function public.own_faults(text) to authenticated;

comment on function private.may_take_back(uuid,public.vehicle_faults) is 'Whether a person is on duty as the crew whose check found a fault.';

comment on function public.own_faults(text) is 'The open faults that the employee who calls may take back now.';

insert into private.staff_functions (function_name)
  values ('own_faults')
  on conflict (function_name) do nothing;

select private.grant_for_profile();
