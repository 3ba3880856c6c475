-- When the last backup was made: what watches the server asks for its age. The command that makes backups writes it, the server reads it;
-- both are the database's owner. A restore brings the row back as it was in the backup.
create table private.last_backup (
  only_row boolean primary key default true constraint last_backup_only_row check (only_row),
  made_at timestamptz not null,
  bytes bigint not null constraint last_backup_bytes check (bytes >= 0)
);
alter table private.last_backup enable row level security;
revoke all on private.last_backup from public, anon, authenticated, service_role;
comment on table private.last_backup is 'One row: when the last backup of this installation was made, and how large it is.';
