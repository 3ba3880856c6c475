-- Bytes of photos of each site.

create table private.storage_usage (
  site text not null,
  bytes bigint not null,
  constraint storage_usage_pkey primary key (site),
  constraint storage_usage_bytes check (bytes >= 0)
);

comment on table private.storage_usage is 'Bytes of stored files, counted in the transaction that stores or removes one.';

alter table private.storage_usage enable row level security;
