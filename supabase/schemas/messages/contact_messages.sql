-- Messages that visitors send from the main page (document 1 §3).

create table public.contact_messages (
  id uuid default gen_random_uuid() not null,
  name text not null,
  subject text not null,
  email text not null,
  message text not null,
  signature text default '' not null,
  read boolean default false not null,
  created_at timestamptz default now() not null,
  constraint contact_messages_pkey primary key (id),
  constraint contact_messages_signature_length check (length(signature) <= 1000000)
);

comment on table public.contact_messages is 'Messages from visitors; read becomes true when the main admin opens one.';

alter table public.contact_messages add constraint contact_messages_moments check (private.is_moment(created_at)) not valid;
alter table public.contact_messages add constraint contact_messages_name_length check (name ~ '\S' and length(name) <= 200) not valid;
alter table public.contact_messages add constraint contact_messages_subject_length check (subject ~ '\S' and length(subject) <= 300) not valid;
alter table public.contact_messages add constraint contact_messages_email_length check (email ~ '\S' and length(email) <= 320) not valid;
alter table public.contact_messages add constraint contact_messages_message_length check (message ~ '\S' and length(message) <= 10000) not valid;

create index contact_messages_newest_idx on public.contact_messages (created_at desc, id desc);

alter table public.contact_messages enable row level security;

create policy "The main admin reads messages" on public.contact_messages
  for select to anon, authenticated
  using ((select private.is_specified()) or (select private.is_kind('main-admin')));

create policy "Everybody sends messages of now, unread ones in hardened" on public.contact_messages
  for insert to anon, authenticated
  with check (
    (created_at = now() or ((select private.is_specified()) and not private.is_moment(created_at)))
    and ((select private.is_specified()) or not read));

create policy "The main admin marks messages read" on public.contact_messages
  for update to anon, authenticated
  using ((select private.is_specified()) or (select private.is_kind('main-admin')))
  with check ((select private.is_specified()) or (select private.is_kind('main-admin')));

create policy "The main admin removes messages" on public.contact_messages
  for delete to anon, authenticated
  using ((select private.is_specified()) or (select private.is_kind('main-admin')));

create trigger contact_messages_write_trail after insert or delete or update on public.contact_messages for each row execute function private.write_trail();

alter publication supabase_realtime add table public.contact_messages;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('contact_messages', 'select, insert, update (read), delete', 'select, insert, update (read), delete', 'insert', 'select, insert, update (read), delete', 'select, insert, update, delete');
