-- How often somebody did what is limited in the profile `hardened` (docs/security.md, Limits). Written by the server of this project;
-- on hosted Supabase it stays empty, since Supabase has limits of its own.

-- Unlogged: a count is worth no write to disk. After a crash of the database everybody begins anew.
create unlogged table private.rate_limits (
  -- The limit and a keyed hash of the address or account: no list of who was here.
  key text primary key,
  points integer not null default 0,
  -- Milliseconds since 1970; the row means nothing afterwards and is removed within the hour.
  expire bigint
) with (fillfactor = 50);
comment on table private.rate_limits is 'Counts of the rate limits, shared by all processes of the server.';
alter table private.rate_limits enable row level security;
revoke all on private.rate_limits from public, anon, authenticated, service_role;
