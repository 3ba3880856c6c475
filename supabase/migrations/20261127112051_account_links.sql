-- Links to choose a password with are made for people with an ID too (document 5 §8): no longer by mail alone, so each has its own end. Admins
-- end logins and read a person's changes. A demand of a second factor begins a week ahead. Screens of a site's admins hear of a deactivation.

set local check_function_bodies = off;

alter table private.account_links drop constraint account_links_id_fkey;

create or replace function private.note_default_demand(account uuid)
  returns void
  language plpgsql
  set search_path = ''
as $$
begin
  if not private.is_hardened()
    or not exists (select from public.staff_accounts s where s.account_id = account and s.kind = 'main-admin') then
    return;
  end if;
  update private.settings p set second_factor_from = p.second_factor_from || jsonb_build_object('main-admin', now() + interval '7 days')
    where not p.second_factor_from ? 'main-admin' and not 'main-admin' = any (p.require_second_factor);
end;
$$;

create or replace function private.people()
  returns SETOF private.person
  language sql stable
  set search_path = ''
as $$
  with listed as (
    select a.id, a.account_id, 'attendant' as kind, a.project_id, a.site_id, a.user_id, a.discord_username as name, a.created_at,
      a.deactivated_at, a.deactivated_by from public.attendants a
    union all
    select a.id, a.account_id, 'admin', a.project_id, a.site_id, a.user_id, null, a.created_at, a.deactivated_at, a.deactivated_by
      from public.admin_accounts a
    union all
    select p.id, p.account_id, case p.project_id when '721075' then 'operator' when '157715' then 'chauffeur' else 'attendant' end,
      p.project_id, p.site_id, p.user_id, p.discord_username, p.created_at, p.deactivated_at, p.deactivated_by from public.project_attendants p
    union all
    select e.id, e.account_id, 'ase-employee', 'ASE', private.site_of('ASE'), e.employee_id, e.name, e.created_at, e.deactivated_at,
      e.deactivated_by from public.ase_employees e
  ), known as (
    select l.id, l.account_id, coalesce(s.kind, l.kind) as kind, l.project_id, coalesce(l.site_id::text, l.project_id, '') as place, l.user_id,
      l.name, l.created_at, coalesce(l.deactivated_at, s.deactivated_at) as deactivated_at,
      coalesce(l.deactivated_by, s.deactivated_by) as deactivated_by, s.last_login_at,
      coalesce(s.serves_all and s.project_id <> 'company', false) as is_protected
    from listed l left join public.staff_accounts s on s.account_id = l.account_id
    union all
    select s.account_id, s.account_id, s.kind, s.project_id, coalesce(s.site_id::text, s.project_id, ''), s.user_id, s.display_name, s.created_at,
      -- A handler serves all of the company's sites, and is nobody's protected account.
      s.deactivated_at, s.deactivated_by, s.last_login_at, s.serves_all and s.project_id <> 'company'
    from public.staff_accounts s
    where private.is_hardened() and not exists (select from listed l where l.account_id = s.account_id)
    union all
    select p.id, p.id, coalesce((select case r.role when 'admin' then 'account-admin' when 'employee' then 'agent' else r.role end
        from public.user_roles r where r.user_id = p.id
        order by array_position(array['admin', 'employee', 'customer', 'member'], r.role) limit 1), 'member'),
      null, '', p.email, null, p.created_at, p.deactivated_at, p.deactivated_by, p.last_login_at,
      lower(p.email) = 'superadmin@parkering.example'
    from public.profiles p
  )
  select k.id, k.account_id, k.kind, k.project_id, k.place, k.user_id, k.name, k.created_at, k.deactivated_at, k.deactivated_by, k.last_login_at,
    k.is_protected, case when k.deactivated_at is not null then 'deactivated' when k.account_id in (select private.invited_accounts()) then 'invited' else 'active' end
  from known k;
$$;

create or replace function private.remove_old_messages(kept interval)
  returns void
  language sql
  set search_path = ''
as $$
  delete from public.outbox o where o.made_at < now() - kept;
  -- An open invitation stays: its account waits for somebody.
  delete from private.account_links l
    where l.expires_at < now() - kept and not (l.kind = 'invitation' and l.used_at is null and l.ended_at is null);
$$;

create or replace function private.run_due()
  returns boolean
  language plpgsql
  set search_path = ''
