-- Measured figures of dispatch (document 5 §3).

create or replace function public.dispatch_figures("from" timestamp with time zone, "to" timestamp with time zone)
  returns jsonb
  language plpgsql stable security definer
  set search_path = ''
as $$
begin
  if not (private.is_specified() or private.is_kind('operator', 'dispatch-admin')) then
    perform private.refuse_stranger();
  elsif coalesce("from" >= "to", true) then
    perform private.refuse('unreadable-values', 'from');
  end if;
  return (select jsonb_build_object('outcome', 'measured', 'on_duty', units.on_duty, 'free', units.free, 'open_calls', open.calls,
      'reached_calls', reached.calls, 'median_seconds', reached.median_seconds)
    from (
      select count(*) as on_duty, count(*) filter (where s.meaning = 'free') as free
      from public.units u join public.unit_statuses s on s.code = u.status
      where u.operational_status in ('ACTIVE', 'EXEMPT') and s.meaning <> 'off_duty') units,
    (select count(*) as calls from public.calls c where c.status <> 'closed') open,
    (
      select count(*) as calls,
        round(percentile_cont(0.5) within group (order by extract(epoch from greatest(c.on_scene_at - c.received_at, interval '0'))))::integer as median_seconds
      from public.calls c where c.received_at >= "from" and c.received_at < "to" and c.on_scene_at is not null) reached);
end;
$$;
comment on function public.dispatch_figures(timestamp with time zone,timestamp with time zone) is
  'What dispatch measures: units on duty and free ones and open calls now, and of calls received within a period the median seconds until a unit was on '
  'scene; null while no unit was.';
grant execute on function public.dispatch_figures(timestamp with time zone,timestamp with time zone) to authenticated;

insert into private.staff_functions (function_name)
  values ('dispatch_figures');
