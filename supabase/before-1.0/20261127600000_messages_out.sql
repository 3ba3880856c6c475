-- Messages that go out, by mail and to webhooks of Discord: who listens at a site, and an outbox that is written in the same transaction as
-- what it tells. The server delivers it (docs/messages.md).

-- Whether the server has an address to send mail by; it says so when it starts. Without one no mail is put into the outbox.
alter table private.settings add column sends_mail boolean not null default false;

-- One address and nothing else: a text with commas, brackets or newlines would send the mail to others, or add to its head.
create function private.is_mail_address(address text) returns boolean
language sql immutable set search_path = ''
as $$
  select coalesce(length(address) <= 320 and address ~ '^[^\s@<>(),:;"\\\[\]]+@[^\s@<>(),:;"\\\[\]]+\.[^\s@<>(),:;"\\\[\]]+$', false);
$$;
revoke execute on function private.is_mail_address(text) from public;

create table public.message_hooks (
  id uuid primary key default gen_random_uuid(),
  project_id text not null,
  site_id uuid,
  created_at timestamptz not null default now(),
  -- `mail` goes to the site's contact_email.
  channel text not null default 'discord',
  -- Of a webhook the host and the last four signs: the whole address is a secret (private.hook_addresses). Of mail nothing.
  address text not null default '',
  events text[] not null default '{}',
  is_active boolean not null default false,
  with_plate boolean not null default false,
  with_name boolean not null default false,
  constraint message_hooks_project_id_length check (length(project_id) between 1 and 100),
  constraint message_hooks_channel check (channel in ('mail', 'discord')),
  constraint message_hooks_address_length check (length(address) <= 300),
  constraint message_hooks_events check (events <@ array['fine_issued', 'objection', 'shift_waits', 'unit_status']
    and array_position(events, null) is null and cardinality(events) <= 10),
  constraint message_hooks_lists_are_flat check (coalesce(array_ndims(events), 1) = 1),
  constraint message_hooks_moments check (private.is_moment(created_at))
);
create unique index message_hooks_mail_key on public.message_hooks (project_id) where channel = 'mail';
create index message_hooks_project_idx on public.message_hooks (project_id, created_at, id);
comment on table public.message_hooks is 'Where a site wants to be told of what: webhooks of Discord, and its own e-mail address.';

-- Whoever has the address can write in the channel. Nobody reads it through the table API, and the trail does not have it.
create table private.hook_addresses (
  -- The row is written before its hook.
  hook_id uuid primary key references public.message_hooks (id) on delete cascade deferrable initially deferred,
  address text not null,
  constraint hook_addresses_form
    check (address ~ '^https://(discord|discordapp|ptb\.discord|canary\.discord)\.com/api/webhooks/[0-9]{5,25}/[A-Za-z0-9_-]{10,200}$')
);
alter table private.hook_addresses enable row level security;
revoke all on private.hook_addresses from public, anon, authenticated, service_role;
comment on table private.hook_addresses is 'The whole addresses of webhooks, for the server alone.';

create function private.keep_hook_address() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Each event makes a message for each of them.
  if coalesce(current_setting('request.jwt.claims', true), '') <> ''
    and (select count(*) from public.message_hooks h where h.project_id = new.project_id) >= 20 then
    raise exception 'A site has twenty receivers at most.' using errcode = '23514';
  end if;
  if new.channel is distinct from 'discord' then
    new.address := '';
    return new;
  end if;
  begin
    insert into private.hook_addresses (hook_id, address) values (new.id, new.address);
  exception when check_violation or not_null_violation then
    -- The error of the check itself would repeat the address.
    raise exception 'This is no address of a Discord webhook.' using errcode = '23514';
  end;
  new.address := split_part(new.address, '/', 3) || ' …' || right(new.address, 4);
  return new;
end;
$$;
revoke execute on function private.keep_hook_address() from public;

