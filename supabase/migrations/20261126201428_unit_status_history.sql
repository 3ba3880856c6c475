-- Dispatch: since when and by whom a unit has its status, limits for looking after it, and presses that can be taken back (document 5 §3).

set local check_function_bodies = off;

alter table public.units drop constraint units_status;

create or replace function private.answer_of(event uuid, function_name text, caller text)
  returns jsonb
  language plpgsql
  set search_path = ''
as $$
declare
  known private.answers;
begin
  -- A second call with the id waits for the first one's answer.
  perform pg_advisory_xact_lock(hashtextextended(event::text, 5));
  select a.* into known from private.answers a where a.id = event;
  if known.id is not null and (known.function_name, known.caller) is distinct from (answer_of.function_name, answer_of.caller) then
    perform private.refuse('event-used', 'event_id');
  end if;
  return known.answer;
end;
$$;

create or replace function private.change_of(unit public.units)
  returns jsonb
  language sql stable
  set search_path = ''
as $$
  select jsonb_build_object('outcome', 'changed', 'now', unit.status, 'since', unit.status_since, 'by', e.by, 'at', e.at)
  from (select) one left join lateral (
    select e.by, e.at from public.unit_status_events e where e.unit_id = unit.id order by e.at desc, e.id desc limit 1) e on true;
$$;

create or replace function private.dispatch_staff(acting_as text, kinds text[] DEFAULT '{operator,dispatch-admin}'::text[])
  returns text
  language plpgsql stable
  set search_path = ''
as $$
declare
  id text;
begin
  if private.is_specified() then
    id := case when length(btrim(acting_as)) between 1 and 50 and ('operator' = any (kinds) or private.id_key(acting_as) = 'ledning'
      or exists (select from public.admin_accounts a where a.user_key = private.id_key(acting_as) and a.project_id = '721075')) then acting_as end;
  else
    select s.user_id into id from private.own_staff(kinds) s where s.user_key = private.id_key(acting_as);
  end if;
  if id is null then
    perform private.refuse_stranger();
  end if;
  return id;
end;
$$;

create or replace function private.erase_dispatch(most integer)
  returns integer
  language plpgsql
  set search_path = ''
as $$
declare
  gone integer;
  answers integer;
begin
  delete from public.unit_status_events e where e.id in (
    select o.id from public.unit_status_events o where o.at < now() - interval '12 months' order by o.at limit most);
  get diagnostics gone = row_count;
  delete from private.answers a where a.id in (
    select o.id from private.answers o where o.created_at < now() - interval '30 days' order by o.created_at limit most);
  get diagnostics answers = row_count;
  return greatest(gone, answers);
end;
$$;

create or replace function private.keep_answer(event uuid, function_name text, caller text, answer jsonb)
  returns jsonb
  language sql
  set search_path = ''
as $$
  insert into private.answers as a (id, function_name, caller, answer) values (event, function_name, caller, answer) returning a.answer;
$$;

create or replace function private.keep_status_events()
  returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  perform private.refuse('past-changed');
  return null;
end;
$$;

create or replace function private.keep_status_since()
  returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  if current_user in ('anon', 'authenticated', 'service_role') then
    new.status_since := case when tg_op = 'UPDATE' then old.status_since else clock_timestamp() end;
    new.checked_at := case when tg_op = 'UPDATE' then old.checked_at end;
  end if;
  if tg_op = 'UPDATE' then
    -- Strictly later, since screens take the later version of two, and a transaction may have waited for the row's lock.
    new.updated_at := greatest(new.updated_at, old.updated_at + interval '1 microsecond');
    if new.status is distinct from old.status and new.status_since is not distinct from old.status_since then
      new.status_since := clock_timestamp();
      new.checked_at := null;
    end if;
  end if;
  return new;
end;
$$;

create or replace function private.note_unit_status()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  event constant jsonb := coalesce(private.unit_event(), '{}');
  cause constant text := coalesce(event ->> 'cause', 'edit');
begin
  insert into public.unit_status_events (id, unit_id, unit_number, cause, from_status, to_status, since_before, checked_before, by, at)
    select coalesce((event ->> 'id')::uuid, gen_random_uuid()), new.id, left(new.unit_number, 50), cause, old.status, new.status, old.status_since, old.checked_at,
      coalesce(event ->> 'by', (select w.id from private.who_acts() w)),
      case cause when 'undo' then clock_timestamp() when 'checked' then new.checked_at else new.status_since end;
  return null;
end;
$$;

create or replace function private.statuses_as_list()
  returns jsonb
  language sql stable
  set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('code', s.code, 'check_after', s.check_after, 'overdue_after', s.overdue_after) order by s.sort_order), '[]')
  from public.unit_statuses s;
$$;

create or replace function private.unit_event()
  returns jsonb
  language sql stable
  set search_path = ''