as $$
begin
  -- One process of many; the next minute comes soon enough.
  if not pg_try_advisory_xact_lock(hashtextextended('run due', 0)) then
    return false;
  end if;
  perform private.take_off_duty();
  perform private.end_due_turns();
  perform private.mark_forgotten_turns();
  perform private.tell_followers();
  perform private.begin_due_demands();
  return true;
end;
$$;

create or replace function private.settle_message(message uuid, attempt integer, outcome text, wait interval, error text)
  returns void
  language sql
  set search_path = ''
as $$
  with settled as (
    update public.outbox o
    set sent_at = case when outcome = 'sent' then now() end,
      gave_up_at = case when outcome = 'given-up' then now() end,
      due_at = now() + case when outcome = 'later' then wait else interval '0' end,
      last_error = left(error, 300)
    where o.id = message and o.attempts = attempt and o.sent_at is null
    returning o.id
  )
  -- A mail's link is good for a day from its sending, and not at all when it could not be sent.
  update private.account_links l set expires_at = now() + case when outcome = 'sent' then interval '24 hours' else interval '0' end
  from settled s where l.id = s.id and outcome <> 'later';
$$;

create or replace function public.demand_second_factor(kinds text[])
  returns void
  language plpgsql security definer
  set search_path = ''
as $$
declare
  -- Whoever administers e-mail accounts acts as an agent too, and is asked for one at the log-in as what they administer.
  wanted text[] := case when 'agent' = any (kinds) then kinds || 'account-admin'::text else kinds end;
  has_factor constant boolean := exists (
    select from auth.mfa_factors f where f.user_id = (select auth.uid()) and f.status::text = 'verified');
  dates jsonb;
  required text[];
begin
  if not private.is_kind('main-admin') then
    perform private.refuse('factors-for-main-admin');
  end if;
  select p.second_factor_from, p.require_second_factor into dates, required from private.settings p;
  -- Nobody could take it back.
  if 'main-admin' = any (wanted) and not has_factor then
    perform private.refuse('no-own-factor');
  end if;
  update private.settings p set
    require_second_factor = array(select distinct k from unnest(wanted) k where k = any (required) order by k),
    -- A new demand begins in a week, one that waits keeps its date, and a default that was taken back does not come again.
    second_factor_from = coalesce((select jsonb_object_agg(k, coalesce(dates ->> k, (now() + interval '7 days')::text)) from unnest(wanted) k
        where not k = any (required)), '{}')
      || case when 'main-admin' = any (wanted) or not (dates ? 'main-admin' or 'main-admin' = any (required)) then '{}'::jsonb
        -- Whoever has no factor neither sees nor takes back the default.
        when not has_factor then jsonb_build_object('main-admin', dates -> 'main-admin') else '{"main-admin": null}' end;
end;
$$;

create or replace function public.get_second_factor_demands()
  returns text[]
  language sql stable security definer
  set search_path = ''
as $$
  select array(select k from unnest(p.require_second_factor) k
    union select f.key from jsonb_each_text(p.second_factor_from) f where f.value is not null and (f.key <> 'main-admin' or exists (
      select from auth.mfa_factors m where m.user_id = (select auth.uid()) and m.status::text = 'verified')) order by 1)
  from private.settings p where private.is_kind('main-admin');
$$;

create or replace function public.get_second_factor_due()
  returns timestamp with time zone
  language sql stable security definer
  set search_path = ''
as $$
  select (p.second_factor_from ->> k.kind)::timestamptz from private.settings p, private.factor_kind((select auth.uid())) k(kind)
  where private.is_login_shown() and not k.kind = any (p.require_second_factor)
    and not exists (select from auth.mfa_factors f where f.user_id = (select auth.uid()) and f.status::text = 'verified');
$$;

create or replace function public.list_people(project text, kinds text[], state text, search text, after jsonb, acting_as text)
  returns jsonb
  language plpgsql stable security definer
  set search_path = ''
as $$
declare
  size constant integer := 100;
  admin constant private.people_admin := private.people_staff(acting_as);
  -- Of a site that is none nobody is shown.
  at_place constant text := case when project is not null then private.place_of(project) end;
  term constant text := lower(coalesce(search, ''));
  answer jsonb;
