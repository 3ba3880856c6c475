-- A person is an account. IDs are compared without case and without letters that nobody sees, and shifts belong to the account that
-- registered them: whoever gets a used ID later inherits nothing (docs/security.md, People).

-- An ID as it is compared: without spaces and invisible letters, in small letters, composed (NFC). The browser and the functions do the
-- same (contract/staff-address.ts); a test compares them.
create function private.id_key(id text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select normalize(lower(regexp_replace(id,
    '[\u0001-\u0020\u007f-\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]',
    '', 'g') collate "und-x-icu"), NFC);
$$;
comment on function private.id_key is 'An ID as it is compared: no case, no spaces, no invisible letters.';
revoke execute on function private.id_key(text) from public;
grant execute on function private.id_key(text) to anon, authenticated, service_role;

-- A part of an address: small letters, digits and hyphens stay, every other byte becomes `_` and two hex digits.
create function private.address_part(part text) returns text
language sql immutable set search_path = ''
as $$
  select coalesce(string_agg(
    case when b between 97 and 122 or b between 48 and 57 or b = 45 then chr(b) else '_' || lpad(to_hex(b), 2, '0') end, '' order by n), '')
  from (select n, get_byte(convert_to(part, 'UTF8'), n) as b from generate_series(0, octet_length(convert_to(part, 'UTF8')) - 1) n) bytes;
$$;
revoke execute on function private.address_part(text) from public;

-- The address that a person with an ID signs in with (contract/staff-address.ts); null when it is too long for one.
create function private.staff_address(kind text, project_id text, user_id text) returns text
language sql immutable set search_path = ''
as $$
  select case when length(a.address) <= 255 then a.address end
  from (select private.address_part(private.id_key(user_id)) || case when project_id is null then '' else '.' || private.address_part(lower(project_id)) end
    || '@' || kind || '.konto.parkering.example' as address) a;
$$;
revoke execute on function private.staff_address(text, text, text) from public;

-- Gives accounts the address that their ID and project make.
create function private.give_addresses(accounts uuid[]) returns void
language plpgsql set search_path = ''
as $$
declare
  person record;
begin
  for person in
    select s.account_id, s.user_id, private.staff_address(s.kind, s.project_id, s.user_id) as address
    from public.staff_accounts s join auth.users u on u.id = s.account_id
    where s.account_id = any (accounts) and u.email is distinct from private.staff_address(s.kind, s.project_id, s.user_id)
  loop
    if person.address is null then
      raise exception 'With this path the ID % has no room in an address.', person.user_id using errcode = '23514';
    end if;
    -- An account that nobody finished making gives way; one that will move steps aside, and its turn comes.
    delete from auth.users u where u.email = person.address
      and not exists (select from public.staff_accounts s where s.account_id = u.id);
    update auth.users set email = 'moving-' || id || '@attendant.konto.parkering.example'
      where email = person.address and id = any (accounts);
    update auth.users set email = person.address where id = person.account_id;
    update auth.identities set identity_data = identity_data || jsonb_build_object('email', person.address)
      where user_id = person.account_id and provider = 'email';
  end loop;
end;
$$;
revoke execute on function private.give_addresses(uuid[]) from public;

-- What somebody was called before the upgrade gave them another ID; their administrator's list shows it.
alter table public.project_attendants add column renamed_from text;
alter table public.attendants add column renamed_from text;
alter table public.admin_accounts add column renamed_from text;
alter table public.ase_employees add column renamed_from text;

-- Where two IDs are the same one, the older person keeps it and the other gets a suffix. Accounts first; their rows in the lists follow.
do $$
declare
  list record;
  person record;
  number int;
  free text;
  is_taken boolean;
begin
  for list in
    select * from (values
      ('staff_accounts', 'user_id', 'account_id', $q$kind || ' ' || lower(coalesce(project_id, ''))$q$),
      ('project_attendants', 'user_id', 'id', $q$lower(project_id)$q$),
      ('attendants', 'user_id', 'id', $q$case when account_id is not null then '/' || lower(coalesce(project_id, '')) end$q$),
      ('admin_accounts', 'user_id', 'id', $q$case when account_id is not null then '/' || lower(coalesce(project_id, '')) end$q$),
      ('ase_employees', 'employee_id', 'id', 'null::text')
    ) as lists(name, id_column, key_column, scope)
  loop
    for person in execute format(
      'select * from (select %3$I as key, %2$I as id, %4$s as scope, to_jsonb(t) ->> ''project_id'' as project,
         row_number() over (partition by %4$s, private.id_key(%2$I) order by created_at, %3$I) as place
       from public.%1$I t) people where place > 1 order by place, key',
      list.name, list.id_column, list.key_column, list.scope)
    loop
      number := 1;
      loop
        number := number + 1;
        free := left(person.id, 49 - length(number::text)) || '-' || number;
        execute format('select exists (select from public.%1$I where %3$s is not distinct from $1 and private.id_key(%2$I) = private.id_key($2))',
          list.name, list.id_column, list.scope) into is_taken using person.scope, free;
        exit when not is_taken;
      end loop;
      execute format('update public.%1$I set %2$I = $1 where %3$I = $2', list.name, list.id_column, list.key_column)
        using free, person.key;
      if list.name = 'staff_accounts' then
        update public.project_attendants set user_id = free, renamed_from = person.id where account_id = person.key;
        update public.attendants set user_id = free, renamed_from = person.id where account_id = person.key;
        update public.admin_accounts set user_id = free, renamed_from = person.id where account_id = person.key;
        update public.ase_employees set employee_id = free, renamed_from = person.id where account_id = person.key;
      else
        execute format('update public.%1$I set renamed_from = $1 where %2$I = $3', list.name, list.key_column)
          using person.id, free, person.key;
      end if;
      -- What names them by the ID comes along.
      if list.name in ('staff_accounts', 'project_attendants', 'attendants') then
        update public.vehicle_registrations set chauffeur_id = free where chauffeur_id = person.id and project_id = person.project;
        begin
          update public.shift_registrations set attendant_user_id = free
            where attendant_user_id = person.id and (project_id is not distinct from person.project or person.scope is null);
        exception when check_violation then
          -- A shift that is older than a check stays as it is.
          null;
        end;
      end if;
    end loop;
  end loop;
