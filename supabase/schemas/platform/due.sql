-- What is due by the clock (document 5 §1). The server calls it every minute, on hosted Supabase pg_cron.

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
  perform private.mark_forgotten_turns();
  perform private.tell_followers();
  perform private.lock_plan();
  perform private.warn_of_certificates();
  perform private.begin_due_demands();
  return true;
end;
$$;
comment on function private.run_due() is 'Does what is due now. False where another process does.';
