-- Recipients of a case's letters (document 4 §6).

create table public.case_recipients (
  id uuid not null,
  project_id text,
  site_id uuid,
  created_at timestamptz default now() not null,
  fine_id uuid not null,
  role text not null,
  name text not null,
  address text default '' not null,
  source text default '' not null,
  at timestamptz default now() not null,
  id_number text default '' not null,
  constraint case_recipients_pkey primary key (id),
  constraint case_recipients_project_id_length check (length(project_id) >= 1 and length(project_id) <= 100),
  constraint case_recipients_role check (role in ('owner', 'driver')),
  constraint case_recipients_name_length check (name ~ '\S' and length(name) <= 200),
  constraint case_recipients_address_length check (length(address) <= 500),
  constraint case_recipients_source_length check (length(source) <= 200),
  constraint case_recipients_moments check (private.is_moment(created_at) and private.is_moment(at)),
  constraint case_recipients_id_number_length check (length(id_number) <= 30),
  constraint case_recipients_fine_id_fkey foreign key (fine_id) references public.fines(id)
);

comment on table public.case_recipients is 'To whom a case is sent; the latest counts.';
comment on column public.case_recipients.id_number is 'The number of the person or company, as the owner''s register has it; erased with the row.';

create index case_recipients_fine_idx on public.case_recipients (fine_id, at desc, id desc);

alter table public.case_recipients enable row level security;

create policy "Admins read their site's case recipients" on public.case_recipients
  for select to anon, authenticated
  using ((select private.is_specified()) or coalesce(site_id::text, project_id, '') = any ((select private.own_places('admin'))::text[]));

create trigger case_recipients_place before update of project_id, site_id on public.case_recipients for each row when (pg_trigger_depth() = 0) execute function private.place_row();
create trigger case_recipients_place_new before insert on public.case_recipients for each row execute function private.place_row();
create trigger case_recipients_write_trail after insert or delete or update on public.case_recipients for each row execute function private.write_trail();

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('case_recipients', 'select', 'select', '', 'select', 'select');
