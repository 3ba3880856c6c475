-- law on letters: a letter and the page of a driver named the VAT of today, and not that of the fine; a letter names the source of its address (GDPR 14.2 f), a collector learns of a rejected objection, and nobody is asked for a claim of more than two years (1984:318 §9).

set local check_function_bodies = off;

create or replace function private.case_for_driver(fine public.fines)
  returns jsonb
  language sql stable
  set search_path = ''
as $$
  select jsonb_build_object('outcome', 'found', 'case_number', fine.case_number, 'public_key', fine.public_key, 'plate', fine.plate,
      'street', fine.street, 'observed_from', fine.observed_from, 'issued_at', fine.issued_at, 'violation_code', fine.violation_code,
      'violation_text', fine.violation_text, 'amount', fine.amount, 'fee', fine.fee, 'paid_ore', fine.paid_ore, 'left_ore', fine.left_ore,
      'due_date', fine.due_date, 'status', fine.status, 'delivery', fine.delivery,
      'objection', (select case when o.decision is null then 'open' else 'decided' end from public.objections o
        where o.fine_id = fine.id order by o.decision is null desc, o.created_at desc limit 1),
      'payment_methods', s.payment_methods, 'issuer_name', s.issuer_name, 'org_number', s.org_number, 'principal', s.principal,
      'legal_line', s.legal_line, 'contact_email', s.contact_email, 'contact_phone', s.contact_phone, 'privacy_url', s.privacy_url,
      'refund', private.refund_for_driver(fine), 'vat_percent', fine.vat_percent, 'reminder_wait_days', s.reminder_wait_days,
      'reminder_fee', private.reminder_fee_of(fine))
  from private.settings_of(fine.project_id) s;
$$;

create or replace function private.case_paper(fine public.fines, upto integer)
  returns jsonb
  language sql stable
  set search_path = ''
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
    select r.role, r.name, r.address, r.id_number, r.source from events e join public.case_recipients r on r.id = (e.data ->> 'recipient_id')::uuid
    where e.kind = 'recipient_set' order by e.number desc limit 1
  )
  select jsonb_build_object('id', fine.id, 'project_id', fine.project_id, 'case_number', fine.case_number, 'public_key', fine.public_key, 'plate', fine.plate,
      'car_model', fine.car_model, 'car_color', fine.car_color, 'street', fine.street, 'observed_from', fine.observed_from,
      'issued_at', fine.issued_at, 'issued_by', fine.issued_by, 'violation_code', fine.violation_code, 'violation_text', fine.violation_text,
      'delivery', fine.delivery, 'status', fine.status, 'last_event', fine.last_event, 'amount', fine.amount, 'vat_percent', fine.vat_percent, 'fee', m.fee,
      'paid_ore', m.paid_ore, 'left_ore', (fine.amount + m.fee) * 100::bigint - m.paid_ore,
      'due_date', case when upto is null then fine.due_date::text else coalesce((select r.due_date from reminder r), fine.due_date::text) end,
      'first_due', case when (select r.number from first_reminder r) is null then fine.due_date::text else (select d.day from first_due d) end,
      'reminded_at', (select r.at from reminder r), 'rejected_at', (select max(e.at) from events e where e.kind = 'objection_rejected'),
      'recipient', (select to_jsonb(r) from recipient r))
  from money m;
$$;

create or replace function public.list_case_work(project text, step text, acting_as text)
  returns jsonb
  language plpgsql stable security definer
  set search_path = ''
as $$
declare
  actor constant private.case_actor := private.letters_admin(project, acting_as);
  codes constant text[] := array(select p.code from private.asked_places(actor.project) p);
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
      where f.project_id = any (codes) and f.status in ('issued', 'reminded') and f.due_date < today
        and not exists (select from public.case_recipients r where r.fine_id = f.id)
      order by asked.at is not null, f.due_date, f.id limit 501
    ) w;
  elsif step = 'collection_told' then
    select coalesce(jsonb_agg(private.case_paper(w.fine, null) || jsonb_build_object('asked_at', null, 'changes', w.changes)
        order by (w.fine).case_number), '[]') into listed from (
      select f as fine, c.changes from (
        select distinct e.fine_id as id from public.fine_events e where e.project_id = any (codes) and e.kind = 'handed_to_collection') h
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
      where f.project_id = any (codes) and f.status in ('issued', 'reminded') and (f.due_date < today or f.status = 'reminded')
        -- Nobody is asked to pay a claim that no court would hear any more (1984:318 §9).
        and f.issued_at > now() - interval '2 years'
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
    perform private.refuse('unreadable', 'step');
  end if;
  return jsonb_build_object('outcome', 'listed', 'has_more', jsonb_array_length(listed) > 500, 'cases', listed - 500);
end;
$$;