begin
  if length(search) > 200 or coalesce(jsonb_typeof(after), 'null') not in ('object', 'null') then
    perform private.refuse('unreadable-value', 'search');
  end if;
  with found as (
    select p.*, private.id_key(p.user_id) collate "C" as key from private.people() p
    where private.manages(admin, p) and (kinds is null or p.kind = any (kinds)) and (list_people.state is null or p.state = list_people.state)
      and (at_place is null or p.place = at_place)
      and (term = '' or position(term in lower(p.user_id)) > 0 or position(term in lower(coalesce(p.name, ''))) > 0)
  ), page as (
    select f.* from found f
    where after is null or (f.key, f.id::text) > ((after ->> 'key') collate "C", after ->> 'id')
    order by f.key, f.id::text limit size + 1
  ), shown as (
    select p.*, row_number() over (order by p.key, p.id::text) as place_in_page from page p
  ), seen as (
    -- The database of `specified` knows no logins of people with an ID: their last activity stands for it.
    select l.user_id, l.user_type, max(l.created_at) as at from public.web_activity_logs l
    where private.is_specified() and l.user_id in (select s.user_id from shown s) group by 1, 2
  )
  select jsonb_build_object('outcome', 'listed',
    'people', coalesce(jsonb_agg(
      private.person_json(admin, (s.id, s.account, s.kind, s.project, s.place, s.user_id, s.name, s.created_at, s.deactivated_at,
        s.deactivated_by, greatest(s.last_login_at, (select e.at from seen e where e.user_id = s.user_id and e.user_type = s.kind)),
        s.is_protected, s.state)::private.person)
      order by s.place_in_page) filter (where s.place_in_page <= size), '[]'),
    'next', (select jsonb_build_object('key', l.key, 'id', l.id) from shown l
      where l.place_in_page = size and exists (select from shown m where m.place_in_page > size)))
  into answer from shown s;
  return answer;
end;
$$;

create or replace function public.send_account_link(account uuid, kind text)
  returns boolean
  language plpgsql security definer
  set search_path = ''
as $$
declare
  address text;
  message uuid := gen_random_uuid();
begin
  -- Locked: of two presses at once the second one finds the first one's message.
  select u.email into address from auth.users u where u.id = account for no key update;
  if not public.may_send_links() or not private.is_mail_address(address) or kind is null or kind not in ('invitation', 'new_password') then
    return false;
  end if;
  -- Pressed again while it waits, it goes once.
  if exists (select from private.account_links l join public.outbox o on o.id = l.id
    where l.account_id = account and l.used_at is null and l.ended_at is null and o.sent_at is null and o.gave_up_at is null) then
    return true;
  end if;
  -- Nobody fills a mailbox.
  if (select count(*) from private.account_links l join public.outbox o on o.id = l.id
    where l.account_id = account and o.made_at > now() - interval '24 hours') >= 5 then
    return false;
  end if;
  update private.account_links l set ended_at = now() where l.account_id = account and l.ended_at is null;
  insert into public.outbox (id, about, channel, event) values (message, account, 'account-mail', kind);
  insert into private.account_links (id, account_id, key_hash, kind, made_by)
    values (message, account, private.hash_of_key(private.link_key(message)), kind, (select w.id from private.who_acts() w));
  perform private.add_to_trail('insert', 'account_links', null, account::text, null, jsonb_build_object('email', address));
  return true;
end;
$$;

