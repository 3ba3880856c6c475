-- Who voided whose case numbers stands in the trail: numbers that no case bears are asked after.

set local check_function_bodies = off;

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