create table public.outbox (
  id uuid primary key default gen_random_uuid(),
  project_id text,
  site_id uuid,
  made_at timestamptz not null default now(),
  -- The order in which things happened.
  number bigint generated always as identity,
  -- Who is told; null: the driver who objected.
  hook_id uuid references public.message_hooks (id) on delete cascade,
  fine_id uuid references public.fines (id) on delete cascade,
  -- What it tells of: the fine, the shift, the unit, or the hook itself. Of one thing somebody is told in order.
  about uuid not null,
  channel text not null,
  event text not null,
  -- What the message says, and no more: a plate or a name only where the hook asks for it. Addresses are looked up when it is sent.
  facts jsonb not null default '{}',
  attempts int not null default 0,
  -- Whoever takes a message puts this off: were the process killed, another one takes it then.
  due_at timestamptz not null default now(),
  -- Three days later it is given up.
  tried_since timestamptz not null default now(),
  sent_at timestamptz,
  gave_up_at timestamptz,
  last_error text,
  constraint outbox_project_id_length check (length(project_id) between 1 and 100),
  constraint outbox_channel check (channel in ('mail', 'discord')),
  constraint outbox_event check (event in ('fine_issued', 'objection', 'decision', 'shift_waits', 'unit_status', 'test')),
  constraint outbox_last_error_length check (length(last_error) <= 300),
  constraint outbox_moments check (private.is_moment(made_at) and private.is_moment(due_at) and private.is_moment(tried_since)
    and private.is_moment(sent_at) and private.is_moment(gave_up_at))
);
create index outbox_due_idx on public.outbox (due_at, number) where sent_at is null and gave_up_at is null;
create index outbox_about_idx on public.outbox (about, number) where sent_at is null and gave_up_at is null;
create index outbox_unsent_idx on public.outbox (project_id, number desc) where sent_at is null;
create index outbox_made_idx on public.outbox (made_at);
create index outbox_hook_idx on public.outbox (hook_id);
create index outbox_fine_idx on public.outbox (fine_id);
comment on table public.outbox is 'Messages that wait to be sent, were sent, or could not be.';

do $$
declare
  name text;