as $$ select nullif(current_setting('parkering.unit_event', true), '')::jsonb; $$;

create or replace function public.confirm_unit(unit_id uuid, event_id uuid, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  actor constant text := private.dispatch_staff(acting_as);
  answer jsonb := private.answer_of(event_id, 'confirm_unit', private.id_key(actor));
  unit public.units;
begin
  if answer is not null then
    return answer;
  end if;
  select u.* into unit from public.units u where u.id = confirm_unit.unit_id for update;
  if unit.id is null then
    answer := jsonb_build_object('outcome', 'gone');
  else
    perform set_config('parkering.unit_event', jsonb_build_object('id', event_id, 'cause', 'checked', 'by', actor)::text, true);
    update public.units u set checked_at = clock_timestamp() where u.id = unit.id returning u.* into unit;
    perform set_config('parkering.unit_event', '', true);
    answer := jsonb_build_object('outcome', 'confirmed', 'checked_at', unit.checked_at, 'since', unit.status_since, 'updated_at', unit.updated_at);
  end if;
  return private.keep_answer(event_id, 'confirm_unit', private.id_key(actor), answer);
end;
$$;

create or replace function public.set_statuses(list jsonb, expected jsonb, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  before jsonb;
  latest record;
begin
  perform private.dispatch_staff(acting_as, '{dispatch-admin}');
  perform pg_advisory_xact_lock(hashtextextended('unit_statuses', 5));
  before := private.statuses_as_list();
  if coalesce(jsonb_typeof(list), '') <> 'array'
    or (select array_agg(s.code order by s.code) from jsonb_to_recordset(list) s (code text))
      is distinct from (select array_agg(s.code order by s.code) from public.unit_statuses s) then
    perform private.refuse('unreadable-values', 'list');
  elsif list = before then
    return jsonb_build_object('outcome', 'unchanged', 'statuses', before);
  elsif expected is distinct from before then
    select t.actor_id, t.created_at into latest from public.audit_trail t where t.subject = 'unit_statuses' order by t.created_at desc, t.id desc limit 1;
    return jsonb_build_object('outcome', 'changed', 'now', before, 'by', latest.actor_id, 'at', latest.created_at);
  end if;
  update public.unit_statuses s set check_after = l.check_after, overdue_after = l.overdue_after
    from jsonb_to_recordset(list) l (code text, check_after integer, overdue_after integer)
    where l.code = s.code and (l.check_after, l.overdue_after) is distinct from (s.check_after, s.overdue_after);
  return jsonb_build_object('outcome', 'set', 'statuses', private.statuses_as_list());
end;
$$;

create or replace function public.set_unit_status(unit_id uuid, event_id uuid, expected_status text, status text, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  actor constant text := private.dispatch_staff(acting_as);
  answer jsonb := private.answer_of(event_id, 'set_unit_status', private.id_key(actor));
  unit public.units;
begin
  if answer is not null then
    return answer;
  end if;
  select u.* into unit from public.units u where u.id = set_unit_status.unit_id for update;
  if unit.id is null then
    answer := jsonb_build_object('outcome', 'gone');
  elsif unit.status = set_unit_status.status then
    answer := jsonb_build_object('outcome', 'unchanged', 'since', unit.status_since);
  elsif unit.status is distinct from expected_status then
    answer := private.change_of(unit);
  else
    perform set_config('parkering.unit_event', jsonb_build_object('id', event_id, 'cause', 'press', 'by', actor)::text, true);
    update public.units u set status = set_unit_status.status where u.id = unit.id returning u.* into unit;
    perform set_config('parkering.unit_event', '', true);
    answer := jsonb_build_object('outcome', 'set', 'status', unit.status, 'since', unit.status_since, 'updated_at', unit.updated_at);
  end if;
  return private.keep_answer(event_id, 'set_unit_status', private.id_key(actor), answer);
end;
$$;

create or replace function public.undo_press(event_id uuid, undo_id uuid, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  actor constant text := private.dispatch_staff(acting_as);
  answer jsonb := private.answer_of(undo_id, 'undo_press', private.id_key(actor));
  press public.unit_status_events;
  unit public.units;
begin
  if answer is not null then
    return answer;
  end if;
  select e.* into press from public.unit_status_events e where e.id = event_id and e.cause = 'press';
  if press.id is not null and private.id_key(press."by") is distinct from private.id_key(actor) then
    perform private.refuse_stranger();
  end if;
  select u.* into unit from public.units u where u.id = press.unit_id for update;
  if unit.id is null then
    answer := jsonb_build_object('outcome', 'gone');
  elsif (unit.status, unit.status_since) is distinct from (press.to_status, press.at) or unit.checked_at is not null then
    answer := private.change_of(unit);
  elsif press.at < clock_timestamp() - interval '60 seconds' then
    answer := jsonb_build_object('outcome', 'too_late', 'at', press.at);
  else
    perform set_config('parkering.unit_event', jsonb_build_object('id', undo_id, 'cause', 'undo', 'by', actor)::text, true);
    update public.units u set status = press.from_status, status_since = press.since_before, checked_at = press.checked_before
      where u.id = unit.id returning u.* into unit;
    perform set_config('parkering.unit_event', '', true);
    answer := jsonb_build_object('outcome', 'undone', 'status', unit.status, 'since', unit.status_since, 'checked_at', unit.checked_at,
      'updated_at', unit.updated_at);
  end if;
  return private.keep_answer(undo_id, 'undo_press', private.id_key(actor), answer);
end;
$$;

create table private.answers (
  id uuid not null,
  function_name text not null,
  caller text not null,
  answer jsonb not null,
  created_at timestamp with time zone default now() not null
);

create table public.unit_statuses (
  id uuid default gen_random_uuid() not null,
  created_at timestamp with time zone default now() not null,
  code text not null,
  name text not null,
  meaning text not null,
  check_after integer,
  overdue_after integer,
  sort_order integer not null
);

create table public.unit_status_events (
  id uuid default gen_random_uuid() not null,
  created_at timestamp with time zone default now() not null,
  unit_id uuid not null,
  unit_number text not null,
  cause text not null,
  from_status text,
  to_status text not null,
  since_before timestamp with time zone,
  checked_before timestamp with time zone,
  by text,
  at timestamp with time zone not null,
  received_at timestamp with time zone default clock_timestamp() not null,
  call_id uuid,
  batch_id uuid,
  data jsonb default '{}'::jsonb not null
);

alter table public.units add column status_since timestamp with time zone default now() not null;

-- Older units have their status since their last change; a change of the type fires no trigger, which would make all units new.
alter table public.units alter column status_since set data type timestamp with time zone using updated_at;

alter table public.units add column checked_at timestamp with time zone;

alter table public.units drop constraint units_moments;

alter table public.units add constraint units_moments check ((private.is_moment(created_at) and private.is_moment(updated_at) and private.is_moment(status_since) and private.is_moment(checked_at))) not valid;

alter table private.answers add constraint answers_pkey primary key (id);

alter table public.unit_status_events add constraint unit_status_events_pkey primary key (id);

alter table public.unit_statuses add constraint unit_statuses_pkey primary key (id);

alter table public.unit_statuses add constraint unit_statuses_code_key unique (code);

alter table public.unit_status_events add constraint unit_status_events_cause check ((cause = any (array['press'::text, 'edit'::text, 'call'::text, 'all_off'::text, 'undo'::text, 'clock'::text, 'checked'::text])));

alter table public.unit_status_events add constraint unit_status_events_lengths check (((length(unit_number) <= 50) and (length(from_status) <= 50) and (length(to_status) <= 50) and (length(by) <= 320)));

alter table public.unit_status_events add constraint unit_status_events_data_size check ((pg_column_size(data) <= 20000));

alter table public.unit_status_events add constraint unit_status_events_moments check ((private.is_moment(created_at) and private.is_moment(at) and private.is_moment(received_at)));

alter table public.unit_statuses add constraint unit_statuses_code_length check (((code ~ '\S'::text) and (length(code) <= 50)));

alter table public.unit_statuses add constraint unit_statuses_name_length check (((name ~ '\S'::text) and (length(name) <= 50)));

alter table public.unit_statuses add constraint unit_statuses_meaning check ((meaning = any (array['free'::text, 'busy'::text, 'off_duty'::text])));

alter table public.unit_statuses add constraint unit_statuses_check_after check (((check_after >= 1) and (check_after <= 10080)));

alter table public.unit_statuses add constraint unit_statuses_overdue_after check (((overdue_after >= 1) and (overdue_after <= 10080)));

alter table public.unit_statuses add constraint unit_statuses_limits_in_order check ((check_after < overdue_after));

alter table public.unit_statuses add constraint unit_statuses_moments check (private.is_moment(created_at));

alter table public.units add constraint units_status_length check ((length(status) <= 50));

insert into public.unit_statuses (code, name, meaning, sort_order)
  values ('EXEMPT', 'EXEMPT', 'off_duty', 1), ('CIVILBIL', 'CIVILBIL', 'free', 2), ('Radiobil', 'Radiobil', 'free', 3),
    ('AVAILABLE', 'AVAILABLE', 'free', 4), ('BUSY', 'BUSY', 'busy', 5), ('OUT_OF_SERVICE', 'OUT_OF_SERVICE', 'off_duty', 6);

alter table public.units add constraint units_status_fkey foreign key (status) references public.unit_statuses(code);

create index answers_oldest_idx on private.answers (created_at);

create index unit_status_events_unit_newest_idx on public.unit_status_events (unit_id, at desc, id desc);

create index unit_status_events_oldest_idx on public.unit_status_events (at);

create trigger unit_status_events_only_grow before update on public.unit_status_events
  for each row execute function private.keep_status_events();

create trigger unit_statuses_write_trail after insert or delete or update on public.unit_statuses for each row execute function private.write_trail('721075');

create trigger units_note_status after insert on public.units for each row execute function private.note_unit_status();

create trigger units_note_status_change after update on public.units for each row
  when (old.status is distinct from new.status or old.checked_at is distinct from new.checked_at)
  execute function private.note_unit_status();

create trigger units_touch_since before insert or update on public.units
  for each row execute function private.keep_status_since();

alter table private.answers enable row level security;

alter table public.unit_status_events enable row level security;

alter table public.unit_statuses enable row level security;

create policy "Dispatch reads the history of statuses" on public.unit_status_events
  for select to anon, authenticated
  using ((select private.is_specified()) or (select private.is_kind('operator', 'dispatch-admin')));

create policy "Dispatch reads statuses" on public.unit_statuses
  for select to anon, authenticated
  using ((select private.is_specified()) or (select private.is_kind('operator', 'dispatch-admin')));

grant execute on function public.confirm_unit(uuid,uuid,text) to authenticated;

grant execute on function public.set_statuses(jsonb,jsonb,text) to authenticated;

grant execute on function public.set_unit_status(uuid,uuid,text,text,text) to authenticated;

grant execute on function public.undo_press(uuid,uuid,text) to authenticated;

comment on table private.answers is 'The first answer of each call with an id of its caller; a repeated call gets it again and changes nothing.';

comment on table public.unit_status_events is 'Who set which status of a unit, when and how, and how it was before; written by the database, only added to.';

comment on table public.unit_statuses is 'Statuses that a unit may have: the six of document 2, with the administrator''s limits in minutes. No limit, no mark.';

comment on function private.dispatch_staff(text,text[]) is 'The ID of a person of dispatch who calls a function. `specified` believes it, the administrator is the one of decisions §1 or has an admin account of the project; `hardened` refuses an ID that is not the caller''s (42501).';

comment on function private.unit_event() is 'The event {id, cause, by} whose change of a unit is under way; null for a change by the table API.';

comment on function private.keep_status_since() is 'The database says since when a unit has its status, whoever sets it; what a call of the table API says of it does not count.';

comment on function private.note_unit_status() is 'Notes who set a status, in the transaction that sets it.';

comment on function private.keep_status_events() is 'An event of a status stays as it was.';

comment on function private.erase_dispatch(integer) is 'Erases the history of statuses after 12 months and answers of calls after 30 days, at most so many rows of each. Gives the larger count.';

comment on function private.statuses_as_list() is 'The statuses as screens send them: code and limits, in their order.';

comment on function private.answer_of(uuid,text,text) is 'The answer that a call with this id got before; null for a new id. An id of another function or person is refused.';

comment on function private.keep_answer(uuid,text,text,jsonb) is 'Keeps the answer of a call for its repetitions, and gives it.';

comment on function private.change_of(public.units) is 'The answer to a press that somebody else was faster than: the status now, who set it and when.';

comment on function public.set_unit_status(uuid,uuid,text,text,text) is 'Sets the status of a unit. A status that it has already runs on; one that somebody set since it was shown is told, not overwritten.';

comment on function public.confirm_unit(uuid,uuid,text) is 'Somebody looked after a unit: its limit counts anew, the time of its status runs on.';

comment on function public.undo_press(uuid,uuid,text) is 'Takes back one''s own press within 60 seconds: status and its time are as before. What somebody did since is told, not undone.';

comment on function public.set_statuses(jsonb,jsonb,text) is 'Sets the limits of all statuses, by the administrator. A list that somebody changed since it was read is told, not overwritten.';

alter publication supabase_realtime add table public.unit_statuses;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('unit_status_events', 'select', 'select', '', 'select', 'select')
  on conflict (table_name) do update set specified_anon = excluded.specified_anon, specified_authenticated = excluded.specified_authenticated, hardened_anon = excluded.hardened_anon, hardened_authenticated = excluded.hardened_authenticated, service_role = excluded.service_role;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('unit_statuses', 'select', 'select', '', 'select', 'select')
  on conflict (table_name) do update set specified_anon = excluded.specified_anon, specified_authenticated = excluded.specified_authenticated, hardened_anon = excluded.hardened_anon, hardened_authenticated = excluded.hardened_authenticated, service_role = excluded.service_role;

insert into private.staff_functions (function_name)
  values ('confirm_unit')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('set_statuses')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('set_unit_status')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('undo_press')
  on conflict (function_name) do nothing;

select private.grant_for_profile();
