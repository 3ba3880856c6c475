-- Nobody approves the own shift: not in `hardened`, where an attendant may have an admin's account too, and not in `specified`, where document 1
-- lets attendants into the admin's screens and the database believes the ID that the screen names. An objection to the own fine is refused
-- already (`not-own` of private.case_facts).

create function private.refuse_own_shift() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.id_key(old.attendant_user_id) in (private.id_key(new.reviewed_by), private.id_key((select w.id from private.who_acts() w))) then
    perform private.refuse('PK011', 'reviewed_by', 'Du kan inte godkänna ditt eget skift.');
  end if;
  return new;
end;
$$;
revoke execute on function private.refuse_own_shift() from public;

-- Behind shift_registrations_follow_review, which knows an approval by either column.
create trigger shift_registrations_refuse_own before update on public.shift_registrations for each row
  when (new.status = 'approved' and old.status <> 'approved')
  execute function private.refuse_own_shift();
