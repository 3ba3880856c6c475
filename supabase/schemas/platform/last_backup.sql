-- Moment of the last backup.

create table private.last_backup (
  only_row boolean default true not null,
  made_at timestamptz not null,
  bytes bigint not null,
  constraint last_backup_pkey primary key (only_row),
  constraint last_backup_only_row check (only_row),
  constraint last_backup_bytes check (bytes >= 0)
);

comment on table private.last_backup is 'One row: when the last backup of this installation was made, and how large it is.';

alter table private.last_backup enable row level security;
