-- Rights in each table, by profile. The rows stand with their tables.

create table private.table_grants (
  table_name text not null,
  specified_anon text not null,
  specified_authenticated text not null,
  hardened_anon text not null,
  hardened_authenticated text not null,
  service_role text default 'select, insert, update, delete' not null,
  constraint table_grants_pkey primary key (table_name)
);

comment on table private.table_grants is
  'What anon and authenticated may ask of each table of schema public, in each security profile.';

alter table private.table_grants enable row level security;
