-- Addresses that once had an account.

create table private.past_accounts (
  address_hash text not null,
  removed_at timestamptz default now() not null,
  constraint past_accounts_pkey primary key (address_hash)
);

comment on table private.past_accounts is 'Addresses whose account was removed, each as a hash: nobody reads an address out of it.';

alter table private.past_accounts enable row level security;
