-- Who may not touch a case does not hold it up, nor wait for whoever does: the wait itself would tell that there is one.

-- As before; the row is locked once the caller may act at its site.
create or replace function private.case_for(fine_id uuid, acting_as text, out fine public.fines, out actor private.case_actor) returns record
language plpgsql security definer set search_path = ''
as $$
declare
  place text;
begin
  select f.* into fine from public.fines f where f.id = fine_id;
  while fine.id is not null and actor.id is null loop
    place := fine.project_id;
    begin
      actor := private.case_staff(place, acting_as);
    exception when insufficient_privilege then
      fine := null;
    end;
    if fine.id is not null then
      select f.* into fine from public.fines f where f.id = fine_id for update;
      -- The site may have got another code meanwhile.
      if fine.project_id is distinct from place then
        actor := null;
      end if;
    end if;
  end loop;
  if fine.id is null then
    if private.is_hardened() and not exists (
      select from private.own_staff(array['admin', 'attendant']) s where s.user_key = private.id_key(acting_as)) then
      raise exception 'Du har inte behörighet till detta.' using errcode = '42501';
    end if;
    perform private.refuse('PK007', 'fine_id', 'Ärendet finns inte.');
  end if;
end;
$$;
