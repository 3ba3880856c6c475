-- A receiver at the dispatch centre is told of units alone, whatever its row lists, and no other one is told of them.

-- As before, but for that.
create or replace function private.tell_hooks(
  event text, project text, site uuid, about uuid, fine uuid, facts jsonb, plate text default null, name text default null) returns void
language sql set search_path = ''
as $$
  insert into public.outbox (project_id, hook_id, fine_id, about, channel, event, facts)
  select project, h.id, fine, about, h.channel, event, facts
    || case when h.with_plate and plate is not null then jsonb_build_object('plate', plate) else '{}' end
    || case when h.with_name and name is not null then jsonb_build_object('name', name) else '{}' end
  from public.message_hooks h
  where h.is_active and tell_hooks.event = any (h.events)
    -- Of units the dispatch centre is told and nobody else, and of nothing else: its admins read no cases.
    and (tell_hooks.event = 'unit_status') = (project = '721075')
    and (h.site_id = site or (site is null and h.site_id is null and h.project_id = project))
    and (h.channel <> 'mail' or ((select s.sends_mail from private.settings s)
      and private.is_mail_address((private.settings_of(project)).contact_email)));
$$;
