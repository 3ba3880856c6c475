-- Numbers of cases, given to people before they use them (document 4 §3).

create table private.case_numbers (
  case_number text not null,
  created_at timestamptz default now() not null,
  request_id uuid not null,
  reserved_by text not null,
  account_id uuid,
  used_at timestamptz,
  project_id text,
  site_id uuid,
  held_at timestamptz,
  voided_at timestamptz,
  voided_by text,
  constraint case_numbers_pkey primary key (case_number),
  constraint case_numbers_form check (case_number ~ '^\d{8}$')
);

comment on table private.case_numbers is 'Every case number that was ever given, to whom, and when it was used.';
comment on column private.case_numbers.held_at is 'When a device last told that it holds the number.';
comment on column private.case_numbers.voided_at is 'When an admin voided it: no device is to use it, and it is never given again.';

create index case_numbers_request_idx on private.case_numbers (request_id);
create index case_numbers_unused_idx on private.case_numbers (private.id_key(reserved_by), account_id) where used_at is null;
create index case_numbers_person_idx on private.case_numbers (private.id_key(reserved_by));
create index case_numbers_account_idx on private.case_numbers (account_id, created_at);

alter table private.case_numbers enable row level security;

create or replace function private.is_held(number private.case_numbers)
  returns boolean
  language sql stable
  set search_path = ''
as $$
  select number.used_at is null and number.voided_at is null and greatest(number.created_at, number.held_at) > now() - interval '1 day';
$$;
comment on function private.is_held(private.case_numbers) is 'Whether a number lies unused on a device that is alive.';

create or replace function public.hold_case_numbers(project text, numbers text[], acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
#variable_conflict use_column
declare
  told constant text[] := hold_case_numbers.numbers;
  actor constant private.case_actor := private.case_staff(project, acting_as);
  own text[];
begin
  if told is null or cardinality(told) > 200 then
    perform private.refuse('too-many-held-numbers', 'numbers');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('case numbers ' || private.id_key(actor.id), 0));
  own := array(select n.case_number from private.case_numbers n where n.case_number = any (told)
    and private.id_key(n.reserved_by) = private.id_key(actor.id) and (n.account_id is null or n.account_id = actor.account)
    and coalesce(n.site_id::text, n.project_id, '') = private.place_of(actor.project));
  update private.case_numbers n set held_at = now() where n.case_number = any (own) and n.used_at is null and n.voided_at is null;
  return jsonb_build_object('outcome', 'held', 'void', (select coalesce(jsonb_agg(n.case_number order by n.case_number), '[]')
    from private.case_numbers n where n.case_number = any (own) and (n.used_at is not null or n.voided_at is not null)));
end;
$$;
comment on function public.hold_case_numbers(text,text[],text) is
  'Notes which numbers lie on a phone that is alive, and tells which of them it is to throw away.';
grant execute on function public.hold_case_numbers(text,text[],text) to authenticated;

create or replace function public.list_unused_numbers(project text)
  returns jsonb
  language plpgsql stable security definer
  set search_path = ''
as $$
begin
  if not private.may_count_cases(project) then
    perform private.refuse_stranger();
  end if;
  return jsonb_build_object('outcome', 'listed', 'people', (
    select coalesce(jsonb_agg(to_jsonb(p) order by p.latest desc), '[]') from (
      select max(n.reserved_by) as user_id, count(*) as unused, count(*) filter (where private.is_held(n)) as held,
        max(greatest(n.created_at, n.held_at)) as latest
      from private.case_numbers n
      where n.used_at is null and n.voided_at is null
        and coalesce(n.site_id::text, n.project_id, '') = private.place_of(list_unused_numbers.project)
      group by private.id_key(n.reserved_by) order by latest desc limit 200
    ) p));
end;
$$;
comment on function public.list_unused_numbers(text) is
  'Who holds unused case numbers of a site: how many, how many of them on phones that are alive, and when one last told.';
grant execute on function public.list_unused_numbers(text) to authenticated;

create or replace function public.reserve_case_numbers(project text, request_id uuid, count integer, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
#variable_conflict use_column
declare
  request constant uuid := reserve_case_numbers.request_id;
  wanted constant int := reserve_case_numbers.count;
  actor constant private.case_actor := private.case_staff(project, acting_as);
  numbers text[];
  since timestamptz;
begin
  if request is null or wanted is null or wanted not between 1 and 50 then
    perform private.refuse('number-count', 'count');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('case numbers ' || private.id_key(actor.id), 0));
  select array_agg(n.case_number order by n.case_number) into numbers from private.case_numbers n
    where n.request_id = request and private.id_key(n.reserved_by) = private.id_key(actor.id)
      and n.account_id is not distinct from actor.account
      and coalesce(n.site_id::text, n.project_id, '') = private.place_of(actor.project);
  if numbers is null then
    -- Numbers of a device that has not told of them for a day count no more: it is lost or was cleared. They stay the person's.
    if wanted + (select count(*) from private.case_numbers n where private.is_held(n)
        and private.id_key(n.reserved_by) = private.id_key(actor.id) and n.account_id is not distinct from actor.account) > 100 then
      perform private.refuse('too-many-numbers', 'count');
    end if;
    -- As many as may lie unused and as one person can use meanwhile.
    if actor.account is not null and private.is_hardened() then
      select n.created_at into since from private.case_numbers n
        where n.account_id = actor.account and n.created_at > now() - interval '15 minutes'
        order by n.created_at desc offset 160 - wanted limit 1;
      if since is not null then
        perform private.refuse('reserved-too-fast', 'count', array[private.wait_in_words(since)]);
      end if;
    end if;
    numbers := private.new_case_numbers(request, wanted, actor);
  end if;
  return jsonb_build_object('outcome', 'reserved', 'numbers', numbers);
end;
$$;
comment on function public.reserve_case_numbers(text,uuid,integer,text) is 'Reserves case numbers for a phone: at most 50 a call, at most 100 unused a person.';
grant execute on function public.reserve_case_numbers(text,uuid,integer,text) to authenticated;

create or replace function public.void_case_numbers(project text, person text, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  actor constant private.case_actor := private.case_staff(project, acting_as);
  voided record;
begin
  if actor.kind <> 'admin' then
    perform private.refuse_stranger();
  end if;
  perform pg_advisory_xact_lock(hashtextextended('case numbers ' || private.id_key(person), 0));
  with gone as (
    update private.case_numbers n set voided_at = now(), voided_by = actor.id
      where n.used_at is null and n.voided_at is null and private.id_key(n.reserved_by) = private.id_key(person)
        and coalesce(n.site_id::text, n.project_id, '') = private.place_of(actor.project)
      returning n.reserved_by, n.case_number
  )
  select count(*) as count, max(g.reserved_by) as holder, jsonb_agg(g.case_number order by g.case_number) as numbers into voided from gone g;
  -- Numbers that no case bears are asked after.
  if voided.count > 0 then
    perform private.add_to_trail('update', 'case_numbers', actor.project, null, null,
      jsonb_build_object('user_id', voided.holder, 'case_number', voided.numbers));
  end if;
  return jsonb_build_object('outcome', 'voided', 'count', voided.count);
end;
$$;
comment on function public.void_case_numbers(text,text,text) is
  'Voids a person''s unused case numbers: they count no more and are never given again. A fine that bears one already is stored all the same.';
grant execute on function public.void_case_numbers(text,text,text) to authenticated;
