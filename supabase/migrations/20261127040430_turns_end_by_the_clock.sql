-- Turns with cars past their end are over within a minute, also when nobody looks (document 5 §1, §4).

set local check_function_bodies = off;

create or replace function private.run_due()
  returns boolean
  language plpgsql
  set search_path = ''
as $$
begin
  -- One process of many; the next minute comes soon enough.
  if not pg_try_advisory_xact_lock(hashtextextended('run due', 0)) then
    return false;
  end if;
  perform private.take_off_duty();
  perform private.end_due_turns();
  return true;
end;
$$;
