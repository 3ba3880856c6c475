-- Who may not have a message sent does not hold its row up, nor wait for whoever does: the wait itself would tell that there is one.
-- All three as before, but the row is locked only where the caller may, which is asked again of what the lock waited for.

create or replace function public.send_test_message(hook_id uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  hook public.message_hooks;
begin
  select h.* into hook from public.message_hooks h
    where h.id = send_test_message.hook_id and private.is_admin_of(h.project_id, h.site_id) for update;
  if hook.id is null then
    raise exception 'Du har inte behörighet till detta.' using errcode = '42501';
  end if;
  if hook.channel = 'mail' and not coalesce((select s.sends_mail from private.settings s)
      and private.is_mail_address((private.settings_of(hook.project_id)).contact_email), false) then
    perform private.refuse('PK005', 'channel', 'E-post är inte inställd.');
  end if;
  -- Pressed again while it waits, it goes once.
  if not exists (select from public.outbox o where o.hook_id = hook.id and o.event = 'test' and o.sent_at is null and o.gave_up_at is null) then
    insert into public.outbox (project_id, hook_id, about, channel, event, facts)
      values (hook.project_id, hook.id, hook.id, hook.channel, 'test', jsonb_build_object('project', hook.project_id));
  end if;
end;
$$;

create or replace function public.send_message_again(message_id uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  message public.outbox;
begin
  select o.* into message from public.outbox o where o.id = message_id and private.is_admin_of(o.project_id, o.site_id) for update;
  if message.id is null then
    raise exception 'Du har inte behörighet till detta.' using errcode = '42501';
  end if;
  if message.gave_up_at is null then
    return;
  end if;
  update public.outbox set gave_up_at = null, attempts = 0, due_at = now(), tried_since = now() where id = message.id;
  perform private.add_to_trail('update', 'outbox', message.project_id, message.id::text,
    jsonb_build_object('gave_up_at', message.gave_up_at), jsonb_build_object('gave_up_at', null));
end;
$$;

create or replace function public.send_decision(objection_id uuid) returns void
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
    where f.id = (select o.fine_id from public.objections o where o.id = send_decision.objection_id)
      and private.is_admin_of(f.project_id, f.site_id) for update;
  if fine.id is null then
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
