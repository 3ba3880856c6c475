-- A role and a database for the product on a PostgreSQL of your own, 15 or newer. A superuser runs it once, after changing the password:
--
--   psql -v ON_ERROR_STOP=1 -f docs/postgresql.sql postgres
--
-- The role owns its database and has no rights over the rest of the server. `DATABASE_URL=… npm run database:check` says what is missing.

-- Who asks the database: visitors, people who are logged in, the server itself. They belong to the whole server, as PostgreSQL's roles do,
-- and have no password: nobody logs in as one of them.
do $$
declare
  wanted record;
begin
  for wanted in select * from (values
    ('anon', 'nologin noinherit'),
    ('authenticated', 'nologin noinherit'),
    ('service_role', 'nologin noinherit bypassrls'),
    ('authenticator', 'nologin noinherit'),
    ('supabase_admin', 'nologin')
  ) as roles(name, options)
  loop
    if not exists (select from pg_catalog.pg_roles where rolname = wanted.name) then
      execute format('create role %I %s', wanted.name, wanted.options);
    end if;
  end loop;
end
$$;

create role parkering login password 'change this';
-- The server becomes one of them for each call.
grant anon, authenticated, service_role to parkering;

-- UTF-8, and letters and order as in Swedish.
create database parkering owner parkering template template0
  encoding 'UTF8' locale_provider icu icu_locale 'sv-SE' locale 'C';

-- For npm run restore alone: rows come back as they were, past the triggers.
grant set on parameter session_replication_role to parkering;
