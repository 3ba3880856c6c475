-- Certificates of the ambulance's employees, and which positions need which (document 5 §7).

create table public.certificate_types (
  id uuid default gen_random_uuid() not null,
  created_at timestamptz default now() not null,
  name text not null,
  warn_days integer default 30 not null,
  positions text[] default '{}'::text[] not null,
  is_active boolean default true not null,
  sort_order integer default 0 not null,
  constraint certificate_types_pkey primary key (id),
  constraint certificate_types_name_length check (name ~ '\S' and length(name) <= 200),
  constraint certificate_types_warn_days check (warn_days between 0 and 365),
  constraint certificate_types_positions check (private.texts_within(positions, 50, 200)),
  constraint certificate_types_lists_are_flat check (coalesce(array_ndims(positions), 1) = 1),
  constraint certificate_types_moments check (private.is_moment(created_at))
);

comment on table public.certificate_types is 'Kinds of certificates of the ambulance''s employees.';
comment on column public.certificate_types.warn_days is 'So many days before a certificate expires the admin and the employee are told.';
comment on column public.certificate_types.positions is 'Positions in which nobody works without a valid certificate of the kind.';

create unique index certificate_types_name_key on public.certificate_types (lower(name));

alter table public.certificate_types enable row level security;

create policy "Ambulance staff read the kinds of certificates" on public.certificate_types
  for select to anon, authenticated
  using ((select private.is_specified()) or (select private.own_employee_id()) is not null or (select private.is_kind('ase-admin')));

create trigger certificate_types_write_trail after insert or delete or update on public.certificate_types
  for each row execute function private.write_trail('ASE');

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('certificate_types', 'select', 'select', '', 'select', 'select');

create table public.certificates (
  id uuid default gen_random_uuid() not null,
  created_at timestamptz default now() not null,
  person_id uuid not null,
  employee_id text not null,
  type_id uuid not null,
  issued_on date not null,
  expires_on date,
  checked_by text not null,
  checked_at timestamptz default now() not null,
  replaced_at timestamptz,
  warned_at timestamptz,
  reminded_at timestamptz,
  left_at timestamptz,
  constraint certificates_pkey primary key (id),
  constraint certificates_type_id_fkey foreign key (type_id) references public.certificate_types(id),
  constraint certificates_lengths check (length(employee_id) <= 50 and length(checked_by) <= 320),
  constraint certificates_expires_later check (expires_on >= issued_on),
  constraint certificates_moments check (private.is_moment(created_at) and private.is_moment(checked_at) and private.is_moment(replaced_at)
    and private.is_moment(warned_at) and private.is_moment(reminded_at) and private.is_moment(left_at)
    and private.is_moment(issued_on::timestamptz) and private.is_moment(expires_on::timestamptz))
);

comment on table public.certificates is 'Certificates of the ambulance''s employees as the admin has seen them. The one recorded last counts of each kind.';
comment on column public.certificates.person_id is 'The row in the list of employees: who gets an old ID later has no certificate.';
comment on column public.certificates.expires_on is 'The last day on which the certificate is valid; null: no last day.';
comment on column public.certificates.replaced_at is 'When a later certificate of the kind took its place.';
comment on column public.certificates.warned_at is 'When the job told that the certificate expires; `reminded_at` is the second time, 7 days before.';
comment on column public.certificates.left_at is 'When the employee was removed: the certificate is kept six months longer.';

create unique index certificates_current_key on public.certificates (person_id, type_id) where replaced_at is null;
create index certificates_person_idx on public.certificates (person_id);
create index certificates_type_idx on public.certificates (type_id);
create index certificates_expires_idx on public.certificates (expires_on) where replaced_at is null and reminded_at is null;
create index certificates_left_idx on public.certificates (left_at) where left_at is not null;

alter table public.certificates enable row level security;

-- The admin reads them by list_certificates, which notes in the trail who does.
create policy "Employees read own certificates" on public.certificates
  for select to anon, authenticated
  using (
    (select private.is_specified())
    or ((select private.own_employee_id()) is not null and person_id = (select private.own_clock_person())));

create trigger certificates_write_trail after insert or delete or update on public.certificates
  for each row execute function private.write_trail('ASE');

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('certificates', 'select', 'select', '', 'select', 'select');

