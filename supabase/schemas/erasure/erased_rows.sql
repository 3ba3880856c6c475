-- Hashes of erased rows, so that a backup does not bring the rows back.

create table private.erased_rows (
  kind text not null,
  id_hash bytea not null,
  erased_at timestamptz not null,
  constraint erased_rows_pkey primary key (kind, id_hash),
  constraint erased_rows_hash_length check (length(id_hash) = 32)
);

comment on table private.erased_rows is
  'Hashes of the ids of what was erased; no backup has them, and a restore erases those rows again.';

create index erased_rows_order_idx on private.erased_rows (erased_at, kind, id_hash);

alter table private.erased_rows enable row level security;
