-- Places given away (document 5 §7). Until an offer is done, its holder is responsible for the place.

create or replace function public.offer_place(offer jsonb, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  worker constant private.clock_person := private.ase_worker(acting_as);
  caller constant text := worker.person::text;
  wanted public.shift_offers;
  answer jsonb;
  place public.shift_places;
  receiver public.ase_employees;
  stored public.shift_offers;
begin
  begin
    wanted := jsonb_populate_record(null::public.shift_offers, offer);
  exception when data_exception then
    perform private.refuse('unreadable-value', 'offer');
  end;
  if wanted.id is null then
    perform private.refuse('unreadable-value', 'offer');
  end if;
  answer := private.answer_of(wanted.id, 'offer_place', caller);
  if answer is not null then
    return answer;
  end if;
  place := private.own_place(wanted.place_id, worker);
  if wanted.to_employee_id ~ '\S' then
    receiver := private.employee_of(wanted.to_employee_id);
    if receiver.id = worker.person then
      perform private.refuse('no-such-employee', 'to_employee_id');
    end if;
  end if;
  select o.* into stored from public.shift_offers o where o.place_id = place.id and o.state in ('open', 'proposed', 'agreed');
  if place.state <> 'assigned' then
    answer := private.place_changed(place);
  elsif stored.id is not null then
    answer := jsonb_build_object('outcome', 'changed', 'now', stored.state, 'by', stored.employee_id, 'at', stored.created_at);
  elsif private.shift_state(private.open_shift(place.shift_id, true)) <> 'planned' then
    answer := jsonb_build_object('outcome', 'changed', 'now', 'begun');
  else
    insert into public.shift_offers (id, shift_id, place_id, person_id, employee_id, name, to_person_id, to_employee_id, state)
      values (wanted.id, place.shift_id, place.id, worker.person, worker.id, left(worker.name, 200), receiver.id, receiver.employee_id,
        case when receiver.id is null then 'open' else 'proposed' end) returning * into stored;
    perform private.note_shift(place.shift_id, 'offered', worker.id, null, null, stored, jsonb_build_object('to', receiver.employee_id));
    perform private.tell_of_plan('shift_offered', place.shift_id, jsonb_build_object('state', stored.state), worker.id);
    answer := jsonb_build_object('outcome', stored.state);
  end if;
  return private.keep_answer(wanted.id, 'offer_place', caller, answer);
end;
$$;
comment on function public.offer_place(jsonb,text) is 'The holder of a place offers it to one colleague, or to whoever may take it.';
grant execute on function public.offer_place(jsonb,text) to authenticated;

create or replace function private.finish_offer(offer public.shift_offers, by text, event_id uuid, data jsonb)
  returns void
  language plpgsql
  set search_path = ''
as $$
declare
  place public.shift_places;
begin
  update public.shift_offers o set state = 'done', decided_by = left(finish_offer.by, 320) where o.id = offer.id;
  perform private.note_shift(offer.shift_id, 'approved', by, event_id, null, offer, data);
  select p.* into place from public.shift_places p where p.id = offer.place_id;
  perform private.end_place(place, 'left', offer.employee_id);
  perform private.put_place(offer.shift_id, null, private.employee_of(offer.agreed_by), by);
end;
$$;
comment on function private.finish_offer(public.shift_offers,text,uuid,jsonb) is 'A place changes hands: the old one is left and a new one assigned, in one step.';

create or replace function public.answer_offer(offer_id uuid, event_id uuid, kind text, expected text, reason text, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  decides constant boolean := coalesce(kind in ('approved', 'refused'), false);
  actor text;
  person uuid;
  answer jsonb;
  offer public.shift_offers;
  reasons jsonb;
begin
  if kind is null or kind not in ('agreed', 'declined', 'withdrawn', 'approved', 'refused') or event_id is null or length(reason) > 500 then
    perform private.refuse('unreadable-value', 'kind');
  elsif decides then
    actor := private.ase_admin(acting_as);
  else
    select w.id, w.person into actor, person from private.ase_worker(acting_as) w;
  end if;
  answer := private.answer_of(event_id, 'answer_offer', coalesce(person::text, 'ase-admin ' || private.id_key(actor)));
  if answer is not null then
    return answer;
  elsif kind = 'refused' then
    perform private.require_reason(reason, 'ase-employee');
  end if;
  perform private.lock_plan();
  select o.* into offer from public.shift_offers o where o.id = offer_id;
  -- An offer to somebody else is as unknown as none.
  if not decides and (offer.id is null or (kind = 'declined' and person is distinct from offer.to_person_id)
    or (kind = 'withdrawn' and person <> offer.person_id and person is distinct from offer.agreed_person_id)
    or (kind = 'agreed' and (person = offer.person_id or (offer.to_person_id is not null and person <> offer.to_person_id)))) then
    perform private.refuse_stranger();
  elsif offer.id is null then
    perform private.refuse('no-such-offer', 'offer_id');
  end if;
  reasons := private.shift_objections(coalesce(offer.agreed_person_id, person), private.open_shift(offer.shift_id, true));
  if (kind, offer.state) in (('declined', 'declined'), ('approved', 'done'), ('refused', 'refused'))
    or (kind = 'agreed' and offer.state in ('agreed', 'done') and offer.agreed_person_id = person)
    or (kind = 'withdrawn' and offer.state = 'withdrawn') then
    answer := jsonb_build_object('outcome', 'unchanged', 'state', offer.state);
  elsif offer.state is distinct from expected or not (case kind
      when 'agreed' then offer.state in ('open', 'proposed')
      when 'declined' then offer.state = 'proposed'
      when 'withdrawn' then offer.state in ('open', 'proposed', 'agreed')
      else offer.state = 'agreed' end) then
    answer := jsonb_build_object('outcome', 'changed', 'now', offer.state,
      'by', case when decides or person in (offer.person_id, offer.to_person_id, offer.agreed_person_id) then coalesce(offer.decided_by, offer.agreed_by) end);
  elsif kind in ('agreed', 'approved') and reasons <> '[]' and (kind = 'agreed' or coalesce(reason, '') !~ '\S') then
    return jsonb_build_object('outcome', 'not_eligible', 'reasons', reasons);
  else
    if kind = 'agreed' then
      update public.shift_offers o set state = 'agreed', agreed_person_id = person, agreed_by = actor where o.id = offer.id returning o.* into offer;
    elsif kind = 'withdrawn' and offer.state = 'agreed' then
      update public.shift_offers o set state = 'open', agreed_person_id = null, agreed_by = null, to_person_id = null, to_employee_id = null
        where o.id = offer.id returning o.* into offer;
    elsif kind in ('declined', 'withdrawn', 'refused') then
      update public.shift_offers o set state = answer_offer.kind, reason = nullif(btrim(answer_offer.reason), ''),
          decided_by = case when decides then left(actor, 320) end
        where o.id = offer.id returning o.* into offer;
    end if;
    if kind = 'approved' then
      perform private.finish_offer(offer, actor, event_id, jsonb_build_object('reason', nullif(btrim(reason), ''), 'reasons', nullif(reasons, '[]')));
    else
      perform private.note_shift(offer.shift_id, case kind when 'refused' then 'offer_refused' else kind end, actor, event_id, null, offer,
        jsonb_build_object('reason', nullif(btrim(reason), '')));
      if kind = 'agreed' and not (private.ase_settings_of()).offers_need_admin then
        perform private.finish_offer(offer, actor, null, '{}');
      end if;
    end if;
    select o.* into offer from public.shift_offers o where o.id = offer.id;
    answer := jsonb_build_object('outcome', offer.state);
  end if;
  return private.keep_answer(event_id, 'answer_offer', coalesce(person::text, 'ase-admin ' || private.id_key(actor)), answer);
end;
$$;
comment on function public.answer_offer(uuid,uuid,text,text,text,text) is
  'Agrees to an offer, declines or withdraws it; the admin approves or refuses what two agreed. Eligibility is asked again at approval.';
grant execute on function public.answer_offer(uuid,uuid,text,text,text,text) to authenticated;

insert into private.staff_functions (function_name)
  values ('offer_place'), ('answer_offer');
