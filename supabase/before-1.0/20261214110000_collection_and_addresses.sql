-- A debt collector's file had no number of the person or company, though the owner's file had one, and nothing told the agency of money that came
-- later, or of a claim that was withdrawn or called back. An objection by letter had no address, so that no answer could be sent by post.

alter table public.case_recipients add column id_number text not null default '';
alter table public.case_recipients add constraint case_recipients_id_number_length check (length(id_number) <= 30);
comment on column public.case_recipients.id_number is 'The number of the person or company, as the owner''s register has it; erased with the row.';

alter table public.objections add column address text not null default '';
alter table public.objections add constraint objections_address_length check (length(address) <= 500);
comment on column public.objections.address is 'Where the answer goes by post; empty where it goes to a recipient of the case.';
-- It goes with the other words of a person.
create function private.erase_address() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if private.erases() then
    new.address := '';
  end if;
  return new;
end;
$$;
revoke execute on function private.erase_address() from public;
create trigger objections_erase_address before update on public.objections
  for each row when (old.address <> '') execute function private.erase_address();

create or replace function private.erase_trail(of_subjects text[], ids uuid[]) returns void
language sql set search_path = ''
as $$
  update public.audit_trail t set before = t.before - p.personal, after = t.after - p.personal
  from (values ('{plate,ref_number,car_model,car_color,street,discord_username,notes,observed_reason,parking_snapshot,accepted_warnings,review_reasons,name,email,text,reply,photos,address,id_number,source,payer_text,holder,note,attendant_note,path,sha256,asked_by,verified}'::text[])) p (personal)
  where t.row_id = any (ids::text[]) and t.subject = any (of_subjects)
    and t.subject in ('parkings', 'fines', 'fine_photos', 'payments', 'objections', 'case_recipients', 'permits', 'person_extracts');
$$;

-- Each change is told once: a case's changes since `collection_told`, or since the claim was handed over.
insert into private.case_transitions (place, kind, from_status, by, needs, to_status, moves, wants) values
  (77, 'collection_told', null, '{admin}', '{}', null, false, '{}');
create index fine_events_told_idx on public.fine_events (project_id, at, id) where kind = 'collection_told';

create or replace function private.keep_case_data(fine public.fines, kind text, event_id uuid, note text, data jsonb, actor private.case_actor) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  objection uuid := (select o.id from public.objections o where o.fine_id = fine.id and o.decision is null);
begin
  case kind
    when 'payment', 'refunded', 'payment_undone', 'payment_moved' then
      return (select jsonb_build_object('payment_id', p.id, 'amount_ore', p.amount_ore, 'value_date', p.value_date)
        from public.payments p where p.id = event_id);
    when 'objected' then
      insert into public.objections (id, fine_id, project_id, name, email, address, text, photos, ground, received_at, received_by, reply_key_hash, lang)
        values (event_id, fine.id, fine.project_id, coalesce(data ->> 'name', ''), coalesce(data ->> 'email', ''), coalesce(data ->> 'address', ''), note,
          coalesce(data -> 'photos', '[]'), data ->> 'ground', coalesce((data ->> 'received_at')::timestamptz, now()),
          case when actor.kind <> 'driver' then actor.id end, data ->> 'reply_key_hash', coalesce(data ->> 'lang', 'sv'));
      return jsonb_build_object('objection_id', event_id);
    when 'supplemented' then
      update public.objections o set text = o.text || E'\n\n' || note where o.id = objection;
      return jsonb_build_object('objection_id', objection);
    when 'objection_accepted', 'objection_rejected' then
      update public.objections o set decision = substr(kind, 11), reply = note, decided_by = actor.id, decided_at = now() where o.id = objection;
      return jsonb_build_object('objection_id', objection, 'due_date', data -> 'due_date');
    when 'withdrawn' then
      update public.objections o set decision = 'withdrawn', reply = null, decided_by = actor.id, decided_at = now() where o.id = objection;
      return jsonb_strip_nulls(jsonb_build_object('ground', data ->> 'ground', 'objection_id', objection));
    when 'reminded' then
      return jsonb_build_object('due_date', data -> 'due_date', 'fee', fine.fee);
    when 'reopened' then
      return jsonb_build_object('due_date', data -> 'due_date');
    when 'recipient_set' then
      insert into public.case_recipients (id, fine_id, project_id, role, name, address, id_number, source)
        values (event_id, fine.id, fine.project_id, data ->> 'role', data ->> 'name', coalesce(data ->> 'address', ''),
          coalesce(data ->> 'id_number', ''), coalesce(data ->> 'source', ''));
      return jsonb_build_object('recipient_id', event_id);
    when 'delivered' then
      return jsonb_build_object('delivery', data ->> 'delivery');
    when 'photo_added' then
      if not exists (select from public.fine_photos p where p.id = (data ->> 'id')::uuid and p.fine_id = fine.id) then
        perform private.add_photos(fine, jsonb_build_array(data));
      end if;
      return jsonb_build_object('photo_id', data ->> 'id');
    else
      return '{}';
  end case;
