-- reminders in time: a case of more than two years was reminded and handed to collection from its page, though no list offered it (1984:318 §9).

set local check_function_bodies = off;

create or replace function private.case_facts(fine public.fines, left_before bigint, paid_before bigint, actor private.case_actor, made_at timestamp with time zone)
  returns text[]
  language sql stable
  set search_path = ''
as $$
  with events as (
    select coalesce(max(e.number) filter (where e.kind = 'recipient_set'), 0) as recipient,
      coalesce(max(e.number) filter (where e.kind = 'reminded' and private.reminder_holds(e.fine_id, e.number)), 0) as reminder,
      coalesce(max(e.number) filter (where e.kind in ('reminded', 'reminder_undone')), 0) as latest,
      (array_agg(e.kind order by e.number desc) filter (where e.status_before <> e.status_after))[1] as last_move
    from public.fine_events e where e.fine_id = fine.id
  ), settings as (
    select (private.settings_of(fine.project_id)).*
  )
  select array_agg(f.fact) filter (where f.is_so)
  from events, settings, private.day_of(now()) today (today), lateral (values
    ('settled', (fine.amount + fine.fee) * 100::bigint - fine.paid_ore <= small_balance * 100),
    ('unsettled', (fine.amount + fine.fee) * 100::bigint - fine.paid_ore > small_balance * 100),
    ('too-much', left_before < 0),
    ('by-hand', paid_before > 0 and private.by_hand(fine.id) > 0),
    ('not-own', private.id_key(fine.issued_by) <> private.id_key(actor.id) and not exists (
      select from public.fine_events e where e.fine_id = fine.id and e.number = 1 and private.id_key(e.by_id) = private.id_key(actor.id))),
    ('not-by-objection', last_move is distinct from 'objection_accepted'),
    ('fresh', made_at between fine.issued_at - interval '10 minutes' and fine.issued_at + interval '10 minutes'
      and now() <= fine.received_at + interval '10 minutes'),
    ('overdue', today > fine.due_date),
    ('waited', today > fine.due_date and today >= fine.due_date + reminder_wait_days),
    ('delivered', coalesce(fine.delivery in ('fixed', 'handed'), false)),
    ('has-recipient', exists (
      select from public.fine_events e join public.case_recipients r on r.id = (e.data ->> 'recipient_id')::uuid
      where e.fine_id = fine.id and e.number = recipient and r.address ~ '\S')),
    ('told-recipient', reminder > recipient),
    ('untold-recipient', recipient > reminder),
    ('unpaid-reminder', reminder > 0 and reminder = latest and not exists (
      select from public.fine_events e join public.payments p on p.id = e.id
      where e.fine_id = fine.id and e.number > reminder having sum(p.amount_ore) <> 0)),
    ('reviewed', not fine.needs_review),
    -- Nobody is asked to pay a claim that no court would hear any more (1984:318 §9).
    ('in-time', fine.issued_at > now() - interval '2 years')
  ) as f (fact, is_so);
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

update private.case_transitions set needs = '{waited,delivered,has-recipient,reviewed,in-time}' where place = '60';
update private.case_transitions set needs = '{delivered,has-recipient,untold-recipient,reviewed,in-time}' where place = '61';
update private.case_transitions set needs = '{overdue,told-recipient,in-time}' where place = '62';
