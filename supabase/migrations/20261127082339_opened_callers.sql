-- Who called dispatch is opened by itself, and the trail says who opened it (document 5 §9).

set local check_function_bodies = off;

create or replace function public.open_caller(call_id uuid, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  actor constant text := private.dispatch_staff(acting_as);
  call public.calls;
begin
  select c.* into call from public.calls c where c.id = open_caller.call_id;
  if call.id is null then
    perform private.refuse('no-such-call', 'call_id');
  end if;
  perform private.add_to_trail('read', 'calls', '721075', call.id::text, null, jsonb_build_object('number', call.number, 'by', actor));
  return jsonb_build_object('outcome', 'opened', 'caller', call.caller, 'duplicates', (
    select coalesce(jsonb_agg(jsonb_build_object('number', d.number, 'caller', d.caller) order by d.received_at, d.id), '[]')
    from public.calls d where d.duplicate_of = call.id and d.caller <> ''));
end;
$$;

grant execute on function public.open_caller(uuid,text) to authenticated;

comment on function public.open_caller(uuid,text) is 'Who called, also of a call''s duplicates; the trail says who opened it.';

insert into private.staff_functions (function_name)
  values ('open_caller')
  on conflict (function_name) do nothing;

select private.grant_for_profile();
