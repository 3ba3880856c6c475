-- The secret with which reply keys and hashes of contents are made.

create table private.reply_secret (
  is_one boolean default true not null,
  secret bytea default extensions.gen_random_bytes(32) not null,
  constraint reply_secret_pkey primary key (is_one),
  constraint reply_secret_is_one check (is_one)
);

comment on table private.reply_secret is 'The secret that the reply keys of objections are made of.';

alter table private.reply_secret enable row level security;

insert into private.reply_secret default values on conflict do nothing;