begin
  foreach name in array array['message_hooks', 'outbox'] loop
    execute format('alter table public.%I enable row level security', name);
    execute format('create trigger %I before insert on public.%I for each row execute function private.place_row()', name || '_place_new', name);
    execute format('create trigger %I before update of project_id, site_id on public.%I
      for each row when (pg_trigger_depth() = 0) execute function private.place_row()', name || '_place', name);
  end loop;
end
$$;
-- Its name puts it behind the trigger that settles the place.
create trigger message_hooks_secret before insert on public.message_hooks for each row execute function private.keep_hook_address();
create trigger message_hooks_keep_created_at before update on public.message_hooks for each row execute function private.keep_created_at();
create trigger message_hooks_write_trail after insert or update or delete on public.message_hooks
  for each row execute function private.write_trail();

create policy "Admins read where their site's messages go" on public.message_hooks
  for select to anon, authenticated
  using ((select private.is_specified())
    or coalesce(site_id::text, project_id, '') = any ((select private.own_places('admin', 'dispatch-admin'))::text[]));
create policy "Admins add where their site's messages go" on public.message_hooks
  for insert to anon, authenticated
  with check (created_at = now() and ((select private.is_specified())
    or coalesce(site_id::text, project_id, '') = any ((select private.own_places('admin', 'dispatch-admin'))::text[])));
create policy "Admins change what their site's messages tell" on public.message_hooks
  for update to anon, authenticated
  using ((select private.is_specified())
    or coalesce(site_id::text, project_id, '') = any ((select private.own_places('admin', 'dispatch-admin'))::text[]))
  with check ((select private.is_specified())
    or coalesce(site_id::text, project_id, '') = any ((select private.own_places('admin', 'dispatch-admin'))::text[]));
create policy "Admins remove where their site's messages go" on public.message_hooks
  for delete to anon, authenticated
  using ((select private.is_specified())
    or coalesce(site_id::text, project_id, '') = any ((select private.own_places('admin', 'dispatch-admin'))::text[]));
create policy "Admins read their site's outbox" on public.outbox
  for select to anon, authenticated
  using ((select private.is_specified())
    or coalesce(site_id::text, project_id, '') = any ((select private.own_places('admin', 'dispatch-admin'))::text[]));

insert into private.table_grants
  (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
select t.name, t.staff, t.staff, '', t.staff, t.service from (values
  ('message_hooks', 'select, insert, update (events, is_active, with_plate, with_name), delete',
    'select, insert, update (events, is_active, with_plate, with_name), delete'),
  ('outbox', 'select', 'select')
) as t (name, staff, service);
select private.grant_for_profile();

-- Puts a message into the outbox for each receiver at the site that wants to hear of the event. `plate` and `name` go along where they are asked for.
create function private.tell_hooks(
  event text, project text, site uuid, about uuid, fine uuid, facts jsonb, plate text default null, name text default null) returns void
language sql set search_path = ''
as $$
  insert into public.outbox (project_id, hook_id, fine_id, about, channel, event, facts)
  select project, h.id, fine, about, h.channel, event, facts
    || case when h.with_plate and plate is not null then jsonb_build_object('plate', plate) else '{}' end
    || case when h.with_name and name is not null then jsonb_build_object('name', name) else '{}' end
  from public.message_hooks h
  where h.is_active and tell_hooks.event = any (h.events)
    and (h.site_id = site or (site is null and h.site_id is null and h.project_id = project))
    and (h.channel <> 'mail' or ((select s.sends_mail from private.settings s)
      and private.is_mail_address((private.settings_of(project)).contact_email)));
$$;
revoke execute on function private.tell_hooks(text, text, uuid, uuid, uuid, jsonb, text, text) from public;

create function private.tell_of_case() returns trigger
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
  elsif private.is_mail_address(objection.email) and (select s.sends_mail from private.settings s) then
    insert into public.outbox (project_id, fine_id, about, channel, event, facts)
      values (fine.project_id, fine.id, fine.id, 'mail', 'decision', jsonb_build_object('case_number', fine.case_number,
        'objection_id', objection.id, 'decision', objection.decision, 'left_ore', fine.left_ore, 'due_date', fine.due_date));
  end if;
  return null;
end;
$$;
revoke execute on function private.tell_of_case() from public;
create trigger fine_events_tell after insert on public.fine_events for each row
  when (new.kind in ('issued', 'objected', 'supplemented', 'objection_accepted', 'objection_rejected'))
  execute function private.tell_of_case();

create function private.tell_of_shift() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.tell_hooks('shift_waits', new.project_id, new.site_id, new.id, null,
    jsonb_build_object('start_time', new.start_time, 'end_time', new.end_time), null, new.attendant_user_id);
  return null;
end;
$$;
revoke execute on function private.tell_of_shift() from public;
create trigger shift_registrations_tell after insert on public.shift_registrations for each row
  when (new.status = 'pending') execute function private.tell_of_shift();

-- Units are of one site, and have no column for it.
create function private.tell_of_unit() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.tell_hooks('unit_status', '721075', private.site_of('721075'), new.id, null, jsonb_build_object('unit_number', new.unit_number,
    'status', new.status, 'operational_status', new.operational_status));
  return null;
end;
$$;
revoke execute on function private.tell_of_unit() from public;
create trigger units_tell after update on public.units for each row
  when (old.status is distinct from new.status or old.operational_status is distinct from new.operational_status)
  execute function private.tell_of_unit();

-- Whether the caller is an admin of the place.
create function private.is_admin_of(project text, site uuid) returns boolean
language sql stable set search_path = ''
as $$
  select private.is_specified() or coalesce(site::text, project, '') = any (private.own_places('admin', 'dispatch-admin'));
$$;
revoke execute on function private.is_admin_of(text, uuid) from public;

create function public.send_test_message(hook_id uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  hook public.message_hooks;
begin
  select h.* into hook from public.message_hooks h where h.id = send_test_message.hook_id for update;
  if hook.id is null or not private.is_admin_of(hook.project_id, hook.site_id) then
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
comment on function public.send_test_message is 'Puts a test message for a receiver into the outbox.';
revoke execute on function public.send_test_message(uuid) from public, anon, authenticated, service_role;
grant execute on function public.send_test_message(uuid) to anon, authenticated;

create function public.send_message_again(message_id uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  message public.outbox;
begin
  select o.* into message from public.outbox o where o.id = message_id for update;
  if message.id is null or not private.is_admin_of(message.project_id, message.site_id) then
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
comment on function public.send_message_again is 'Lets a message that was given up be sent again.';
revoke execute on function public.send_message_again(uuid) from public, anon, authenticated, service_role;
grant execute on function public.send_message_again(uuid) to anon, authenticated;

create function public.is_mail_set_up() returns boolean
language sql stable security definer set search_path = ''
as $$ select coalesce((select s.sends_mail from private.settings s), false); $$;
comment on function public.is_mail_set_up is 'Whether the server sends mail.';
revoke execute on function public.is_mail_set_up() from public, anon, authenticated, service_role;
grant execute on function public.is_mail_set_up() to anon, authenticated;

-- The new tables move with their site. The text of the function as it stands is kept, whichever migration wrote it last.
do $$
begin
  execute replace(pg_get_functiondef('private.move_rows(uuid, text, text)'::regprocedure), '''plate_checks''',
    '''plate_checks'', ''message_hooks'', ''outbox''');
  if pg_get_functiondef('private.move_rows(uuid, text, text)'::regprocedure) !~ '''message_hooks'', ''outbox''' then
    raise exception 'private.move_rows has no list of tables that ends as it did.';
  end if;
end
$$;
