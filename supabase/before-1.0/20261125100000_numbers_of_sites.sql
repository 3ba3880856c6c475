-- Where a case number was given, so that somebody who was removed is known as one who worked there; and nobody runs out of numbers
-- because devices were lost (document 4 §4).

alter table private.case_numbers add column project_id text, add column site_id uuid;
update private.case_numbers n set project_id = f.project_id, site_id = f.site_id from public.fines f where f.case_number = n.case_number;
update private.case_numbers n set project_id = s.project_id, site_id = s.site_id from public.staff_accounts s
  where n.used_at is null and s.account_id = n.account_id;
create index case_numbers_person_idx on private.case_numbers (private.id_key(reserved_by));

-- As before, with the place.
create or replace function private.new_case_numbers(request uuid, wanted int, actor private.case_actor) returns text[]
language plpgsql set search_path = ''
as $$
declare
  given text[] := '{}';
  made text;
  site constant uuid := (select s.id from public.main_page_sites s where s.path = actor.project);
begin
  while cardinality(given) < wanted loop
    made := lpad(floor(random() * 10000000)::int::text, 7, '0');
    insert into private.case_numbers (case_number, request_id, reserved_by, account_id, project_id, site_id)
      values (made || private.luhn_digit(made), request, actor.id, actor.account, actor.project, site) on conflict do nothing;
    if found then
      given := given || (made || private.luhn_digit(made));
    end if;
  end loop;
  return given;
end;
$$;

-- Whether somebody is an attendant of a site, or was given numbers there before they were removed.
create function private.has_worked_at(project text, user_id text) returns boolean
language sql stable set search_path = ''
as $$
  with person as (
    select private.id_key(user_id) as key, coalesce((select s.id::text from public.main_page_sites s where s.path = project), project, '') as place
  )
  select exists (select from public.staff_accounts s where s.kind = 'attendant' and s.user_key = p.key
      and coalesce(s.site_id::text, s.project_id, '') = p.place)
    or exists (select from public.project_attendants a where a.user_key = p.key and coalesce(a.site_id::text, a.project_id) = p.place)
    -- People of no site log in at each (specified).
    or exists (select from public.attendants a where a.user_key = p.key
      and (coalesce(a.site_id::text, a.project_id, '') = p.place or (a.project_id is null and private.is_specified())))
    or exists (select from private.case_numbers n where private.id_key(n.reserved_by) = p.key and coalesce(n.site_id::text, n.project_id, '') = p.place)
  from person p;
$$;
revoke execute on function private.has_worked_at(text, text) from public;

-- As before; what lies unused for days does not count.
create or replace function public.reserve_case_numbers(project text, request_id uuid, count int, acting_as text) returns jsonb
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
    -- What was given days ago and lies unused lies on a device that is lost or was cleared. It stays the person's, should it turn up.
    if wanted + (select count(*) from private.case_numbers n where n.used_at is null and n.created_at > now() - interval '3 days'
        and private.id_key(n.reserved_by) = private.id_key(actor.id) and n.account_id is not distinct from actor.account) > 100 then
      perform private.refuse('PK009', 'count', 'Du har redan så många oanvända ärendenummer som du får ha.');
    end if;
    numbers := private.new_case_numbers(request, wanted, actor);
  end if;
  return jsonb_build_object('outcome', 'reserved', 'numbers', numbers);
end;
$$;
