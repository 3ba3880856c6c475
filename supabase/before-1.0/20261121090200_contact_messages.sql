-- Messages that visitors send from the main page, with a drawn signature (document 1 §3).

create table public.contact_messages (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  subject text not null,
  email text not null,
  message text not null,
  signature text not null default '',
  read boolean not null default false,
  created_at timestamptz not null default now(),
  constraint contact_messages_name_length check (name ~ '\S' and length(name) <= 200),
  constraint contact_messages_subject_length check (subject ~ '\S' and length(subject) <= 300),
  constraint contact_messages_email_length check (email ~ '\S' and length(email) <= 320),
  constraint contact_messages_message_length check (message ~ '\S' and length(message) <= 10000),
  -- A PNG as a data URL.
  constraint contact_messages_signature_length check (length(signature) <= 1000000)
);
create index contact_messages_newest_idx on public.contact_messages (created_at desc, id desc);
comment on table public.contact_messages is 'Messages from visitors; read becomes true when the main admin opens one.';

revoke all on public.contact_messages from anon, authenticated;
grant select, insert, update, delete on public.contact_messages to anon, authenticated, service_role;

alter table public.contact_messages enable row level security;
create policy "Specified: the main admin's screens read messages" on public.contact_messages
  for select to anon, authenticated using ((select private.is_specified()));
create policy "Specified: everybody sends messages" on public.contact_messages
  for insert to anon, authenticated with check ((select private.is_specified()));
create policy "Specified: the main admin's screens mark messages read" on public.contact_messages
  for update to anon, authenticated
  using ((select private.is_specified())) with check ((select private.is_specified()));
create policy "Specified: the main admin's screens remove messages" on public.contact_messages
  for delete to anon, authenticated using ((select private.is_specified()));
