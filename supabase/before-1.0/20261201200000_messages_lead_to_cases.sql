-- What tells a site of a case leads there (docs/messages.md). The code of the site is looked up when the message is sent: it may change meanwhile.

-- As it is (20261130100000_links_end.sql), but for the code among the facts.
do $$
declare
  was constant text := pg_get_functiondef('private.take_messages(text[], int, interval)'::regprocedure);
  made constant text := replace(was, 't.event, t.facts, t.attempts,', 't.event, t.facts || jsonb_build_object(''project'', t.project_id), t.attempts,');
begin
  if made = was then
    raise exception 'private.take_messages does not give the facts as it did.';
  end if;
  execute made;
end
$$;

create function public.own_address() returns text
language sql stable security definer set search_path = ''
as $$ select s.public_url from private.settings s; $$;
comment on function public.own_address is 'The address of the screens that messages lead to; null where nobody has set it.';
revoke execute on function public.own_address() from public, anon, authenticated, service_role;
grant execute on function public.own_address() to anon, authenticated;