end;
$$;

create or replace function private.case_paper(fine public.fines, upto int) returns jsonb
language sql stable set search_path = ''
as $$
  with events as (
    -- A reminder that was taken back later than that holds.
    select e.*, e.kind = 'reminded' and lead(e.kind) over (partition by e.kind in ('reminded', 'reminder_undone') order by e.number)
      is not distinct from 'reminder_undone' as is_undone
    from public.fine_events e where e.fine_id = fine.id and e.number <= coalesce(upto, e.number)
  ), money as (
    select case when upto is null then fine.fee else coalesce(sum((e.data ->> 'fee')::int) filter (where e.kind = 'reminded' and not e.is_undone), 0) end as fee,
      case when upto is null then fine.paid_ore else coalesce(sum((e.data ->> 'amount_ore')::bigint)
        filter (where e.kind in ('payment', 'refunded', 'payment_undone', 'payment_moved')), 0) end as paid_ore
    from events e
  ), reminder as (
    select e.number, e.at, e.data ->> 'due_date' as due_date from events e where e.kind = 'reminded' and not e.is_undone order by e.number desc limit 1
  ), first_reminder as (
    select min(e.number) as number from events e where e.kind = 'reminded' and not e.is_undone
  ), first_due as (
    -- A corrected day stands in no event: then it is not told.
    select e.data ->> 'due_date' as day from events e, first_reminder r
    where e.number < r.number and (e.data ? 'due_date' or (e.kind = 'corrected' and e.data -> 'before' ? 'due_date'))
    order by e.number desc limit 1
  ), recipient as (
    select r.role, r.name, r.address, r.id_number from events e join public.case_recipients r on r.id = (e.data ->> 'recipient_id')::uuid
    where e.kind = 'recipient_set' order by e.number desc limit 1
  )
  select jsonb_build_object('id', fine.id, 'case_number', fine.case_number, 'public_key', fine.public_key, 'plate', fine.plate,
      'car_model', fine.car_model, 'car_color', fine.car_color, 'street', fine.street, 'observed_from', fine.observed_from,
      'issued_at', fine.issued_at, 'issued_by', fine.issued_by, 'violation_code', fine.violation_code, 'violation_text', fine.violation_text,
      'delivery', fine.delivery, 'status', fine.status, 'last_event', fine.last_event, 'amount', fine.amount, 'fee', m.fee,
      'paid_ore', m.paid_ore, 'left_ore', (fine.amount + m.fee) * 100::bigint - m.paid_ore,
      'due_date', case when upto is null then fine.due_date::text else coalesce((select r.due_date from reminder r), fine.due_date::text) end,
      'first_due', case when (select r.number from first_reminder r) is null then fine.due_date::text else (select d.day from first_due d) end,
      'reminded_at', (select r.at from reminder r),
      'recipient', (select to_jsonb(r) from recipient r))
  from money m;
$$;

-- What a debt collector has to know of a claim that they have: events of it after `after`, up to `upto`; what was called back is not theirs any more.
create function private.collection_changes(fine public.fines, after int, upto int) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('id', e.id, 'kind', e.kind, 'at', e.at, 'amount_ore', e.data -> 'amount_ore',
      'value_date', e.data -> 'value_date', 'ground', e.data -> 'ground', 'left_ore', case when e.status_after in ('withdrawn', 'written_off') then 0
        else (private.case_paper(fine, e.number) ->> 'left_ore')::bigint end)) order by e.number), '[]')
  from public.fine_events e
  where e.fine_id = fine.id and e.number > after and e.number <= coalesce(upto, e.number)
    and e.kind in ('payment', 'payment_undone', 'payment_moved', 'recalled', 'withdrawn', 'written_off', 'objected', 'objection_accepted',
      'objection_rejected')
    and (select h.kind from public.fine_events h where h.fine_id = e.fine_id and h.number < e.number
      and h.kind in ('handed_to_collection', 'recalled') order by h.number desc limit 1) = 'handed_to_collection';
$$;
revoke execute on function private.collection_changes(public.fines, int, int) from public;