create or replace function public.record_certificate(certificate jsonb, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  admin constant text := private.ase_admin(acting_as);
  wanted public.certificates;
  employee public.ase_employees;
  answer jsonb;
begin
  begin
    wanted := jsonb_populate_record(null::public.certificates, certificate);
  exception when data_exception then
    perform private.refuse('unreadable-certificate', 'certificate');
  end;
  select e.* into employee from public.ase_employees e where e.employee_key = private.id_key(wanted.employee_id);
  if wanted.id is null or employee.id is null or not exists (select from public.certificate_types t where t.id = wanted.type_id and t.is_active)
    or wanted.issued_on is null or wanted.issued_on > private.day_of(now()) or wanted.expires_on < wanted.issued_on
    or not private.is_moment(wanted.issued_on::timestamptz) or not private.is_moment(wanted.expires_on::timestamptz) then
    perform private.refuse('unreadable-certificate', 'certificate');
  end if;
  answer := private.answer_of(wanted.id, 'record_certificate', 'ase-admin ' || private.id_key(admin));
  if answer is not null then
    return answer;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('certificates ' || employee.id, 0));
  update public.certificates c set replaced_at = now() where c.person_id = employee.id and c.type_id = wanted.type_id and c.replaced_at is null;
  insert into public.certificates (id, person_id, employee_id, type_id, issued_on, expires_on, checked_by)
    values (wanted.id, employee.id, employee.employee_id, wanted.type_id, wanted.issued_on, wanted.expires_on, admin);
  return private.keep_answer(wanted.id, 'record_certificate', 'ase-admin ' || private.id_key(admin),
    jsonb_build_object('outcome', 'recorded', 'at', now()));
end;
$$;
comment on function public.record_certificate(jsonb,text) is
  'The ambulance''s admin records a certificate that was shown. It takes the place of the one before of its kind, also of one with a wrong date.';
grant execute on function public.record_certificate(jsonb,text) to authenticated;

create or replace function private.certificate_objections(person uuid, "position" text, day date)
  returns jsonb
  language sql stable
  set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('code', case when c.id is null then 'certificate-missing' else 'certificate-expired' end, 'name', t.name)
    order by t.sort_order, t.name, t.id), '[]')
  from public.certificate_types t
    left join public.certificates c on c.person_id = person and c.type_id = t.id and c.replaced_at is null
  where t.is_active and certificate_objections.position = any (t.positions) and (c.id is null or c.expires_on < day);
$$;
comment on function private.certificate_objections(uuid,text,date) is
  'Certificates that somebody lacks in a position on a day, or that have expired by then. A position of null needs none.';

create or replace function private.warn_of_certificates()
  returns void
  language plpgsql
  set search_path = ''
as $$
declare
  today constant date := private.day_of(now());
  told uuid[];
  name text;
begin
  with due as (
    update public.certificates c set warned_at = coalesce(c.warned_at, now()), reminded_at = case when c.expires_on - today <= 7 then now() end
      from public.certificate_types t, public.ase_employees e
      where t.id = c.type_id and t.is_active and e.id = c.person_id and e.deactivated_at is null
        and c.replaced_at is null and c.reminded_at is null and c.expires_on between today and today + 365
        and c.expires_on - today <= case when c.warned_at is null then greatest(t.warn_days, 7) else 7 end
      returning c.id, c.employee_id)
  select array_agg(d.id order by d.id), case when count(distinct d.employee_id) = 1 then min(d.employee_id) end into told, name from due d;
  if told is not null then
    perform private.tell_hooks('certificate_expires', 'ASE', private.site_of('ASE'), told[1], null, jsonb_build_object('count', cardinality(told)), null, name);
  end if;
end;
$$;
comment on function private.warn_of_certificates() is
  'Tells the ambulance''s receivers as many days as the kind says, and 7 days, before certificates expire: how many, and nothing of them.';

create or replace function private.set_certificate_types(list jsonb, expected jsonb)
  returns jsonb
  language plpgsql
  set search_path = ''
as $$
declare
  keys constant text[] := '{id,name,warn_days,positions,is_active}';
  wanted jsonb;
  stored jsonb;
  used jsonb;
