-- For the table API: a call that asks for exactly one row must change nothing when it reaches none or several, so the refusal has to
-- happen inside its statement.

-- True for one row; anything else ends the statement. Volatile, so that the planner neither computes it early nor drops it.
create function private.expect_one_row(rows_found bigint) returns boolean
language plpgsql volatile set search_path = ''
as $$
begin
  if rows_found = 1 then
    return true;
  end if;
  raise exception 'Cannot coerce the result to a single JSON object'
    using errcode = 'PT406', detail = format('The result contains %s rows', coalesce(rows_found, 0));
end;
$$;
comment on function private.expect_one_row is 'True when a call reached exactly one row; otherwise an error that the table API answers with 406.';
revoke execute on function private.expect_one_row(bigint) from public;
grant execute on function private.expect_one_row(bigint) to anon, authenticated, service_role;
