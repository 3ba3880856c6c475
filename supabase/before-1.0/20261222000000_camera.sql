-- The phone reads the plate (document 4 §6a): a site's admin turns the camera on, a check says whether its plate was typed or read by the
-- camera and how sure that was, and parkings of the other plates that the camera held possible are told like those that a hand may have meant.

alter table public.site_settings add column camera_on boolean not null default false;

alter table public.plate_checks
  add column source text not null default 'typed' constraint plate_checks_source check (source in ('typed', 'camera')),
  add column certainty numeric(5, 4) constraint plate_checks_certainty check (certainty between 0 and 1),
  add constraint plate_checks_certainty_of_camera check ((source = 'camera') = (certainty is not null));

-- Notes that the caller's own check was read by the camera. Repeated it changes nothing. A check of somebody else is refused as one that is none.
create function public.note_camera_check(project text, check_id uuid, certainty numeric, readings text[], acting_as text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  actor constant private.case_actor := private.case_staff(project, acting_as);
  sure constant numeric := note_camera_check.certainty;
  keys constant text[] := array(select private.plate_key(r) from unnest(note_camera_check.readings) with ordinality u(r, n)
    where length(r) <= 50 and n <= 8);
  made public.plate_checks;
begin
  if sure is null or sure not between 0 and 1 then
    perform private.refuse('PK008', 'certainty', 'Uppgifterna kan inte läsas.');
  end if;
  select c.* into made from public.plate_checks c where c.id = note_camera_check.check_id;
  if made.id is null or made.project_id is distinct from actor.project
    or private.id_key(made.checked_by) is distinct from private.id_key(actor.id) or made.account_id is distinct from actor.account then
    perform private.refuse('PK010', 'check_id', 'Kontrollen finns inte.');
  end if;
  update public.plate_checks c set source = 'camera', certainty = sure where c.id = made.id and c.source = 'typed';
  return jsonb_build_object('outcome', 'noted', 'similar', (
    select coalesce(jsonb_agg(jsonb_build_object('parking_id', s.id, 'plate', s.ref_number, 'since', s.start_time, 'until', s.end_time,
      'registered_at', s.created_at, 'car_model', s.car_model, 'car_color', s.car_color, 'street', s.street) order by s.place, s.id), '[]')
    from (
      select p.*, array_position(keys, p.plate_key) as place from public.parkings p
      where p.plate_key = any (keys) and p.plate_key <> made.plate_key and p.active and p.end_time > now() and p.start_time <= now()
        and (p.site_id = private.site_of(actor.project)
          or (private.site_of(actor.project) is null and p.site_id is null and p.project_id is not distinct from actor.project))
      order by place, id limit 3
    ) s));
end;
$$;
comment on function public.note_camera_check(text, uuid, numeric, text[], text) is
  'Notes that the caller''s own check was read by the camera, and tells running parkings of the other plates that it held possible.';
revoke execute on function public.note_camera_check(text, uuid, numeric, text[], text) from public, anon, authenticated, service_role;
grant execute on function public.note_camera_check(text, uuid, numeric, text[], text) to anon, authenticated;
