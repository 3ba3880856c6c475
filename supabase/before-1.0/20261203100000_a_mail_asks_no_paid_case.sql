-- A small balance is let go: the driver's page says paid, and the decision's mail asked for the few kronor that are left.

-- As before; a paid case has nothing left to ask for.
create or replace function private.mail_decision(fine public.fines, objection public.objections) returns uuid
language plpgsql set search_path = ''
as $$
declare
  message uuid;
begin
  if (select count(*) from public.outbox o where o.fine_id = fine.id and o.event = 'decision'
    and o.facts ->> 'objection_id' = objection.id::text and o.made_at > now() - interval '24 hours') >= 5 then
    perform private.refuse('PK014', 'objection_id', 'Svaret har skickats fem gånger det senaste dygnet. Försök igen i morgon.');
  end if;
  insert into public.outbox (project_id, fine_id, about, channel, event, facts)
  select fine.project_id, fine.id, fine.id, 'mail', 'decision', jsonb_build_object('case_number', fine.case_number,
    'objection_id', objection.id, 'decision', objection.decision, 'left_ore', case when fine.status = 'paid' then 0 else fine.left_ore end,
    'due_date', fine.due_date, 'lang', objection.lang)
  where private.is_mail_address(objection.email) and (select s.sends_mail from private.settings s)
  returning id into message;
  return message;
end;
$$;
