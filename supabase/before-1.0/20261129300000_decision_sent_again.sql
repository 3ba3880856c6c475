-- `Skicka svar` (document 4 §5): a decision goes by mail by itself, and an admin has it sent again, or sent that was not.

-- The mail of a decision to whoever objected; none where the server sends no mail or nobody gave an address. Null then.
create function private.mail_decision(fine public.fines, objection public.objections) returns uuid
language sql set search_path = ''
as $$
  insert into public.outbox (project_id, fine_id, about, channel, event, facts)
  select fine.project_id, fine.id, fine.id, 'mail', 'decision', jsonb_build_object('case_number', fine.case_number,
    'objection_id', objection.id, 'decision', objection.decision, 'left_ore', fine.left_ore, 'due_date', fine.due_date)
  where private.is_mail_address(objection.email) and (select s.sends_mail from private.settings s)
  returning id;
$$;
revoke execute on function private.mail_decision(public.fines, public.objections) from public;

-- As it was (20261127600000_messages_out.sql), but for the insert, which two need now.
create or replace function private.tell_of_case() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  fine public.fines;
  objection public.objections;
begin
  select f.* into fine from public.fines f where f.id = new.fine_id;
  select o.* into objection from public.objections o where o.id = (new.data ->> 'objection_id')::uuid;
  if new.kind = 'issued' then
    perform private.tell_hooks('fine_issued', fine.project_id, fine.site_id, fine.id, fine.id, jsonb_build_object('case_number', fine.case_number,
      'street', fine.street, 'violation', fine.violation_text, 'amount', fine.amount), fine.plate, fine.issued_by);
  elsif new.kind in ('objected', 'supplemented') then
    perform private.tell_hooks('objection', fine.project_id, fine.site_id, fine.id, fine.id, jsonb_build_object('case_number', fine.case_number,
      'is_more', new.kind = 'supplemented'), fine.plate, nullif(objection.name, ''));
  else
    perform private.mail_decision(fine, objection);
  end if;
  return null;
end;
$$;

create function public.send_decision(objection_id uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  fine public.fines;
  objection public.objections;
  latest public.outbox;
  sent uuid;
begin
  -- The case first, as whoever decides holds it; two presses make one mail.
  select f.* into fine from public.fines f
    where f.id = (select o.fine_id from public.objections o where o.id = send_decision.objection_id) for update;
  if fine.id is null or not private.is_admin_of(fine.project_id, fine.site_id) then
    raise exception 'Du har inte behörighet till detta.' using errcode = '42501';
  end if;
  select o.* into objection from public.objections o where o.id = send_decision.objection_id;
  if objection.decision is null then
    perform private.refuse('PK005', 'objection_id', 'Bestridandet är inte avgjort.');
  end if;
  select o.* into latest from public.outbox o
    where o.fine_id = fine.id and o.event = 'decision' and o.facts ->> 'objection_id' = objection.id::text order by o.number desc limit 1;
  if latest.gave_up_at is not null then
    perform public.send_message_again(latest.id);
  elsif latest.id is null or latest.sent_at is not null then
    sent := private.mail_decision(fine, objection);
    if sent is null then
      perform private.refuse('PK005', 'email', 'Det finns ingen e-postadress att skicka till, eller så är e-post inte inställd.');
    end if;
    perform private.add_to_trail('insert', 'outbox', fine.project_id, sent::text, null, jsonb_build_object('fine_id', fine.id));
  end if;
end;
$$;
comment on function public.send_decision is 'Has the decision on an objection sent by mail again, or sent that was not.';
revoke execute on function public.send_decision(uuid) from public, anon, authenticated, service_role;
grant execute on function public.send_decision(uuid) to anon, authenticated;
