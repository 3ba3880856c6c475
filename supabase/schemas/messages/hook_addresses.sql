-- Addresses of receivers, which no caller may read.

create table private.hook_addresses (
  hook_id uuid not null,
  address text not null,
  constraint hook_addresses_pkey primary key (hook_id),
  constraint hook_addresses_form check (address ~ '^https://(discord|discordapp|ptb\.discord|canary\.discord)\.com/api/webhooks/[0-9]{5,25}/[A-Za-z0-9_-]{10,200}$'),
  constraint hook_addresses_hook_id_fkey foreign key (hook_id) references public.message_hooks(id) on delete cascade deferrable initially deferred
);

comment on table private.hook_addresses is 'The whole addresses of webhooks, for the server alone.';

alter table private.hook_addresses enable row level security;
