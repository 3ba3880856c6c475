-- What every later migration leans on: text search, the private schema, the security profile and two small functions.

create schema if not exists extensions;
create extension if not exists pg_trgm with schema extensions;
create extension if not exists pgcrypto with schema extensions;

-- Not exposed by the table API. Roles may call the functions that are granted to them, and read no table.
create schema if not exists private;
revoke all on schema private from public;
grant usage on schema private to anon, authenticated, service_role;

-- Which security profile runs (docs/security.md). A database that nobody told anything is hardened.
create table private.settings (
  only_row boolean primary key default true,
  security_profile text not null default 'hardened',
  constraint settings_only_row check (only_row),
  constraint settings_security_profile check (security_profile in ('specified', 'hardened'))
);
comment on table private.settings is 'One row: how this installation runs.';
insert into private.settings default values;
alter table private.settings enable row level security;
revoke all on private.settings from public, anon, authenticated;

-- True while the profile is `specified`. Policies call it as (select private.is_specified()), once a statement.
create function private.is_specified() returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce((select security_profile = 'specified' from private.settings), false);
$$;
revoke execute on function private.is_specified() from public;
grant execute on function private.is_specified() to anon, authenticated, service_role;

-- Keeps updated_at, whatever the caller sent.
create function private.touch_updated_at() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.updated_at := now();
  return new;
end;
$$;
revoke execute on function private.touch_updated_at() from public;

-- True when a list has at most max_items texts of at most max_length characters each, none of them null.
create function private.texts_within(texts text[], max_items int, max_length int) returns boolean
language sql immutable set search_path = ''
as $$
  select cardinality(texts) <= max_items
     and not exists (select from unnest(texts) as t(item) where t.item is null or length(t.item) > max_length);
$$;
revoke execute on function private.texts_within(text[], int, int) from public;
grant execute on function private.texts_within(text[], int, int) to anon, authenticated, service_role;
