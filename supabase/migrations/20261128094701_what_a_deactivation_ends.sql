-- what a deactivation ends: the dialog named an open car alone, and not a running turn, planned places and requests, which end too (document 5 §8).

set local check_function_bodies = off;

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

create or replace function private.count_places(person uuid, state text)
  returns bigint
  language sql stable
  set search_path = ''
as $$
  select count(*) from public.shift_places p join public.planned_shifts s on s.id = p.shift_id
  where p.person_id = person and p.state = count_places.state and s.ends_at > now();
$$;

comment on function private.count_places(uuid,text) is 'How many places in a state somebody has on shifts that are not over.';
