-- Shifts that attendants register, with photo proof, and the bucket of the photos (document 1 §3, §4).

create table public.shift_registrations (
  id uuid primary key default gen_random_uuid(),
  project_id text,
  attendant_user_id text not null,
  start_time timestamptz not null,
  end_time timestamptz not null,
  rating int not null default 5,
  description text not null,
  image_urls text[] not null,
  status text not null default 'pending',
  approved boolean not null default false,
  reviewed_by text,
  reviewed_at timestamptz,
  review_note text,
  created_at timestamptz not null default now(),
  constraint shift_registrations_project_id_length check (length(project_id) between 1 and 100),
  constraint shift_registrations_attendant_length check (length(attendant_user_id) between 3 and 50),
  constraint shift_registrations_end_after_start check (end_time > start_time),
  constraint shift_registrations_rating_range check (rating between 1 and 10),
  constraint shift_registrations_description_length check (description ~ '\S' and length(description) <= 10000),
  constraint shift_registrations_at_least_two_images check (cardinality(image_urls) >= 2),
  constraint shift_registrations_image_urls_length check (private.texts_within(image_urls, 50, 2000)),
  constraint shift_registrations_status check (status in ('pending', 'approved', 'rejected')),
  constraint shift_registrations_approved_is_status check (approved = (status = 'approved')),
  constraint shift_registrations_reviewed_by_length check (length(reviewed_by) <= 320),
  constraint shift_registrations_review_note_length check (length(review_note) <= 2000)
);
create index shift_registrations_newest_idx on public.shift_registrations (created_at desc, id desc);
create index shift_registrations_project_newest_idx on public.shift_registrations (project_id, created_at desc, id desc);
create index shift_registrations_attendant_newest_idx on public.shift_registrations (attendant_user_id, created_at desc, id desc);
comment on table public.shift_registrations is 'Work shifts; an admin approves or rejects them.';

revoke all on public.shift_registrations from anon, authenticated;
grant select, insert, update on public.shift_registrations to anon, authenticated;
grant select, insert, update, delete on public.shift_registrations to service_role;

-- The call of document 1 §7 sets `approved` alone: status and the time of review follow it.
create function private.follow_shift_review() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new.approved <> old.approved and new.status = old.status then
    new.status := case when new.approved then 'approved' else 'rejected' end;
  end if;
  if new.status <> old.status and new.status <> 'pending' and new.reviewed_at is not distinct from old.reviewed_at then
    new.reviewed_at := now();
  end if;
  return new;
end;
$$;
revoke execute on function private.follow_shift_review() from public;
create trigger shift_registrations_follow_review before update on public.shift_registrations
  for each row execute function private.follow_shift_review();

alter table public.shift_registrations enable row level security;
create policy "Specified: attendants' and admins' screens read shifts" on public.shift_registrations
  for select to anon, authenticated using ((select private.is_specified()));
create policy "Specified: the attendants' screen registers pending shifts" on public.shift_registrations
  for insert to anon, authenticated with check ((select private.is_specified()) and status = 'pending');
create policy "Specified: the customer admins' screen reviews shifts" on public.shift_registrations
  for update to anon, authenticated
  using ((select private.is_specified())) with check ((select private.is_specified()));

-- Photos lie at {userId}/{timestamp}-{filename}. The bucket is public only under `specified`, whose screens read
-- public addresses; the trigger keeps it in step with the profile.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('shift-images', 'shift-images', false, 10485760,
  array['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif', 'image/heic', 'image/heif'])
on conflict (id) do update
  set file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;

create function private.open_bucket_with_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update storage.buckets set public = (new.security_profile = 'specified') where id = 'shift-images';
  return new;
end;
$$;
revoke execute on function private.open_bucket_with_profile() from public;
create trigger settings_open_bucket after insert or update on private.settings
  for each row execute function private.open_bucket_with_profile();

create policy "Specified: everybody reads shift images" on storage.objects
  for select to anon, authenticated using (bucket_id = 'shift-images' and (select private.is_specified()));
create policy "Specified: the attendants' screen uploads shift images" on storage.objects
  for insert to anon, authenticated with check (bucket_id = 'shift-images' and (select private.is_specified()));