create or replace function public.set_person_active(kind text, person_id uuid, event_id uuid, expected text, active boolean, reason text, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  admin constant private.people_admin := private.people_staff(acting_as);
  caller constant text := admin.kind || ' ' || private.id_key(admin.id);
  answer jsonb := private.answer_of(event_id, 'set_person_active', caller);
  person private.person;
  turn uuid;
begin
  if answer is not null then
    return answer;
  elsif active is null or event_id is null then
    perform private.refuse('unreadable-values', 'active');
  elsif length(reason) > 500 or (not active and coalesce(reason, '') !~ '\S') then
    perform private.refuse('no-note', 'reason');
  end if;
  person := private.managed_person(admin, kind, person_id);
  perform private.refuse_fixed_person(admin, person);
  -- Cars come first, as in all rules of cars; then one change of a kind's people at a site after the other.
  if person.kind = 'chauffeur' then
    perform private.lock_cars();
  end if;
  perform pg_advisory_xact_lock(hashtextextended('people ' || person.kind || ' ' || person.place, 0));
  select p.* into person from private.people() p where p.id = person_id and p.kind = set_person_active.kind;
  if person.id is null then
    perform private.refuse_stranger();
  elsif active = (person.state <> 'deactivated') then
    return private.keep_answer(event_id, 'set_person_active', caller,
      jsonb_build_object('outcome', 'unchanged', 'by', person.deactivated_by, 'at', person.deactivated_at));
  elsif expected is distinct from person.state then
    return private.keep_answer(event_id, 'set_person_active', caller,
      jsonb_build_object('outcome', 'changed', 'now', person.state, 'by', person.deactivated_by, 'at', person.deactivated_at));
  elsif not active and private.is_last_admin(person) then
    return jsonb_build_object('outcome', 'last_admin');
  end if;
  -- The caller may have been deactivated meanwhile.
  perform private.people_staff(acting_as);
  update public.staff_accounts s set deactivated_at = case when not active then now() end, deactivated_by = case when not active then admin.id end
    where s.account_id = person.account;
  update public.attendants a set deactivated_at = case when not active then now() end, deactivated_by = case when not active then admin.id end
    where a.id = person.id;
  update public.admin_accounts a set deactivated_at = case when not active then now() end, deactivated_by = case when not active then admin.id end
    where a.id = person.id;
  update public.project_attendants p set deactivated_at = case when not active then now() end, deactivated_by = case when not active then admin.id end
    where p.id = person.id;
  update public.ase_employees e set deactivated_at = case when not active then now() end, deactivated_by = case when not active then admin.id end
    where e.id = person.id;
  update public.profiles p set deactivated_at = case when not active then now() end, deactivated_by = case when not active then admin.id end
    where p.id = person.id;
  if not active then
    delete from auth.sessions s where s.user_id = person.account;
    turn := private.open_car(person);
    perform private.leave_turn(t, admin.id, jsonb_build_object('reason', nullif(btrim(reason), ''), 'deactivated', true))
      from public.work_turns t where t.person_id = person.id and t.status = 'running' for update;
    if turn is not null then
      perform private.end_turn_row(turn, 'admin', admin.id, clock_timestamp(), null, null, reason);
    end if;
  end if;
  perform private.add_to_trail('update', 'people', person.project, person.id::text, jsonb_build_object('active', not active),
    jsonb_build_object('user_id', person.user_id, 'active', active, 'reason', nullif(btrim(reason), '')));
  return private.keep_answer(event_id, 'set_person_active', caller, jsonb_build_object('outcome', 'set', 'car', turn is not null));
end;
$$;

create or replace function public.take_account_link(key text)
  returns uuid
  language sql security definer
  set search_path = ''
as $$
  update private.account_links l set used_at = now()
  where l.key_hash = private.hash_of_key(key) and l.used_at is null and l.ended_at is null and l.expires_at > now()
    and private.is_hardened() and not private.is_deactivated(l.account_id)
  returning l.account_id;
$$;

create or replace function private.begin_due_demands()
  returns void
  language plpgsql
  set search_path = ''
as $$
declare
  due text[];
begin
  select array_agg(f.key) into due from private.settings p, jsonb_each_text(p.second_factor_from) f
    where f.value::timestamptz <= now() and not f.key = any (p.require_second_factor);
  if due is null or not private.is_hardened() then
    return;
  end if;
  update private.settings p
    set require_second_factor = array(select distinct k from unnest(p.require_second_factor || due) k order by k);
  -- Whoever has no second factor logs in again, and sets one up before anything else.
  delete from auth.sessions s
    where coalesce(s.aal::text, 'aal1') = 'aal1'
      and not exists (select from auth.mfa_factors f where f.user_id = s.user_id and f.status::text = 'verified')
      and (
        exists (select from public.staff_accounts a where a.account_id = s.user_id and a.kind = any (due))
        or exists (
          select from public.user_roles r where r.user_id = s.user_id
            and (case r.role when 'admin' then 'account-admin' when 'employee' then 'agent' end) = any (due)
        )
      );
end;
$$;

create or replace function private.invited_accounts()
  returns SETOF uuid
  language sql stable
  set search_path = ''
as $$
  select l.account_id from private.account_links l
  where l.kind = 'invitation' and l.made_by is not null and l.used_at is null and l.ended_at is null;
$$;

create or replace function private.managed_person(admin private.people_admin, kind text, person_id uuid)
  returns private.person
  language plpgsql stable
  set search_path = ''
as $$
declare
  person private.person;
begin
  select p.* into person from private.people() p where p.id = person_id and p.kind = managed_person.kind;
  -- Who is managed by others is as unknown as who is not there.
  if person.id is null or not private.manages(admin, person) then
    perform private.refuse_stranger();
  end if;
  return person;
end;
$$;

create or replace function private.person_json(admin private.people_admin, person private.person)
  returns jsonb
  language sql stable
  set search_path = ''
as $$
  select jsonb_build_object(
    'id', person.id, 'account_id', person.account, 'kind', person.kind, 'project', person.project, 'user_id', person.user_id,
    'name', person.name, 'state', person.state, 'created_at', person.created_at, 'deactivated_at', person.deactivated_at,
    'deactivated_by', person.deactivated_by, 'last_login_at', person.last_login_at,
    'has_second_factor', exists (select from auth.mfa_factors m where m.user_id = person.account and m.status::text = 'verified'),
    'invited_until', case when person.state = 'invited' then (select l.expires_at from private.account_links l
      where l.account_id = person.account and l.kind = 'invitation' and l.used_at is null and l.ended_at is null) end,
    'is_protected', person.is_protected,
    'is_self', person.kind = admin.kind and private.id_key(person.user_id) = private.id_key(admin.id),
    'car', (select v.name from public.vehicle_turns t join public.vehicles v on v.id = t.vehicle_id where t.id = private.open_car(person)));
$$;

create or replace function private.refuse_fixed_person(admin private.people_admin, person private.person)
  returns void
  language plpgsql
  set search_path = ''
as $$
begin
  if person.is_protected then
    perform private.refuse('protected-person');
  elsif person.kind = admin.kind and private.id_key(person.user_id) = private.id_key(admin.id) then
    perform private.refuse('own-person');
  end if;
end;
$$;

create or replace function public.end_logins(kind text, person_id uuid, event_id uuid, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  admin constant private.people_admin := private.people_staff(acting_as);
  caller constant text := admin.kind || ' ' || private.id_key(admin.id);
  answer jsonb := private.answer_of(event_id, 'end_logins', caller);
  person private.person;
  ended integer;
begin
  if answer is not null then
    return answer;
  elsif event_id is null then
    perform private.refuse('unreadable-values', 'event_id');
  end if;
  person := private.managed_person(admin, kind, person_id);
  perform private.refuse_fixed_person(admin, person);
  delete from auth.sessions s where s.user_id = person.account;
  get diagnostics ended = row_count;
  perform private.add_to_trail('delete', 'logins', person.project, person.id::text, null, jsonb_build_object('user_id', person.user_id));
  return private.keep_answer(event_id, 'end_logins', caller, jsonb_build_object('outcome', 'ended', 'logins', ended));
end;
$$;

create or replace function public.get_person(kind text, person_id uuid, acting_as text)
  returns jsonb
  language plpgsql stable security definer
  set search_path = ''
as $$
declare
  admin constant private.people_admin := private.people_staff(acting_as);
  person private.person := private.managed_person(admin, kind, person_id);
begin
  if private.is_specified() then
    person.last_login_at := greatest(person.last_login_at, (select max(l.created_at) from public.web_activity_logs l
      where l.user_type = person.kind and l.user_id = person.user_id));
  end if;
  return jsonb_build_object('outcome', 'found', 'person', private.person_json(admin, person), 'changes', coalesce((
    select jsonb_agg(jsonb_build_object('at', t.created_at, 'by_kind', t.actor_kind, 'by', t.actor_id, 'action', t.action, 'subject', t.subject,
        'columns', coalesce((select jsonb_agg(c.key order by c.key) from jsonb_each(coalesce(t.after, '{}')) c
          where t.action = 'update' and t.before -> c.key is distinct from c.value), '[]'),
        'active', case when t.subject = 'people' then t.after -> 'active' end, 'reason', case when t.subject = 'people' then t.after ->> 'reason' end)
      order by t.created_at desc, t.id desc)
    from (
      select t.* from public.audit_trail t
      where t.row_id in (person.id::text, person.account::text)
        and t.subject in ('people', 'attendants', 'admin_accounts', 'project_attendants', 'ase_employees', 'staff_accounts', 'profiles',
          'accounts', 'second_factors', 'account_links', 'logins')
        -- A new account with its row of a list is one change; so is what set_person_active writes into the lists.
        and not (t.subject = 'staff_accounts' and t.action = 'insert' and person.id <> person.account)
        and not (t.action = 'update' and t.before - '{deactivated_at,deactivated_by}'::text[] = t.after - '{deactivated_at,deactivated_by}'::text[])
      order by t.created_at desc, t.id desc limit 100
    ) t), '[]'));
end;
$$;

create or replace function public.get_second_factor_dates()
  returns jsonb
  language sql stable security definer
  set search_path = ''
as $$
  select coalesce(jsonb_object_agg(f.key, f.value::timestamptz), '{}') from private.settings p, jsonb_each_text(p.second_factor_from) f
  where private.is_kind('main-admin') and f.value is not null and not f.key = any (p.require_second_factor);
$$;

create or replace function public.is_link_of(account uuid, key text)
  returns boolean
  language sql stable security definer
  set search_path = ''
as $$
  select exists (select from private.account_links l where l.account_id = account and l.key_hash = private.hash_of_key(key));
$$;

create or replace function public.make_account_link(account uuid, key text, is_new boolean)
  returns void
  language plpgsql security definer
  set search_path = ''
as $$
declare
  hash constant text := private.hash_of_key(key);
  invites boolean;
begin
  perform from auth.users u where u.id = account for no key update;
  if exists (select from private.account_links l where l.account_id = account and l.key_hash = hash) then
    return;
  end if;
  -- A new link for somebody who never chose a password is an invitation too.
  invites := is_new or account in (select private.invited_accounts());
  update private.account_links l set ended_at = now() where l.account_id = account and l.ended_at is null;
  insert into private.account_links (id, account_id, key_hash, kind, expires_at, made_by)
    select gen_random_uuid(), make_account_link.account, hash, case when invites then 'invitation' else 'new_password' end,
      now() + case when invites then interval '7 days' else interval '24 hours' end, w.id
    from private.who_acts() w;
  perform private.add_to_trail('insert', 'account_links', s.project_id, account::text, null, jsonb_build_object('user_id', s.user_id))
    from public.staff_accounts s where s.account_id = account;
end;
$$;

create or replace function public.read_account_link(key text)
  returns jsonb
  language sql stable security definer
  set search_path = ''
as $$
  select jsonb_build_object('kind', s.kind, 'project', s.project_id, 'userId', s.user_id)
  from private.account_links l left join public.staff_accounts s on s.account_id = l.account_id
  where l.key_hash = private.hash_of_key(key) and l.used_at is null and l.ended_at is null and l.expires_at > now()
    and private.is_hardened() and not private.is_deactivated(l.account_id);
$$;

create or replace function public.revoke_invitation(account uuid)
  returns boolean
  language plpgsql security definer
  set search_path = ''
as $$
begin
  -- The link is locked: whoever chooses a password at the same moment keeps the account, or finds none.
  perform from private.account_links l
    where l.account_id = account and l.kind = 'invitation' and l.made_by is not null and l.used_at is null and l.ended_at is null for update;
  if not found then
    return false;
  end if;
  delete from public.admin_user_credentials c using auth.users u where u.id = account and lower(c.email) = lower(u.email);
  delete from auth.users u where u.id = account;
  return true;
end;
$$;

alter table private.account_links add column kind text default 'new_password'::text not null;

alter table private.account_links add column created_at timestamp with time zone default now() not null;

alter table private.account_links add column expires_at timestamp with time zone default (now() + '24:00:00'::interval) not null;

alter table private.account_links add column made_by text;

-- Links that stand were good for a day from the sending of their mail, and not at all when it could not be sent.
update private.account_links l set kind = o.event, created_at = o.made_at,
    expires_at = case when o.gave_up_at is not null then o.gave_up_at else coalesce(o.sent_at, now()) + interval '24 hours' end
  from public.outbox o where o.id = l.id;

alter table private.account_links add constraint account_links_kind check ((kind = any (array['invitation'::text, 'new_password'::text])));

alter table private.settings add constraint settings_second_factor_from check (((second_factor_from - (private.kinds_of_people() || array['account-admin'::text, 'agent'::text])) = '{}'::jsonb));

create index audit_trail_people_idx on public.audit_trail (row_id, created_at desc)
  where subject in ('people', 'attendants', 'admin_accounts', 'project_attendants', 'ase_employees', 'staff_accounts', 'profiles', 'accounts',
    'second_factors', 'account_links', 'logins');

drop policy "Admins read themselves and those of their site" on public.admin_accounts;

create policy "Admins read themselves and those of their site" on public.admin_accounts
  for select to anon, authenticated
  -- The page of somebody deactivated reads why its login ended.
  using ((select private.is_specified()) or account_id = ((select auth.uid())) and ((select private.is_login_shown()) or deactivated_at is not null) or (coalesce(site_id::text, project_id) = any (((select private.own_places(variadic array['admin'])))::text[])));

grant execute on function public.end_logins(text,uuid,uuid,text) to authenticated;

grant execute on function public.get_person(text,uuid,text) to authenticated;

grant execute on function public.get_second_factor_dates() to authenticated;

grant execute on function public.is_link_of(uuid,text) to service_role;

grant execute on function public.make_account_link(uuid,text,boolean) to service_role;

grant execute on function public.read_account_link(text) to service_role;

grant execute on function public.revoke_invitation(uuid) to service_role;

comment on table private.account_links is 'Links to choose a password with, each good once: by mail, or handed over to somebody with an ID. A mail''s link has the id of its message.';

comment on function private.note_default_demand(uuid) is 'Notes the demand that is to come at a main admin''s first log-in. The sign-in service of the server calls it at each log-in; on hosted Supabase the main admin demands it in the screen.';

comment on function private.remove_old_messages(interval) is 'Removes messages that are older, whatever became of them: they may say whose car stood where. Links that are over go too.';

comment on function public.demand_second_factor(text[]) is 'Says of which kinds of people a second factor is demanded: of those and no others, new ones from a week ahead. No login ends until then.';

comment on function public.get_second_factor_demands() is 'Kinds of people who must have a second factor, now or from a day to come, for the main admin. The default of the main admin''s own kind is shown to one who has a second factor.';

comment on function public.take_account_link(text) is 'The account that a link opens, which opens it no more; null for a link that is none, was used or is too old, and for who is deactivated.';

comment on column private.account_links.made_by is 'The admin who made the link; null for somebody who signed up.';

comment on function private.invited_accounts() is 'Accounts whose invitation nobody has used, expired or not.';

comment on function public.read_account_link(text) is 'The person with an ID whom a link is for, without using it; nulls for an e-mail account, null for a link that is not good.';

comment on function public.make_account_link(uuid,text,boolean) is 'Makes a link for somebody with an ID, in place of the earlier one; a repeated call with its key changes nothing.';

comment on function public.is_link_of(uuid,text) is 'Whether an account was made with this link: a repeated call for it is answered as the first.';

comment on function public.revoke_invitation(uuid) is 'Removes the account of somebody who has not used the invitation, also after it expired; false when there is none to take back.';

comment on function private.begin_due_demands() is 'Demands second factors whose date has come, and ends the logins of those kinds that have none. Called every minute and at each log-in.';

comment on function public.get_second_factor_dates() is 'Kinds of whom a second factor is demanded from a day to come, with the day, for the main admin.';

comment on function private.person_json(private.people_admin,private.person) is 'Somebody as the screens of an admin show them.';

comment on function private.managed_person(private.people_admin,text,uuid) is 'Somebody whom an admin manages; refused for everybody else.';

comment on function private.refuse_fixed_person(private.people_admin,private.person) is 'Refuses the protected accounts and the admin''s own, which nobody deactivates or logs out here.';

comment on function public.end_logins(text,uuid,uuid,text) is 'Ends all logins of somebody whom the caller manages; password and second factor hold.';

comment on function public.get_person(text,uuid,text) is 'Somebody whom the caller manages, with the last hundred changes of the person: who, when and which fields, without their values.';

alter publication supabase_realtime add table public.admin_accounts;

insert into private.staff_functions (function_name)
  values ('end_logins')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('get_person')
  on conflict (function_name) do nothing;

select private.grant_for_profile();
