-- Layout that hosted Supabase does not bring: our schema, the extension of the search, and functions that nobody may call by default.

create schema private;

create extension if not exists pg_trgm with schema extensions;

-- Hosted Supabase grants everything that the owner makes in schema public, and PostgreSQL lets everybody execute a new function of any
-- schema. Here a new table or function is granted to nobody until its file says so.
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;
alter default privileges in schema public revoke all on functions from anon, authenticated, service_role;
alter default privileges revoke execute on functions from public;

grant usage on schema private to anon, authenticated, service_role;
