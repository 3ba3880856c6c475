-- How much room stored photos take and may take, and which photos a shift names. Written by the server of this project; on hosted
-- Supabase the storage service has limits of its own and these stay as they are.

alter table private.settings
  -- Bytes that the photos of one site may take; in the profile `specified`, where sites are not told apart, of all together.
  add column storage_quota_bytes bigint not null default 5368709120,
  -- When files that nothing names were last looked for.
  add column storage_swept_at timestamptz,
  add constraint settings_storage_quota check (storage_quota_bytes > 0);

create table private.storage_usage (
  -- The site whose people stored them; '' for people without one.
  site text primary key,
  bytes bigint not null,
  constraint storage_usage_bytes check (bytes >= 0)
);
comment on table private.storage_usage is 'Bytes of stored files, counted in the transaction that stores or removes one.';
alter table private.storage_usage enable row level security;
revoke all on private.storage_usage from public, anon, authenticated, service_role;

-- The path of a photo in its bucket, from what a shift keeps of it: the path itself, or its public address.
create function private.photo_path(stored text) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  marker constant text := '/storage/v1/object/public/shift-images/';
  path text := stored;
begin
  if position(marker in stored) > 0 then
    path := split_part(split_part(stored, marker, 2), '?', 1);
  end if;
  if position('%' in path) = 0 then
    return path;
  end if;
  return (
    select convert_from(string_agg(
      case when m[1] ~ '^%..$' then decode(substr(m[1], 2), 'hex') else convert_to(m[1], 'UTF8') end, ''::bytea order by n), 'UTF8')
    from regexp_matches(path, '%[0-9A-Fa-f]{2}|[^%]+|%', 'g') with ordinality as found(m, n)
  );
exception when others then
  -- Nothing that a browser would have written.
  return path;
end;
$$;
revoke execute on function private.photo_path(text) from public;
