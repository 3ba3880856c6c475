-- Viewings of properties, and who comes to them (document 5 §5).

create table public.viewings (
  id uuid default gen_random_uuid() not null,
  created_at timestamptz default now() not null,
  property_id uuid not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  places integer,
  places_left integer,
  note text default '' not null,
  cancelled_at timestamptz,
  constraint viewings_pkey primary key (id),
  constraint viewings_times check (ends_at > starts_at and ends_at <= starts_at + interval '24 hours'),
  constraint viewings_places_range check (places >= 1 and places <= 1000),
  constraint viewings_places_left_range check (places_left >= 0 and places_left <= places and (places is null) = (places_left is null)),
  constraint viewings_note_length check (length(note) <= 2000),
  constraint viewings_property_id_fkey foreign key (property_id) references public.properties(id) on delete cascade,
  constraint viewings_moments check (private.is_moment(created_at) and private.is_moment(starts_at) and private.is_moment(ends_at) and private.is_moment(cancelled_at))
);

comment on table public.viewings is 'Times at which a property can be seen; written by functions.';
comment on column public.viewings.places is 'People who have room; null: no limit.';
comment on column public.viewings.places_left is 'Places that nobody has taken; null: no limit. The public reads no other count.';

create index viewings_property_idx on public.viewings (property_id, starts_at, id);

alter table public.viewings enable row level security;

create policy "Everybody reads viewings with places left, agents all" on public.viewings
  for select to anon, authenticated
  using ((select private.is_agent()) or (cancelled_at is null and places_left is distinct from 0
    and exists (select from public.properties p where p.id = property_id and p.status in ('available', 'sold'))));

create trigger viewings_write_trail after insert or delete or update on public.viewings for each row execute function private.write_trail('YSTAD');

alter publication supabase_realtime add table public.viewings;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('viewings', 'select', 'select', 'select', 'select', 'select');

create table private.viewing_signups (
  id uuid not null,
  created_at timestamptz default now() not null,
  viewing_id uuid not null,
  name text not null,
  email text,
  phone text,
  people integer not null,
  key_hash text not null,
  cancelled_at timestamptz,
  constraint viewing_signups_pkey primary key (id),
  constraint viewing_signups_lengths check (name ~ '\S' and length(name) <= 200 and length(email) <= 320 and length(phone) <= 50),
  constraint viewing_signups_people_range check (people >= 1 and people <= 4),
  constraint viewing_signups_viewing_id_fkey foreign key (viewing_id) references public.viewings(id) on delete cascade
);

comment on table private.viewing_signups is 'People who come to viewings. Agents read them by public.list_signups, which the trail notes.';

create index viewing_signups_viewing_idx on private.viewing_signups (viewing_id, created_at, id);
create index viewing_signups_key_idx on private.viewing_signups (key_hash);

alter table private.viewing_signups enable row level security;

create or replace function private.count_places(viewing uuid)
  returns void
  language sql
  set search_path = ''
as $$
  update public.viewings v set places_left = greatest(0, v.places - coalesce((
    select sum(s.people) from private.viewing_signups s where s.viewing_id = v.id and s.cancelled_at is null), 0))
  where v.id = viewing and v.places is not null;
$$;
comment on function private.count_places(uuid) is 'Counts the places that are left. Its viewing is locked.';

create or replace function private.check_contact(name text, email text, phone text)
  returns void
  language plpgsql stable
  set search_path = ''
as $$
begin
  if coalesce(length(name) not between 1 and 200, true) then
    perform private.refuse('no-bid-name', 'name');
  elsif coalesce(email, phone) is null or length(phone) > 50 or (email is not null and not private.is_mail_address(email)) then
    perform private.refuse('no-bid-contact', case when email is null then 'phone' else 'email' end);
  end if;
end;
$$;
comment on function private.check_contact(text,text,text) is 'Refuses a visitor without a name, or without an e-mail address and a phone number.';

create or replace function private.check_key(key text)
  returns text
  language plpgsql stable
  set search_path = ''
as $$
begin
  if coalesce(key, '') !~ '^[A-Za-z0-9_-]{22}$' then
    perform private.refuse('unreadable-value', 'key');
  end if;
  return private.hash_of_key(key);
end;
$$;
comment on function private.check_key(text) is 'The hash of a key that a visitor''s device made; another text is refused.';

create or replace function public.sign_up_for_viewing(viewing_id uuid, signup_id uuid, key text, name text, email text, phone text, people integer)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  hash constant text := private.check_key(key);
  given constant jsonb := jsonb_build_object('name', name, 'email', email, 'phone', phone);
  answer jsonb := private.answer_of(signup_id, 'sign_up_for_viewing', hash);
  viewing public.viewings;
