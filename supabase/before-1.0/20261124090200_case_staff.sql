-- Who acts on cases, how they are refused, and case numbers (document 4 §4).

-- Refuses with a SQLSTATE of its own, the field in `details` and a text that a screen shows (contract/cases.ts lists the codes).
create function private.refuse(code text, field text, words text) returns void
language plpgsql set search_path = ''
as $$
begin
  raise exception '%', words using errcode = code, detail = field;
end;
$$;
revoke execute on function private.refuse(text, text, text) from public;

create type private.case_actor as (kind text, id text, account uuid, project text);

-- Who calls a function of staff for a project: an admin or an attendant of it, and the project's code as its site spells it.
-- `specified` believes the ID; there somebody is an admin who has an admin account of the site, and whose screen does not say that they
-- are an attendant. `hardened` refuses an ID that is not the caller's, and whoever is not of the site. Refuses with 42501.
create function private.case_staff(project text, acting_as text) returns private.case_actor
language plpgsql stable security definer set search_path = ''
as $$
declare
  actor private.case_actor;
  site record;
begin
  select s.id, s.path into site from public.main_page_sites s where s.path_key = lower(project collate "C");
  actor.project := coalesce(site.path, project);
  if private.is_specified() then
    if length(btrim(acting_as)) between 1 and 50 then
      actor.id := acting_as;
      actor.kind := case when (select w.kind from private.who_acts() w) is distinct from 'attendant' and (
        private.id_key(acting_as) = 'standardadmin'
        or exists (select from public.admin_accounts a where a.user_key = private.id_key(acting_as) and lower(a.project_id) = lower(project))
      ) then 'admin' else 'attendant' end;
    end if;
  else
    select s.kind, s.user_id, s.account_id into actor.kind, actor.id, actor.account
      from private.own_staff(array['admin', 'attendant']) s
      where s.user_key = private.id_key(acting_as)
        and (case when s.serves_all then site.id is not null or coalesce(project, 'standard') = 'standard'
          -- A site's id is no code of it.
          else s.site_id is not distinct from site.id and (site.id is not null or coalesce(s.project_id, '') = coalesce(project, '')) end);
  end if;
  if actor.id is null then
    raise exception 'Du har inte behörighet till detta.' using errcode = '42501';
  end if;
  return actor;
end;
$$;
revoke execute on function private.case_staff(text, text) from public;

-- A case, locked, and who acts on it. A case that is not there and one of another site are refused alike.
create function private.case_for(fine_id uuid, acting_as text, out fine public.fines, out actor private.case_actor) returns record
language plpgsql security definer set search_path = ''
as $$
begin
  select f.* into fine from public.fines f where f.id = fine_id for update;
  if fine.id is not null then
    begin
      actor := private.case_staff(fine.project_id, acting_as);
    exception when insufficient_privilege then
      fine := null;
    end;
  end if;
  if fine.id is null then
    if private.is_hardened() and not exists (
      select from private.own_staff(array['admin', 'attendant']) s where s.user_key = private.id_key(acting_as)) then
      raise exception 'Du har inte behörighet till detta.' using errcode = '42501';
    end if;
    perform private.refuse('PK007', 'fine_id', 'Ärendet finns inte.');
  end if;
end;
$$;
revoke execute on function private.case_for(uuid, text) from public;

-- Whether somebody issued a fine: the same ID and the same account. Whoever gets a removed person's ID did not.
create function private.is_issuer(fine public.fines, actor private.case_actor) returns boolean
language sql immutable set search_path = ''
as $$
  select private.id_key(fine.issued_by) = private.id_key(actor.id) and fine.account_id is not distinct from actor.account;
$$;
revoke execute on function private.is_issuer(public.fines, private.case_actor) from public;

-- The day of a moment, where the company is.
create function private.day_of(moment timestamptz) returns date
language sql immutable set search_path = ''
as $$ select (moment at time zone 'Europe/Stockholm')::date; $$;
revoke execute on function private.day_of(timestamptz) from public;

-- The check digit by Luhn of a number of seven digits.
create function private.luhn_digit(digits text) returns text
language sql immutable set search_path = ''
as $$
  select ((10 - sum(d.value / 10 + d.value % 10) % 10) % 10)::text
  from (select substr(digits, n, 1)::int * (1 + n % 2) as value from generate_series(1, length(digits)) n) d;
$$;
revoke execute on function private.luhn_digit(text) from public;

-- Gives somebody so many numbers that nobody had before.
create function private.new_case_numbers(request uuid, wanted int, actor private.case_actor) returns text[]
language plpgsql set search_path = ''
as $$
declare
  given text[] := '{}';
  made text;
begin
  while cardinality(given) < wanted loop
    made := lpad(floor(random() * 10000000)::int::text, 7, '0');
    insert into private.case_numbers (case_number, request_id, reserved_by, account_id)
      values (made || private.luhn_digit(made), request, actor.id, actor.account) on conflict do nothing;
    if found then
      given := given || (made || private.luhn_digit(made));
    end if;
  end loop;
  return given;
end;
$$;
revoke execute on function private.new_case_numbers(uuid, int, private.case_actor) from public;

-- Takes a number into use; false when it is not the person's, or used. An admin sends what an attendant left who has no account any more.
create function private.use_case_number(number text, actor private.case_actor) returns boolean
language plpgsql set search_path = ''
as $$
begin
  update private.case_numbers n set used_at = now()
    where n.case_number = number and n.used_at is null and private.id_key(n.reserved_by) = private.id_key(actor.id)
      and (n.account_id is null or n.account_id = actor.account or (actor.kind = 'admin' and actor.account is null));
  return found;
end;
$$;
revoke execute on function private.use_case_number(text, private.case_actor) from public;

-- Reserves numbers for a phone's store. A repeated call gets the same ones.
create function public.reserve_case_numbers(project text, request_id uuid, count int, acting_as text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  request constant uuid := reserve_case_numbers.request_id;
  wanted constant int := reserve_case_numbers.count;
  actor constant private.case_actor := private.case_staff(project, acting_as);
  numbers text[];
begin
  if request is null or wanted is null or wanted not between 1 and 50 then
    perform private.refuse('PK008', 'count', 'Mellan 1 och 50 ärendenummer kan reserveras åt gången.');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('case numbers ' || private.id_key(actor.id), 0));
  select array_agg(n.case_number order by n.case_number) into numbers from private.case_numbers n
    where n.request_id = request and private.id_key(n.reserved_by) = private.id_key(actor.id);
  if numbers is null then
    if wanted + (select count(*) from private.case_numbers n where n.used_at is null
        and private.id_key(n.reserved_by) = private.id_key(actor.id) and n.account_id is not distinct from actor.account) > 100 then
      perform private.refuse('PK009', 'count', 'Du har redan så många oanvända ärendenummer som du får ha.');
    end if;
    numbers := private.new_case_numbers(request, wanted, actor);
  end if;
  return jsonb_build_object('outcome', 'reserved', 'numbers', numbers);
end;
$$;
comment on function public.reserve_case_numbers is 'Reserves case numbers for a phone: at most 50 a call, at most 100 unused a person.';
revoke execute on function public.reserve_case_numbers(text, uuid, int, text) from public, anon, authenticated, service_role;
grant execute on function public.reserve_case_numbers(text, uuid, int, text) to anon, authenticated;
