-- A driver's own objection comes without a ground (document 4 §3): the admin says which it is, at the desk.
create function public.set_objection_ground(objection_id uuid, ground text, seen text, acting_as text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  held record;
  actor private.case_actor;
  objection public.objections;
begin
  -- The case first, as decisions do: nobody waits for each other.
  select c.* into held from private.case_for((select o.fine_id from public.objections o where o.id = objection_id), acting_as) c;
  actor := held.actor;
  if actor.kind <> 'admin' then
    raise exception 'Du har inte behörighet till detta.' using errcode = '42501';
  end if;
  select o.* into objection from public.objections o where o.id = objection_id for update;
  if coalesce(ground, '') !~ '\S' or length(ground) > 100 then
    perform private.refuse('PK008', 'ground', 'Välj en grund.');
  end if;
  if objection.decision is not null then
    perform private.refuse('PK005', 'objection_id', 'Bestridandet är redan avgjort.');
  end if;
  if objection.ground is distinct from seen and objection.ground is distinct from set_objection_ground.ground then
    perform private.refuse('PK006', 'ground', 'Någon annan har valt grunden ' || coalesce(objection.ground, 'ingen') || ' sedan du öppnade bestridandet.');
  end if;
  update public.objections o set ground = set_objection_ground.ground
    where o.id = objection.id and o.ground is distinct from set_objection_ground.ground;
  return jsonb_build_object('outcome', 'set', 'ground', ground);
end;
$$;
comment on function public.set_objection_ground is 'Says what an objection that waits is about.';
revoke execute on function public.set_objection_ground(uuid, text, text, text) from public, anon, authenticated, service_role;
grant execute on function public.set_objection_ground(uuid, text, text, text) to anon, authenticated;
