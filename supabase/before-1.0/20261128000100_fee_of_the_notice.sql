-- A reminder costs what the notice said when the debt arose, and no more (document 4 §7; lag (1981:739) §§2, 4).

alter table public.fines add column agreed_fee int not null default 0,
  add constraint fines_agreed_fee_range check (agreed_fee between 0 and 60);
comment on column public.fines.agreed_fee is 'The fee of a reminder, in kronor, as it was agreed when the fine was issued.';

-- What nobody noted at the time: as the settings say now.
alter table public.fines disable trigger user;
update public.fines f set agreed_fee = s.reminder_fee from public.site_settings s where s.project_id = f.project_id and s.fee_is_agreed;
alter table public.fines enable trigger user;

create function private.keep_agreed_fee() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.agreed_fee := (select case when s.fee_is_agreed then s.reminder_fee else 0 end from private.settings_of(new.project_id) s);
  return new;
end;
$$;
revoke execute on function private.keep_agreed_fee() from public;
-- Its name puts it behind the trigger that settles the place.
create trigger fines_settle_agreed_fee before insert on public.fines for each row execute function private.keep_agreed_fee();

-- What a reminder of a case would cost today, in kronor.
create function private.reminder_fee_of(fine public.fines) returns int
language sql stable set search_path = ''
as $$
  select case when s.fee_is_agreed then least(s.reminder_fee, fine.agreed_fee) else 0 end from private.settings_of(fine.project_id) s;
$$;
revoke execute on function private.reminder_fee_of(public.fines) from public;

-- As before, with that fee.
create or replace function private.apply_case_event(fine public.fines, actor private.case_actor, event_id uuid, event_kind text, expected_event uuid, note text,
  data jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  roles constant text[] := array[actor.kind] || case when private.is_issuer(fine, actor) then '{issuer}'::text[] else '{}' end;
  given constant jsonb := coalesce(data, '{}');
  made_at constant timestamptz := coalesce((given ->> 'made_at')::timestamptz, now());
  known public.fine_events;
  -- What the case is before anything; `fine` becomes what it will be.
  old constant public.fines := fine;
  step private.case_transitions;
  kept jsonb;
begin
  select e.* into known from public.fine_events e where e.id = event_id;
  if known.id is not null and (known.fine_id, known.kind, private.id_key(known.by_id), known.by_account)
    is distinct from (fine.id, event_kind, private.id_key(actor.id), actor.account) then
    perform private.refuse('PK010', 'event_id', 'Händelsen är redan sparad för något annat.');
  end if;
  if known.id is not null then
    return jsonb_build_object('outcome', 'recorded', 'status', fine.status, 'left_ore', fine.left_ore, 'last_event', fine.last_event);
  end if;
  if expected_event <> fine.last_event and exists (select from private.case_transitions t where t.kind = event_kind and t.moves) then
    raise exception '%', 'Ärendet har ändrats sedan du öppnade det. Det är nu: ' || private.status_in_words(fine.status) || '.'
      using errcode = 'PK006', detail = 'expected_event', hint = fine.status;
  end if;
  -- Who may, before what is wrong with it.
  perform private.transition_of(event_kind, fine.status, roles, array(select distinct n from private.case_transitions t, unnest(t.needs) n));
  perform private.require_case_data(event_kind, note, given);
  if event_kind in ('payment', 'refunded', 'payment_undone') and (event_kind <> 'refunded' or old.left_ore < 0) and (event_kind <> 'payment_undone' or old.paid_ore > 0) then
    fine := private.pay(fine, event_kind, event_id, given, actor);
  end if;
  step := private.transition_of(event_kind, old.status, roles, private.case_facts(fine, old.left_ore, old.paid_ore, actor, made_at));
  if 'note' = any (step.wants) and coalesce(note, '') !~ '\S' then
    perform private.refuse('PK008', 'note', 'Ange ett skäl.');
  end if;
  if 'due_date' = any (step.wants) then
    if coalesce(given ->> 'due_date', '') !~ '^\d{4}-\d\d-\d\d$' or (given ->> 'due_date')::date < private.day_of(now()) then
      perform private.refuse('PK002', 'due_date', 'Ange ett nytt förfallodatum, i dag eller senare.');
    end if;
    fine.due_date := (given ->> 'due_date')::date;
  end if;
  if event_kind = 'reminded' and not exists (select from public.fine_events e where e.fine_id = fine.id and (e.data ->> 'fee')::int > 0) then
    -- The fee once a case, and only as it was agreed.
    fine.fee := private.reminder_fee_of(fine);
  end if;
  kept := private.keep_case_data(fine, event_kind, event_id, note, given, actor);
  if event_kind = 'reminded' and fine.fee = old.fee then
    kept := kept || '{"fee": 0}';
  end if;
  fine.status := case step.to_status when 'before' then private.status_before_paid(fine.id) else coalesce(step.to_status, fine.status) end;
  update public.fines f set status = fine.status, paid_ore = fine.paid_ore, fee = fine.fee, due_date = fine.due_date,
      delivery = case when event_kind = 'delivered' then given ->> 'delivery' else f.delivery end,
      needs_review = f.needs_review and event_kind <> 'reviewed',
      last_event = case when step.moves then event_id else f.last_event end
    where f.id = old.id returning * into fine;
  perform private.add_case_event(fine.id, fine.project_id, event_id, event_kind, actor, made_at,
    -- Texts of drivers and decisions lie with their objection.
    case when event_kind in ('objected', 'supplemented', 'objection_accepted', 'objection_rejected') then null else note end,
    kept, old.status, fine.status);
  return jsonb_build_object('outcome', 'recorded', 'status', fine.status, 'left_ore', fine.left_ore, 'last_event', fine.last_event);
end;
$$;

-- As before, with that fee.
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
          select from public.fine_events e where e.fine_id = (w.fine).id and (e.data ->> 'fee')::int > 0)
        then (w.fine).fee else private.reminder_fee_of(w.fine) end as fee
    ) next;
  else
    perform private.refuse('PK008', 'step', 'Uppgiften saknas eller kan inte läsas.');
  end if;
  return jsonb_build_object('outcome', 'listed', 'has_more', jsonb_array_length(listed) > 500, 'cases', listed - 500);
end;
$$;

-- As before, with that fee.
create or replace function private.case_for_driver(fine public.fines) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('outcome', 'found', 'case_number', fine.case_number, 'public_key', fine.public_key, 'plate', fine.plate,
      'street', fine.street, 'observed_from', fine.observed_from, 'issued_at', fine.issued_at, 'violation_code', fine.violation_code,
      'violation_text', fine.violation_text, 'amount', fine.amount, 'fee', fine.fee, 'paid_ore', fine.paid_ore, 'left_ore', fine.left_ore,
      'due_date', fine.due_date, 'status', fine.status, 'delivery', fine.delivery,
      'objection', (select case when o.decision is null then 'open' else 'decided' end from public.objections o
        where o.fine_id = fine.id order by o.decision is null desc, o.created_at desc limit 1),
      'payment_methods', s.payment_methods, 'issuer_name', s.issuer_name, 'org_number', s.org_number, 'principal', s.principal,
      'legal_line', s.legal_line, 'contact_email', s.contact_email, 'contact_phone', s.contact_phone, 'privacy_url', s.privacy_url,
      'vat_percent', s.vat_percent, 'reminder_wait_days', s.reminder_wait_days,
      'reminder_fee', private.reminder_fee_of(fine))
  from private.settings_of(fine.project_id) s;
$$;