begin
  if answer is not null then
    return answer;
  elsif coalesce(people not between 1 and 4, true) then
    perform private.refuse('unreadable-value', 'people');
  end if;
  perform private.check_contact(private.text_in(given, 'name'), lower(private.text_in(given, 'email')), private.text_in(given, 'phone'));
  select v.* into viewing from public.viewings v join public.properties p on p.id = v.property_id and p.status in ('available', 'sold')
    where v.id = sign_up_for_viewing.viewing_id for update of v;
  if viewing.id is null or viewing.cancelled_at is not null or viewing.ends_at <= clock_timestamp() then
    return '{"outcome": "over"}';
  elsif viewing.places_left < people then
    return '{"outcome": "full"}';
  end if;
  insert into private.viewing_signups (id, viewing_id, name, email, phone, people, key_hash)
    values (signup_id, viewing.id, private.text_in(given, 'name'), lower(private.text_in(given, 'email')), private.text_in(given, 'phone'), people, hash);
  perform private.count_places(viewing.id);
  return private.keep_answer(signup_id, 'sign_up_for_viewing', hash, jsonb_build_object('outcome', 'signed_up',
    'left', (select v.places_left from public.viewings v where v.id = viewing.id)));
end;
$$;
comment on function public.sign_up_for_viewing(uuid,uuid,text,text,text,text,integer) is
  'A visitor signs up for a viewing. Of two who want the last place one gets it.';
grant execute on function public.sign_up_for_viewing(uuid,uuid,text,text,text,text,integer) to anon, authenticated;

