-- Statuses of units, with the minutes after which somebody looks after a unit (document 5 §3). The migration that made the table has its rows.

create table public.unit_statuses (
  id uuid default gen_random_uuid() not null,
  created_at timestamptz default now() not null,
  code text not null,
  name text not null,
  meaning text not null,
  check_after integer,
  overdue_after integer,
  sort_order integer not null,
  constraint unit_statuses_pkey primary key (id),
  constraint unit_statuses_code_key unique (code),
  constraint unit_statuses_code_length check (code ~ '\S' and length(code) <= 50),
  constraint unit_statuses_name_length check (name ~ '\S' and length(name) <= 50),
  constraint unit_statuses_meaning check (meaning in ('free', 'busy', 'off_duty')),
  constraint unit_statuses_check_after check (check_after between 1 and 10080),
  constraint unit_statuses_overdue_after check (overdue_after between 1 and 10080),
  constraint unit_statuses_limits_in_order check (check_after < overdue_after),
  constraint unit_statuses_moments check (private.is_moment(created_at))
);

comment on table public.unit_statuses is 'Statuses that a unit may have: the six of document 2, with the administrator''s limits in minutes. No limit, no mark.';

alter table public.unit_statuses enable row level security;

create policy "Dispatch reads statuses" on public.unit_statuses
  for select to anon, authenticated
  using ((select private.is_specified()) or (select private.is_kind('operator', 'dispatch-admin')));

create trigger unit_statuses_write_trail after insert or delete or update on public.unit_statuses for each row execute function private.write_trail('721075');

alter publication supabase_realtime add table public.unit_statuses;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('unit_statuses', 'select', 'select', '', 'select', 'select');

insert into private.staff_functions (function_name)
  values ('set_statuses');

create or replace function private.statuses_as_list()
  returns jsonb
  language sql stable
  set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('code', s.code, 'check_after', s.check_after, 'overdue_after', s.overdue_after) order by s.sort_order), '[]')
  from public.unit_statuses s;
$$;
comment on function private.statuses_as_list() is 'The statuses as screens send them: code and limits, in their order.';

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
comment on function public.set_statuses(jsonb,jsonb,text) is
  'Sets the limits of all statuses, by the administrator. A list that somebody changed since it was read is told, not overwritten.';
grant execute on function public.set_statuses(jsonb,jsonb,text) to authenticated;
