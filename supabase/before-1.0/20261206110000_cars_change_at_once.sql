-- A chauffeur who takes a car gives back the one they had, in the same transaction (document 2 §4). The screen removed the old
-- registration and then wrote the new one: whoever was cut off between the two calls had no car, and whoever lost the new one to somebody
-- faster had to ask for the old one again.

-- With the caller's own rights, which are to release the car that they take another for. What the owner and the secret key write is refused
-- beside another one, as before.
create function private.replace_own_car() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if current_user in ('anon', 'authenticated') then
    -- One change of a project's cars after the other: two who change to each other's car do not wait for each other for ever, and of two
    -- windows of one chauffeur the later one counts.
    perform pg_advisory_xact_lock(hashtextextended('cars of ' || new.project_id, 0));
    delete from public.vehicle_registrations r where r.project_id = new.project_id and r.chauffeur_id = new.chauffeur_id;
  end if;
  return new;
end;
$$;
revoke execute on function private.replace_own_car() from public;
-- Triggers run in the order of their names: the project's code stands as the site has it by then.
create trigger vehicle_registrations_replace_own before insert on public.vehicle_registrations
  for each row execute function private.replace_own_car();
