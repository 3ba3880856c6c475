-- Settings of the ambulance's plan, and which employee works in which position (document 5 §7). The migration that made the table has its row.

create table public.ase_settings (
  id uuid default gen_random_uuid() not null,
  created_at timestamptz default now() not null,
  project_id text not null,
  sign_up text default 'approved' not null,
  offers_need_admin boolean default true not null,
  leave_hours integer default 24 not null,
  checklist text default 'off' not null,
  positions text[] default '{}'::text[] not null,
  constraint ase_settings_pkey primary key (id),
  constraint ase_settings_project_key unique (project_id),
  constraint ase_settings_project_length check (project_id ~ '\S' and length(project_id) <= 100),
  constraint ase_settings_sign_up check (sign_up in ('approved', 'at_once')),
  constraint ase_settings_leave_hours check (leave_hours between 0 and 720),
  constraint ase_settings_checklist check (checklist in ('off', 'ask')),
  constraint ase_settings_positions check (private.texts_within(positions, 50, 200)),
  constraint ase_settings_lists_are_flat check (coalesce(array_ndims(positions), 1) = 1),
  constraint ase_settings_moments check (private.is_moment(created_at))
);

comment on table public.ase_settings is 'Settings of the ambulance: how people sign up for shifts, until when they leave them, whether vehicles are checked, and its positions.';
comment on column public.ase_settings.sign_up is 'With `approved` the admin decides who gets a place, with `at_once` the place is the employee''s.';
comment on column public.ase_settings.leave_hours is 'So many hours before a shift employees leave it themselves.';

alter table public.ase_settings enable row level security;

create policy "Ambulance staff read the settings" on public.ase_settings
  for select to anon, authenticated
  using ((select private.is_specified()) or (select private.own_employee_id()) is not null or (select private.is_kind('ase-admin')));

create trigger ase_settings_write_trail after insert or delete or update on public.ase_settings for each row execute function private.write_trail();

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('ase_settings', 'select', 'select', '', 'select', 'select');

create table public.ase_positions (
  id uuid default gen_random_uuid() not null,
  created_at timestamptz default now() not null,
  person_id uuid not null,
  employee_id text not null,
  position text not null,
  constraint ase_positions_pkey primary key (id),
  constraint ase_positions_person_key unique (person_id, position),
  constraint ase_positions_employee_id_length check (length(employee_id) <= 50),
  constraint ase_positions_position_length check (position ~ '\S' and length(position) <= 200),
  constraint ase_positions_moments check (private.is_moment(created_at))
);

comment on table public.ase_positions is 'Which employee of the ambulance works in which position.';
comment on column public.ase_positions.person_id is 'The row in the list of employees: who gets an old ID later has no position.';

alter table public.ase_positions enable row level security;

create policy "Employees read own positions, the ambulance admin all" on public.ase_positions
  for select to anon, authenticated
  using (
    (select private.is_specified())
    or ((select private.own_employee_id()) is not null and person_id = (select private.own_clock_person()))
    or (select private.is_kind('ase-admin')));

create trigger ase_positions_write_trail after insert or delete or update on public.ase_positions for each row execute function private.write_trail('ASE');

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('ase_positions', 'select', 'select', '', 'select', 'select');

create or replace function private.ase_settings_of()
  returns public.ase_settings
  language plpgsql stable
  set search_path = ''
as $$
declare
  settings public.ase_settings;
begin
  select s.* into settings from public.ase_settings s where s.project_id = 'ASE';
  if not found then
    settings.sign_up := 'approved';
    settings.offers_need_admin := true;
    settings.leave_hours := 24;
    settings.checklist := 'off';
    settings.positions := '{}';
  end if;
  return settings;
end;
$$;
comment on function private.ase_settings_of() is 'The settings of the ambulance; those that it begins with where there is no row.';

create or replace function private.ase_admin(acting_as text)
  returns text
  language plpgsql stable
  set search_path = ''
as $$
declare
  admin constant text := private.clock_admin('ASE', 'ase-employee', acting_as);
begin
  if admin is null then
    perform private.refuse_stranger();
  end if;
  return admin;
end;
$$;
comment on function private.ase_admin(text) is 'The ID of the ambulance''s admin who calls; refused for everybody else.';

create or replace function private.ase_worker(acting_as text)
  returns private.clock_person
  language plpgsql stable
  set search_path = ''
as $$
declare
  worker constant private.clock_person := private.clock_worker('ASE', 'ase-employee', acting_as);
begin
  if worker.person is null or not worker.is_active then
    perform private.refuse_stranger();
  end if;
  return worker;
end;
$$;
comment on function private.ase_worker(text) is 'The employee of the ambulance who calls; refused for everybody else and for who is deactivated.';

create or replace function private.set_positions(list jsonb, expected jsonb)
  returns jsonb
  language plpgsql
  set search_path = ''
as $$
declare
  wanted constant text[] := array(select btrim(l.value) from jsonb_array_elements_text(private.list_in(list, 'list')) with ordinality l (value, n) order by l.n);
  stored text[];
