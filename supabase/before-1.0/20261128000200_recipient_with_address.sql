-- A letter needs an address: a recipient without one is none that a reminder could go to (document 4 §4).

-- As before, with the address of the recipient that counts.
create or replace function private.case_facts(fine public.fines, left_before bigint, paid_before bigint, actor private.case_actor, made_at timestamptz)
returns text[]
language sql stable set search_path = ''
as $$
  with events as (
    select coalesce(max(e.number) filter (where e.kind = 'recipient_set'), 0) as recipient,
      coalesce(max(e.number) filter (where e.kind = 'reminded'), 0) as reminder,
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
    ('has-paid', paid_before > 0),
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
    ('reviewed', not fine.needs_review)
  ) as f (fact, is_so);
$$;
