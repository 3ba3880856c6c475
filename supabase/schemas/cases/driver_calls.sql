-- Calls of drivers that were answered, so that a repeated call gets the same answer.

create table private.driver_calls (
  id uuid not null,
  fine_id uuid not null,
  objection_id uuid not null,
  folder uuid default gen_random_uuid() not null,
  content_hash text,
  is_stranger boolean default false not null,
  letters integer default 0 not null,
  photos integer default 0 not null,
  constraint driver_calls_pkey primary key (id),
  constraint driver_calls_folder_key unique (folder),
  constraint driver_calls_fine_id_fkey foreign key (fine_id) references public.fines(id) on delete cascade
);

comment on table private.driver_calls is 'What drivers sent with which call: a hash of it, and the folder of its photos.';

create index driver_calls_fine_idx on private.driver_calls (fine_id);
create index driver_calls_objection_idx on private.driver_calls (objection_id);

alter table private.driver_calls enable row level security;
