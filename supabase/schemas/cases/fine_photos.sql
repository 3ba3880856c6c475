-- Photos of fines (document 4 §3).

create table public.fine_photos (
  id uuid not null,
  project_id text,
  site_id uuid,
  created_at timestamptz default now() not null,
  fine_id uuid not null,
  path text not null,
  sha256 text not null,
  taken_at timestamptz not null,
  category text,
  stored_sha256 text,
  constraint fine_photos_pkey primary key (id),
  constraint fine_photos_path_key unique (path),
  constraint fine_photos_project_id_length check (length(project_id) >= 1 and length(project_id) <= 100),
  constraint fine_photos_path_form check (starts_with(path, fine_id::text || '/') and path ~ '^[0-9a-f-]{36}/[A-Za-z0-9-]{1,80}\.(jpg|jpeg|png|webp)$'),
  constraint fine_photos_sha256_form check (sha256 ~ '^[0-9a-f]{64}$'),
  constraint fine_photos_category check (category in ('car', 'plate', 'sign', 'notice')),
  constraint fine_photos_moments check (private.is_moment(created_at) and private.is_moment(taken_at)),
  constraint fine_photos_stored_sha256_form check (stored_sha256 ~ '^[0-9a-f]{64}$'),
  constraint fine_photos_fine_id_fkey foreign key (fine_id) references public.fines(id)
);

comment on table public.fine_photos is 'Photos of fines, at most eight each.';
comment on column public.fine_photos.sha256 is 'Of the file that was taken, as its phone told.';
comment on column public.fine_photos.stored_sha256 is
  'Of the file that is stored, set by the server with it; null while none has arrived, and for files that are older than this column.';

create index fine_photos_fine_idx on public.fine_photos (fine_id, created_at, id);

alter table public.fine_photos enable row level security;

create policy "Admins read their site's photos, attendants their fines'" on public.fine_photos
  for select to anon, authenticated
  using (
    (select private.is_specified())
    or coalesce(site_id::text, project_id, '') = any ((select private.own_places('admin'))::text[])
    or ((select private.is_kind('attendant')) and exists (select from public.fines f where f.id = fine_id)));

create trigger fine_photos_place before update of project_id, site_id on public.fine_photos for each row when (pg_trigger_depth() = 0) execute function private.place_row();
create trigger fine_photos_place_new before insert on public.fine_photos for each row execute function private.place_row();
create trigger fine_photos_write_trail after delete on public.fine_photos
  for each row execute function private.write_trail();
create trigger fine_photos_write_trail_of_change after update on public.fine_photos for each row when (pg_trigger_depth() = 0 or not old.project_id is distinct from new.project_id) execute function private.write_trail();
create trigger fine_photos_write_trail_of_new after insert on public.fine_photos
  referencing new table as new_rows for each statement execute function private.write_trail();

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('fine_photos', 'select', 'select', '', 'select', 'select');