begin
  perform pg_advisory_xact_lock(hashtextextended('certificate types', 0));
  if jsonb_typeof(list) is distinct from 'array' or jsonb_array_length(list) > 50 then
    perform private.refuse('unreadable-values', 'list');
  end if;
  begin
    select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'name', btrim(r.name), 'warn_days', r.warn_days, 'positions', to_jsonb(r.positions),
      'is_active', r.is_active) order by l.n), '[]') into wanted
      from jsonb_array_elements(list) with ordinality l (value, n), jsonb_populate_record(null::public.certificate_types, l.value) r;
    select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name, 'warn_days', t.warn_days, 'positions', to_jsonb(t.positions),
      'is_active', t.is_active) order by t.sort_order, t.name, t.id), '[]') into stored from public.certificate_types t;
    if wanted = stored then
      return jsonb_build_object('outcome', 'unchanged');
    elsif stored is distinct from (select coalesce(jsonb_agg((select jsonb_object_agg(k, e.value -> k) from unnest(keys) k) order by e.n), '[]')
      from jsonb_array_elements(expected) with ordinality e (value, n)) then
      return jsonb_build_object('outcome', 'changed', 'now', stored) || private.last_change('certificate_types', null);
    end if;
    select jsonb_agg(t.name order by t.name) into used from public.certificate_types t
      where not exists (select from jsonb_array_elements(wanted) w where w.value ->> 'id' = t.id::text)
        and exists (select from public.certificates c where c.type_id = t.id);
    if used is not null then
      return jsonb_build_object('outcome', 'in_use', 'types', used);
    end if;
    delete from public.certificate_types t where not exists (select from jsonb_array_elements(wanted) w where w.value ->> 'id' = t.id::text);
    insert into public.certificate_types as t (id, name, warn_days, positions, is_active, sort_order)
      select r.id, r.name, r.warn_days, r.positions, r.is_active, w.n
      from jsonb_array_elements(wanted) with ordinality w (value, n), jsonb_populate_record(null::public.certificate_types, w.value) r
      on conflict (id) do update set name = excluded.name, warn_days = excluded.warn_days, positions = excluded.positions,
        is_active = excluded.is_active, sort_order = excluded.sort_order;
  exception when data_exception or integrity_constraint_violation then
    perform private.refuse('unreadable-values', 'list');
  end;
  return jsonb_build_object('outcome', 'set');
end;
$$;
comment on function private.set_certificate_types(jsonb,jsonb) is
  'The kinds of certificates in their order. A kind of which there are certificates stays, and may rest.';

create or replace function public.list_certificates(acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  admin constant text := private.ase_admin(acting_as);
begin
  perform private.add_to_trail('read', 'certificates', 'ASE', null, null, null);
  return jsonb_build_object('outcome', 'listed', 'certificates', (
    select coalesce(jsonb_agg(jsonb_build_object('employee_id', e.employee_id, 'name', e.name, 'type_id', t.id, 'type', t.name,
        'warn_days', t.warn_days, 'issued_on', c.issued_on, 'expires_on', c.expires_on, 'checked_by', c.checked_by, 'checked_at', c.checked_at)
      order by e.employee_key, t.sort_order, t.name, t.id), '[]')
    from public.ase_employees e cross join public.certificate_types t
      left join public.certificates c on c.person_id = e.id and c.type_id = t.id and c.replaced_at is null
    where e.deactivated_at is null and t.is_active and c.id is not null));
end;
$$;
comment on function public.list_certificates(text) is
  'The certificates of all active employees, for the ambulance''s admin. The trail has who opened them.';
grant execute on function public.list_certificates(text) to authenticated;

create or replace function private.keep_certificates_of_removed()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  update public.certificates c set left_at = now() where c.person_id = old.id;
  return null;
end;
$$;
comment on function private.keep_certificates_of_removed() is 'Certificates of a removed employee are kept for six months.';

create or replace function private.erase_certificates(most integer)
  returns integer
  language plpgsql
  set search_path = ''
as $$
declare
  gone uuid[] := array(
    select c.id from public.certificates c left join public.ase_employees e on e.id = c.person_id
    where coalesce(c.left_at, e.deactivated_at) < now() - interval '6 months' order by coalesce(c.left_at, e.deactivated_at) limit most);
begin
  perform set_config('parkering.erases', 'yes', true);
  perform private.erase_trail('{certificates}', gone);
  delete from public.certificates c where c.id = any (gone);
  perform set_config('parkering.erases', '', true);
  return cardinality(gone);
end;
$$;
comment on function private.erase_certificates(integer) is
  'Erases certificates six months after their employee left, removed or deactivated, at most so many. Gives their count.';

insert into private.staff_functions (function_name)
  values ('record_certificate'), ('list_certificates');