create or replace function public.cancel_signup(signup_id uuid, key text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  hash constant text := private.hash_of_key(key);
  viewing uuid;
begin
  select v.id into viewing from private.viewing_signups s join public.viewings v on v.id = s.viewing_id
    where s.id = signup_id and s.key_hash = hash for update of v;
  if viewing is null then
    perform private.refuse('no-such-signup');
  end if;
  update private.viewing_signups s set cancelled_at = clock_timestamp() where s.id = signup_id and s.cancelled_at is null;
  if not found then
    return '{"outcome": "unchanged"}';
  end if;
  perform private.count_places(viewing);
  return '{"outcome": "cancelled"}';
end;
$$;
comment on function public.cancel_signup(uuid,text) is 'Gives the places of a sign-up back, by its key.';
grant execute on function public.cancel_signup(uuid,text) to anon, authenticated;

create or replace function public.my_viewings(key text)
  returns jsonb
  language sql stable security definer
  set search_path = ''
as $$
  select jsonb_build_object('outcome', case when count(*) > 0 then 'found' else 'none' end, 'signups', coalesce(jsonb_agg(jsonb_build_object(
      'id', s.id, 'viewing_id', v.id, 'property_id', p.id, 'title', p.title, 'starts_at', v.starts_at, 'ends_at', v.ends_at, 'note', v.note,
      'people', s.people, 'is_cancelled', v.cancelled_at is not null) order by v.starts_at, s.id), '[]'))
  from private.viewing_signups s join public.viewings v on v.id = s.viewing_id join public.properties p on p.id = v.property_id
  where s.key_hash = private.hash_of_key(my_viewings.key) and s.cancelled_at is null and v.ends_at > now();
$$;
comment on function public.my_viewings(text) is 'The viewings to come that the key of a visitor''s device has places at.';
grant execute on function public.my_viewings(text) to anon, authenticated;

create or replace function public.set_viewing(viewing jsonb, event_id uuid, expected jsonb, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  agent constant text := private.estate_agent(acting_as);
  answer jsonb := private.answer_of(event_id, 'set_viewing', private.id_key(agent));
  known public.viewings;
  now_is jsonb;
  wanted jsonb;
  row_after public.viewings;
begin
  if answer is not null then
    return answer;
  elsif coalesce(jsonb_typeof(viewing) <> 'object', true) or coalesce(viewing ->> 'id', '') !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    perform private.refuse('unreadable-value', 'viewing');
  end if;
  select v.* into known from public.viewings v where v.id = (viewing ->> 'id')::uuid for update;
  now_is := case when known.id is not null then private.viewing_fields(known) end;
  -- Fields that the agent did not name stay as they are.
  wanted := coalesce(now_is, '{"places": null, "note": "", "is_cancelled": false}') || (viewing - '{id,property_id}'::text[]);
  perform private.check_viewing(wanted);
  wanted := private.with_moments(wanted);
  if known.id is not null and wanted = now_is then
    answer := '{"outcome": "unchanged"}';
  elsif known.id is not null and (known.cancelled_at is not null or not now_is @> private.with_moments(coalesce(expected, '{}'))) then
    answer := private.change_of_sale(known.property_id, null) || jsonb_build_object('now', now_is);
  elsif known.id is null and not exists (select from public.properties p where p.id::text = viewing ->> 'property_id') then
    return '{"outcome": "gone"}';
  else
    insert into public.viewings as v (id, property_id, starts_at, ends_at, places, places_left, note, cancelled_at)
      values ((viewing ->> 'id')::uuid, coalesce(known.property_id, (viewing ->> 'property_id')::uuid), (wanted ->> 'starts_at')::timestamptz,
        (wanted ->> 'ends_at')::timestamptz, (wanted ->> 'places')::integer, (wanted ->> 'places')::integer, wanted ->> 'note',
        case when wanted -> 'is_cancelled' = 'true' then clock_timestamp() end)
      on conflict (id) do update set starts_at = excluded.starts_at, ends_at = excluded.ends_at, places = excluded.places,
        places_left = excluded.places_left, note = excluded.note, cancelled_at = excluded.cancelled_at
      returning * into row_after;
    perform private.count_places(row_after.id);
    perform private.begin_sale_event(event_id, agent);
    perform private.note_sale(row_after.property_id, 'viewing_changed', null,
      jsonb_build_object('viewing_id', row_after.id, 'before', now_is, 'after', wanted));
    perform private.end_sale_event();
    perform private.tell_agents('viewing_changed', row_after.property_id,
      jsonb_build_object('starts_at', row_after.starts_at, 'is_cancelled', row_after.cancelled_at is not null));
    if known.id is not null and (wanted - '{places}'::text[]) <> (now_is - '{places}'::text[]) then
      perform private.tell_of_viewing(row_after.id);
    end if;
    answer := '{"outcome": "set"}';
  end if;
  return private.keep_answer(event_id, 'set_viewing', private.id_key(agent), answer);
end;
$$;
comment on function public.set_viewing(jsonb,uuid,jsonb,text) is
  'An agent adds a viewing, changes it or cancels it; who signed up is told. A cancelled one stays so.';
grant execute on function public.set_viewing(jsonb,uuid,jsonb,text) to authenticated;

create or replace function private.viewing_fields(viewing public.viewings)
  returns jsonb
  language sql stable
  set search_path = ''
as $$
  select jsonb_build_object('starts_at', viewing.starts_at, 'ends_at', viewing.ends_at, 'places', viewing.places, 'note', viewing.note,
    'is_cancelled', viewing.cancelled_at is not null);
$$;
comment on function private.viewing_fields(public.viewings) is 'What an agent sets of a viewing.';

create or replace function private.with_moments(fields jsonb)
  returns jsonb
  language sql stable
  set search_path = ''
as $$
  select fields || coalesce((
    select jsonb_object_agg(f.key, (f.value #>> '{}')::timestamptz) from jsonb_each(fields) f where f.key in ('starts_at', 'ends_at')), '{}');
$$;
comment on function private.with_moments(jsonb) is 'The fields of a viewing with its times as the database writes them.';

create or replace function private.check_viewing(fields jsonb)
  returns void
  language plpgsql stable
  set search_path = ''
as $$
declare
  starts timestamptz;
  ends timestamptz;
begin
  begin
    starts := (fields ->> 'starts_at')::timestamptz;
    ends := (fields ->> 'ends_at')::timestamptz;
  exception when others then
    perform private.refuse('unreadable-value', 'starts_at');
  end;
  if starts is null or not private.is_moment(starts) then
    perform private.refuse('no-viewing-time', 'starts_at');
  elsif coalesce(not private.is_moment(ends) or ends <= starts or ends > starts + interval '24 hours', true) then
    perform private.refuse('no-viewing-time', 'ends_at');
  elsif jsonb_typeof(fields -> 'places') not in ('null', 'number')
    or (jsonb_typeof(fields -> 'places') = 'number' and ((fields ->> 'places')::numeric not between 1 and 1000
      or (fields ->> 'places')::numeric <> trunc((fields ->> 'places')::numeric))) then
    perform private.refuse('unreadable-value', 'places');
  elsif coalesce(jsonb_typeof(fields -> 'note') <> 'string', true) or length(fields ->> 'note') > 2000 then
    perform private.refuse('unreadable-value', 'note');
  elsif coalesce(jsonb_typeof(fields -> 'is_cancelled') <> 'boolean', true) then
    perform private.refuse('unreadable-value', 'is_cancelled');
  end if;
end;
$$;
comment on function private.check_viewing(jsonb) is 'Refuses a viewing without a time, or with values that cannot be.';

create or replace function public.list_signups(viewing_id uuid, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  property uuid;
  signups jsonb;
begin
  perform private.estate_agent(acting_as);
  select v.property_id into property from public.viewings v where v.id = list_signups.viewing_id;
  if property is null then
    return '{"outcome": "gone"}';
  end if;
  select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name, 'email', s.email, 'phone', s.phone, 'people', s.people,
      'cancelled_at', s.cancelled_at) order by s.created_at, s.id), '[]') into signups
    from private.viewing_signups s where s.viewing_id = list_signups.viewing_id;
  if signups <> '[]' then
    perform private.add_to_trail('read', 'viewings', 'YSTAD', list_signups.viewing_id::text, null, jsonb_build_object('property_id', property));
  end if;
  return jsonb_build_object('outcome', 'listed', 'signups', signups);
end;
$$;
comment on function public.list_signups(uuid,text) is 'Who comes to a viewing, with contacts; the trail has who reads them.';
grant execute on function public.list_signups(uuid,text) to authenticated;
