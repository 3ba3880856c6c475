-- One list of all people, and their deactivation (document 5 §8). The lists of each kind stay what screens of documents 1 and 2 read.

create type private.person as (
  id uuid,
  account uuid,
  kind text,
  project text,
  place text,
  user_id text,
  name text,
  created_at timestamptz,
  deactivated_at timestamptz,
  deactivated_by text,
  last_login_at timestamptz,
  is_protected boolean,
  state text
);

create type private.people_admin as (
  kind text,
  id text,
  place text,
  serves_all boolean
);

create or replace function private.people()
  returns setof private.person
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
comment on function private.people() is
  'Everybody of all kinds, as the lists of each kind have them. The id is the list''s row; else the account''s.';

create or replace function private.people_staff(acting_as text)
  returns private.people_admin
  language plpgsql stable
  set search_path = ''
as $$
declare
  admin private.people_admin;
  key constant text := private.id_key(acting_as);
begin
  if private.is_specified() then
    select f.kind, f.id, private.place_of(f.place), f.serves_all into admin from (values
      ('main-admin', 'huvudadmin', '', false), ('admin', 'standardadmin', 'standard', true), ('dispatch-admin', 'ledning', '721075', false),
      ('chauffeur-admin', 'TAXIADMIN', '157715', false), ('ase-admin', 'aseadmin', 'ASE', false)) f (kind, id, place, serves_all)
      where private.id_key(f.id) = key;
    if admin.id is null then
      select 'admin', a.user_id, coalesce(a.site_id::text, a.project_id, ''), false into admin
        from public.admin_accounts a where a.user_key = key and a.deactivated_at is null;
    end if;
    if admin.id is null then
      select 'account-admin', p.email, '', false into admin from public.profiles p
        where lower(p.email) = lower(btrim(acting_as)) and p.deactivated_at is null
          and exists (select from public.user_roles r where r.user_id = p.id and r.role = 'admin');
    end if;
  else
    select s.kind, s.user_id, coalesce(s.site_id::text, s.project_id, ''), s.serves_all into admin
      from private.own_staff('{main-admin,admin,dispatch-admin,chauffeur-admin,ase-admin}') s where s.user_key = key;
    if admin.id is null and private.is_account_admin() then
      select 'account-admin', p.email, '', false into admin from public.profiles p
        where p.id = (select auth.uid()) and lower(p.email) = lower(btrim(acting_as));
    end if;
  end if;
  if admin.id is null then
    perform private.refuse_stranger();
  end if;
  return admin;
end;
$$;
comment on function private.people_staff(text) is
  'The admin who calls: `specified` believes the ID, `hardened` refuses one that is not the caller''s (42501). A deactivated admin is none.';

create or replace function private.manages(admin private.people_admin, person private.person)
  returns boolean
  language sql stable
  set search_path = ''
as $$
  select case admin.kind
    when 'main-admin' then true
    when 'account-admin' then person.kind in ('account-admin', 'agent', 'customer', 'member')
    when 'admin' then person.kind in ('admin', 'attendant') and not person.is_protected
      -- Handlers are the main admin's, and manage the people of their own sites.
      and person.place <> 'company'
      and case when admin.place = 'company' then person.place = any ((select private.own_places('admin'))::text[])
        -- Attendants without a site log in at each (specified).
        else admin.serves_all or person.place = admin.place or (person.place = '' and private.is_specified()) end
    when 'dispatch-admin' then person.kind = 'operator'
    when 'chauffeur-admin' then person.kind = 'chauffeur' and person.place = admin.place
    when 'ase-admin' then person.kind = 'ase-employee'
    else false
  end;
$$;
comment on function private.manages(private.people_admin,private.person) is
  'Whether an admin manages somebody, as create-admin-user has it: each admin his own, the main admin everybody.';

create or replace function private.open_car(person private.person)
  returns uuid
  language sql stable
  set search_path = ''
as $$
  select t.id from public.vehicle_turns t
  where person.kind = 'chauffeur' and t.project_id = person.project and private.id_key(t.chauffeur_id) = private.id_key(person.user_id)
    and t.ended_at is null;
$$;
comment on function private.open_car(private.person) is 'The open turn of a chauffeur with a car; null for everybody else.';

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
    'car', (select v.name from public.vehicle_turns t join public.vehicles v on v.id = t.vehicle_id where t.id = private.open_car(person)),
    -- No time: admins who read no work hours see people here.
    'is_on_clock', exists (select from public.work_turns t where t.person_id = person.id and t.status = 'running'),
    'planned_places', case when person.kind = 'ase-employee' then private.count_places(person.id, 'assigned') end,
    'asked_places', case when person.kind = 'ase-employee' then private.count_places(person.id, 'asked') end);
$$;
comment on function private.person_json(private.people_admin,private.person) is 'Somebody as the screens of an admin show them.';

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
comment on function public.list_people(text,text[],text,text,jsonb,text) is
  'The people whom the caller manages, a hundred at a time by ID: of a site, of kinds, in a state, found by ID or name.';
grant execute on function public.list_people(text,text[],text,text,jsonb,text) to authenticated;

create or replace function private.is_last_admin(person private.person)
  returns boolean
  language sql stable
  set search_path = ''
as $$
  select person.kind like '%admin' and person.state = 'active' and not exists (
    select from private.people() p
    where p.kind = person.kind and p.place = person.place and p.id <> person.id and p.state = 'active' and not p.is_protected);
$$;
comment on function private.is_last_admin(private.person) is
  'Whether nobody else is an active admin of the kind and site. The protected accounts do not count: they are nobody''s daily login.';

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
comment on function private.managed_person(private.people_admin,text,uuid) is 'Somebody whom an admin manages; refused for everybody else.';

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
comment on function private.refuse_fixed_person(private.people_admin,private.person) is
  'Refuses the protected accounts and the admin''s own, which nobody deactivates or logs out here.';

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
  gaps integer := 0;
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
    if person.kind = 'ase-employee' then
      gaps := private.leave_plan(person.id, admin.id);
    end if;
    if turn is not null then
      perform private.end_turn_row(turn, 'admin', admin.id, clock_timestamp(), null, null, reason);
    end if;
  end if;
  perform private.add_to_trail('update', 'people', person.project, person.id::text, jsonb_build_object('active', not active),
    jsonb_build_object('user_id', person.user_id, 'active', active, 'reason', nullif(btrim(reason), '')));
  return private.keep_answer(event_id, 'set_person_active', caller, jsonb_build_object('outcome', 'set', 'car', turn is not null, 'gaps', gaps));
end;
$$;
comment on function public.set_person_active(text,uuid,uuid,text,boolean,text,text) is
  'Deactivates somebody, which ends logins and an open car, leaves a running turn without an end and planned places as gaps, or activates again: password and second factor hold, no login or car comes back. '
  'The last active admin of a kind and site stays.';
grant execute on function public.set_person_active(text,uuid,uuid,text,boolean,text,text) to authenticated;

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
comment on function public.end_logins(text,uuid,uuid,text) is 'Ends all logins of somebody whom the caller manages; password and second factor hold.';
grant execute on function public.end_logins(text,uuid,uuid,text) to authenticated;

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
comment on function public.get_person(text,uuid,text) is
  'Somebody whom the caller manages, with the last hundred changes of the person: who, when and which fields, without their values.';
grant execute on function public.get_person(text,uuid,text) to authenticated;

insert into private.staff_functions (function_name)
  values ('list_people'), ('set_person_active'), ('end_logins'), ('get_person');