create or replace function public.list_case_work(project text, step text, acting_as text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  actor constant private.case_actor := private.money_admin(project, acting_as);
  today constant date := private.day_of(now());
  listed jsonb;
begin
  if step = 'exported' then
    select coalesce(jsonb_agg(private.case_paper(w.fine, null) || jsonb_build_object('asked_at', w.asked_at)
        order by w.asked_at is not null, (w.fine).due_date, (w.fine).id), '[]') into listed from (
      select f as fine, asked.at as asked_at from public.fines f
      cross join lateral (
        select max(e.at) as at from public.fine_events e
        where e.fine_id = f.id and e.kind = 'exported' and e.note = private.asked_for_owner()
      ) asked
      where f.project_id = actor.project and f.status in ('issued', 'reminded') and f.due_date < today
        and not exists (select from public.case_recipients r where r.fine_id = f.id)
      order by asked.at is not null, f.due_date, f.id limit 501
    ) w;
  elsif step = 'collection_told' then
    select coalesce(jsonb_agg(private.case_paper(w.fine, null) || jsonb_build_object('asked_at', null, 'changes', w.changes)
        order by (w.fine).case_number), '[]') into listed from (
      select f as fine, c.changes from (
        select distinct e.fine_id as id from public.fine_events e where e.project_id = actor.project and e.kind = 'handed_to_collection') h
      join public.fines f on f.id = h.id
      cross join lateral (
        select private.collection_changes(f, coalesce((
          select max(t.number) from public.fine_events t where t.fine_id = f.id and t.kind = 'collection_told'), 0), null) as changes
      ) c
      where c.changes <> '[]'
      order by f.case_number limit 501
    ) w;
  elsif step in ('reminded', 'handed_to_collection') then
    select coalesce(jsonb_agg(private.case_paper(w.fine, null) || jsonb_build_object('asked_at', null)
        || case when step = 'reminded' then jsonb_build_object('fee', next.fee, 'left_ore',
          ((w.fine).amount + next.fee) * 100::bigint - (w.fine).paid_ore) else '{}' end
        order by (w.fine).due_date, (w.fine).id), '[]') into listed from (
      select f as fine from public.fines f
      where f.project_id = actor.project and f.status in ('issued', 'reminded') and (f.due_date < today or f.status = 'reminded')
        and exists (select from public.case_recipients r where r.fine_id = f.id)
        and exists (select from private.case_transitions t where t.kind = step and f.status = any (t.from_status)
          and t.needs <@ private.case_facts(f, f.left_ore, f.paid_ore, actor, now()))
      order by f.due_date, f.id limit 501
    ) w
    cross join lateral (
      -- Once a case, as when the reminder is recorded.
      select case when exists (
          select from public.fine_events e where e.fine_id = (w.fine).id and (e.data ->> 'fee')::int > 0
            and private.reminder_holds(e.fine_id, e.number))
        then (w.fine).fee else private.reminder_fee_of(w.fine) end as fee
    ) next;
  else
    perform private.refuse('PK008', 'step', 'Uppgiften saknas eller kan inte läsas.');
  end if;
  return jsonb_build_object('outcome', 'listed', 'has_more', jsonb_array_length(listed) > 500, 'cases', listed - 500);
end;
$$;

create or replace function public.list_sent_cases(project text, step text, day date, ids uuid[], acting_as text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  actor constant private.case_actor := private.money_admin(project, acting_as);
  listed jsonb;
begin
  select coalesce(jsonb_agg(s.paper order by s.at, s.case_number), '[]') into listed from (
    select e.at, f.case_number, private.case_paper(f, e.number) || jsonb_build_object('event_id', e.id, 'sent_at', e.at, 'sent_by', e.by_id)
        || case e.kind when 'collection_told' then jsonb_build_object('changes', private.collection_changes(f, coalesce((
          select max(t.number) from public.fine_events t where t.fine_id = f.id and t.kind = e.kind and t.number < e.number), 0), e.number))
          else '{}' end as paper
    from public.fine_events e join public.fines f on f.id = e.fine_id
    where e.project_id = actor.project and e.kind = step and e.kind in ('exported', 'reminded', 'handed_to_collection', 'collection_told')
      and (e.kind <> 'exported' or e.note = private.asked_for_owner())
      -- The letters of a reminder that was taken back are not printed again.
      and (e.id = any (ids) or (ids is null and (e.kind <> 'reminded' or private.reminder_holds(e.fine_id, e.number)) and e.at >= (day::timestamp at time zone 'Europe/Stockholm')
        and e.at < ((day + 1)::timestamp at time zone 'Europe/Stockholm')))
    order by e.at, f.case_number limit 1001
  ) s;
  return jsonb_build_object('outcome', 'listed', 'has_more', jsonb_array_length(listed) > 1000, 'cases', listed - 1000);
end;
$$;

create or replace function public.record_case_events(project text, kind text, events jsonb, acting_as text) returns jsonb
language plpgsql security definer set search_path = ''
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
  if coalesce(kind, '') not in ('exported', 'recipient_set', 'reminded', 'reminder_undone', 'handed_to_collection', 'collection_told') then
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
  if kind in ('exported', 'handed_to_collection', 'collection_told') and leaving is not null then
    perform private.add_to_trail('export', 'fines', actor.project, null, null, jsonb_build_object('kind', kind, 'case_number', leaving));
  end if;
  return jsonb_build_object('outcome', 'recorded', 'results', answers);
end;
$$;
