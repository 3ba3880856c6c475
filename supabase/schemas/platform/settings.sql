-- Settings of the whole installation, in one row.

create table private.settings (
  only_row boolean default true not null,
  security_profile text default 'hardened' not null,
  require_second_factor text[] default '{}'::text[] not null,
  storage_quota_bytes bigint default '5368709120'::bigint not null,
  storage_swept_at timestamptz,
  erased_at timestamptz,
  sends_mail boolean default false not null,
  erases_from timestamptz default now() + '30 days'::interval not null,
  public_url text,
  delivery_secret_hash text,
  second_factor_from jsonb default '{}'::jsonb not null,
  constraint settings_pkey primary key (only_row),
  constraint settings_only_row check (only_row),
  constraint settings_security_profile check (security_profile in ('specified', 'hardened')),
  constraint settings_storage_quota check (storage_quota_bytes > 0),
  constraint settings_require_second_factor check (require_second_factor <@ (private.kinds_of_people() || array['account-admin', 'agent'])),
  constraint settings_second_factor_from check (second_factor_from - (private.kinds_of_people() || array['account-admin', 'agent']) = '{}'::jsonb)
);

comment on table private.settings is 'One row: how this installation runs.';
comment on column private.settings.delivery_secret_hash is
  'SHA-256 of the secret that deliver-messages shows, in hexadecimal; null where the server delivers (docs/messages.md).';
comment on column private.settings.second_factor_from is
  'From when a second factor is demanded of a kind (required_from): a moment that is to come, or null for a default that was taken back.';

alter table private.settings enable row level security;

create trigger settings_grant_first after insert on private.settings
  for each row execute function private.grant_with_profile();
create trigger settings_grant_on_change after update on private.settings
  for each row when (old.security_profile is distinct from new.security_profile) execute function private.grant_with_profile();
create trigger settings_open_bucket after insert or update on private.settings
  for each row execute function private.open_bucket_with_profile();

-- Grants come last of all, since they follow from this row.
insert into private.settings default values on conflict do nothing;