end
$$;

alter table public.staff_accounts
  add column user_key text generated always as (private.id_key(user_id)) stored,
  add constraint staff_accounts_user_key_seen check (user_key <> '') not valid;
alter table public.project_attendants
  add column user_key text generated always as (private.id_key(user_id)) stored,
  add constraint project_attendants_user_key_seen check (user_key <> '') not valid;
alter table public.attendants
  add column user_key text generated always as (private.id_key(user_id)) stored,
  add constraint attendants_user_key_seen check (user_key <> '') not valid;
alter table public.admin_accounts
  add column user_key text generated always as (private.id_key(user_id)) stored,
  add constraint admin_accounts_user_key_seen check (user_key <> '') not valid;
alter table public.ase_employees
  add column employee_key text generated always as (private.id_key(employee_id)) stored,
  add constraint ase_employees_employee_key_seen check (employee_key <> '') not valid;

-- Unique where the IDs are (decisions §2, 20261121100000_staff_identities.sql), as they are compared.
create unique index staff_accounts_person_compared_key on public.staff_accounts (kind, lower(project_id), user_key) nulls not distinct;
create unique index project_attendants_compared_key on public.project_attendants (lower(project_id), user_key);
create unique index attendants_compared_key on public.attendants (user_key) where account_id is null;
create unique index attendants_project_compared_key on public.attendants (lower(project_id), user_key) nulls not distinct
  where account_id is not null;
create unique index admin_accounts_compared_key on public.admin_accounts (user_key) where account_id is null;
create unique index admin_accounts_project_compared_key on public.admin_accounts (lower(project_id), user_key) nulls not distinct
  where account_id is not null;
create unique index ase_employees_compared_key on public.ase_employees (employee_key);

select private.give_addresses(array(select account_id from public.staff_accounts));

-- Whose a shift is. What stands there already: its photos lie in the folder of the account that registered it, and of shifts that are
-- older than the accounts the ID tells, if its owner was there then.
create function private.owner_of_old_shift(project text, attendant text, photo text, registered timestamptz) returns uuid
language sql stable set search_path = ''
as $$
  select coalesce(
    (select (regexp_match(photo, '^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/'))[1]::uuid),
    (select s.account_id from public.staff_accounts s left join public.attendants a on a.account_id = s.account_id
      where s.kind = 'attendant' and s.project_id is not distinct from project and s.user_id = attendant
        and coalesce(a.created_at, s.created_at) <= registered)
  );
$$;
alter table public.shift_registrations add column account_id uuid;
-- The rows are rewritten and not updated: those that are older than a check stay as they are.
alter table public.shift_registrations alter column account_id type uuid
  using private.owner_of_old_shift(project_id, attendant_user_id, image_urls[1], created_at);
drop function private.owner_of_old_shift(text, text, text, timestamptz);

-- The account of a new shift, whatever was sent; null in the profile `specified`, where people have none.
create function private.own_shift() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.account_id := (
    select s.account_id from public.staff_accounts s
    where s.kind = 'attendant' and lower(s.project_id) is not distinct from lower(new.project_id)
      and s.user_key = private.id_key(new.attendant_user_id)
  );
  return new;
end;
$$;
revoke execute on function private.own_shift() from public;
create trigger shift_registrations_whose before insert on public.shift_registrations
  for each row execute function private.own_shift();

alter policy "Hardened: attendants read their shifts, admins their project's" on public.shift_registrations
  using ((account_id = (select auth.uid())
      and coalesce(project_id, '') = any ((select private.own_projects('attendant'))::text[]))
    or project_id = any ((select private.own_projects('admin'))::text[])
    or (project_id is null and '' = any ((select private.own_projects('admin'))::text[])));

-- Screens follow whether the account is still there, as those of operators and chauffeurs do: people read their own row also after the
-- login has ended, so that who is removed hears it.
alter publication supabase_realtime add table public.attendants, public.ase_employees;
alter policy "Hardened: people read themselves, admins their project" on public.attendants
  using ((select private.is_hardened()) and (account_id = (select auth.uid())
    or project_id = any ((select private.own_projects('admin'))::text[])
    or (project_id is null and '' = any ((select private.own_projects('admin'))::text[]))));
alter policy "Hardened: employees read themselves, the admin all" on public.ase_employees
  using ((select private.is_hardened()) and (account_id = (select auth.uid()) or (select private.is_kind('ase-admin'))));
