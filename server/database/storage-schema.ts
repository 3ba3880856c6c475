// The storage's tables and functions as hosted Supabase has them, as far as the migrations and this server use them.
//
// Databases that were made before this file have the same; nothing here changes what is there.

const FOLDERS = `
create or replace function storage.foldername(name text) returns text[] language plpgsql immutable as $function$
declare
  _parts text[];
begin
  select string_to_array(name, '/') into _parts;
  return _parts[1:array_length(_parts, 1) - 1];
end
$function$;
create or replace function storage.filename(name text) returns text language plpgsql immutable as $function$
declare
  _parts text[];
begin
  select string_to_array(name, '/') into _parts;
  return _parts[array_length(_parts, 1)];
end
$function$;
create or replace function storage.extension(name text) returns text language plpgsql immutable as $function$
declare
  _parts text[];
  _filename text;
begin
  select string_to_array(name, '/') into _parts;
  select _parts[array_length(_parts, 1)] into _filename;
  return reverse(split_part(reverse(_filename), '.', 1));
end
$function$;
`;

const OPERATIONS = `
create or replace function storage.operation() returns text language plpgsql stable as $function$
begin
  return current_setting('storage.operation', true);
end
$function$;
create or replace function storage.allow_only_operation(expected_operation text) returns boolean language sql stable as $function$
  with current_operation as (
    select storage.operation() as raw_operation
  ), normalized as (
    select
      case when raw_operation like 'storage.%' then substr(raw_operation, 9) else raw_operation end as current_operation,
      case when expected_operation like 'storage.%' then substr(expected_operation, 9) else expected_operation end as requested_operation
    from current_operation
  )
  select case
    when requested_operation is null or requested_operation = '' then false
    else coalesce(current_operation = requested_operation, false)
  end
  from normalized;
$function$;
create or replace function storage.allow_any_operation(expected_operations text[]) returns boolean language sql stable as $function$
  with current_operation as (
    select storage.operation() as raw_operation
  ), normalized as (
    select case when raw_operation like 'storage.%' then substr(raw_operation, 9) else raw_operation end as current_operation
    from current_operation
  )
  select exists (
    select 1 from normalized n cross join lateral unnest(expected_operations) as expected_operation
    where expected_operation is not null and expected_operation <> ''
      and n.current_operation = case
        when expected_operation like 'storage.%' then substr(expected_operation, 9) else expected_operation
      end
  );
$function$;
`;

/** Makes what is missing; the roles and schemas of hosted Supabase must be there. */
export const STORAGE_SCHEMA = `
create schema if not exists storage;
create table if not exists storage.buckets (
  id text not null primary key,
  name text not null unique,
  owner uuid,
  owner_id text,
  public boolean default false,
  file_size_limit bigint,
  allowed_mime_types text[],
  created_at timestamptz default now(),
  updated_at timestamptz default now()
);
create table if not exists storage.objects (
  id uuid not null default gen_random_uuid() primary key,
  bucket_id text references storage.buckets (id),
  name text,
  owner uuid,
  owner_id text,
  metadata jsonb,
  user_metadata jsonb,
  path_tokens text[] generated always as (string_to_array(name, '/')) stored,
  version text,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  last_accessed_at timestamptz default now(),
  unique (bucket_id, name)
);
create index if not exists storage_objects_name_pattern_search on storage.objects (name text_pattern_ops);
alter table storage.buckets enable row level security;
alter table storage.objects enable row level security;
${FOLDERS}${OPERATIONS}`;