begin
  if exists (select from unnest(wanted) w (name) where coalesce(w.name, '') = '' or length(w.name) > 200) or cardinality(wanted) > 50
    or cardinality(wanted) <> (select count(distinct w.name) from unnest(wanted) w (name)) then
    perform private.refuse('unreadable-values', 'list');
  end if;
  select s.positions into stored from public.ase_settings s where s.project_id = 'ASE' for update;
  if stored = wanted then
    return jsonb_build_object('outcome', 'unchanged');
  elsif to_jsonb(stored) is distinct from coalesce(expected, '[]') then
    return jsonb_build_object('outcome', 'changed', 'now', to_jsonb(stored)) || private.last_change('ase_settings', null);
  end if;
  update public.ase_settings s set positions = wanted where s.project_id = 'ASE';
  return jsonb_build_object('outcome', 'set');
end;
$$;
comment on function private.set_positions(jsonb,jsonb) is 'The positions of the ambulance in their order.';

create or replace function private.set_employee_positions(list jsonb, expected jsonb)
  returns jsonb
  language plpgsql
  set search_path = ''
as $$
declare
  wanted jsonb;
  stored jsonb;
  given constant jsonb := private.list_in(list, 'list');
begin
  if jsonb_array_length(given) not between 1 and 200 then
    perform private.refuse('unreadable-values', 'list');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('ase positions', 0));
  select jsonb_agg(jsonb_build_object('employee_id', e.employee_id, 'positions', (
      select coalesce(jsonb_agg(distinct p.value order by p.value), '[]')
      from jsonb_array_elements_text(private.list_in(g.value -> 'positions', 'list')) p (value) where p.value ~ '\S' and length(p.value) <= 200)) order by e.employee_key),
    jsonb_agg(jsonb_build_object('employee_id', e.employee_id, 'positions', (
      select coalesce(jsonb_agg(p.position order by p.position), '[]') from public.ase_positions p where p.person_id = e.id)) order by e.employee_key)
    into wanted, stored
    from jsonb_array_elements(given) g join public.ase_employees e on e.employee_key = private.id_key(g.value ->> 'employee_id');
  if jsonb_array_length(coalesce(wanted, '[]')) <> jsonb_array_length(given) then
    perform private.refuse('no-such-employee', 'list');
  elsif wanted = stored then
    return jsonb_build_object('outcome', 'unchanged');
  elsif exists (select from jsonb_array_elements(stored) s where not exists (
    select from jsonb_array_elements(private.list_in(expected, 'expected')) x
    where private.id_key(x.value ->> 'employee_id') = private.id_key(s.value ->> 'employee_id')
      and (select coalesce(jsonb_agg(p.value order by p.value), '[]') from jsonb_array_elements_text(private.list_in(x.value -> 'positions', 'expected')) p (value))
        = s.value -> 'positions')) then
    return jsonb_build_object('outcome', 'changed', 'now', stored) || private.last_change('ase_positions', null);
  end if;
  delete from public.ase_positions p using public.ase_employees e, jsonb_array_elements(wanted) w
    where p.person_id = e.id and e.employee_id = w.value ->> 'employee_id' and not w.value -> 'positions' ? p.position;
  insert into public.ase_positions (person_id, employee_id, position)
    select e.id, e.employee_id, p.value from jsonb_array_elements(wanted) w join public.ase_employees e on e.employee_id = w.value ->> 'employee_id',
      jsonb_array_elements_text(w.value -> 'positions') p (value)
    on conflict do nothing;
  return jsonb_build_object('outcome', 'set');
end;
$$;
comment on function private.set_employee_positions(jsonb,jsonb) is 'Which of the named employees work in which positions; the others keep theirs.';

create or replace function private.last_change(subject text, row_id text)
  returns jsonb
  language sql stable
  set search_path = ''
as $$
  select coalesce((select jsonb_build_object('by', t.actor_id, 'at', t.created_at) from public.audit_trail t
    where t.project_id = 'ASE' and t.subject = last_change.subject and (last_change.row_id is null or t.row_id = last_change.row_id)
    order by t.created_at desc, t.id desc limit 1), '{"by": null, "at": null}');
$$;
comment on function private.last_change(text,text) is 'By whom and when a row of the ambulance was changed last, as conflicts tell it.';

create or replace function public.set_ase_list(what text, list jsonb, expected jsonb, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
begin
  perform private.ase_admin(acting_as);
  return case what
    when 'positions' then private.set_positions(list, expected)
    when 'employee_positions' then private.set_employee_positions(list, expected)
    when 'certificate_types' then private.set_certificate_types(list, expected)
    when 'checklist' then private.set_checklist(list, expected)
    else private.refuse_list() end;
end;
$$;
comment on function public.set_ase_list(text,jsonb,jsonb,text) is
  'Changes a list of the ambulance''s admin, which is still as the screen showed it: positions, who has which, kinds of certificates, and the checklist.';
grant execute on function public.set_ase_list(text,jsonb,jsonb,text) to authenticated;

create or replace function private.refuse_list()
  returns jsonb
  language plpgsql
  set search_path = ''
as $$
begin
  perform private.refuse('unreadable-value', 'what');
  return null;
end;
$$;
comment on function private.refuse_list() is 'Refuses a list that is none of the ambulance''s.';

insert into private.staff_functions (function_name)
  values ('set_ase_list');
