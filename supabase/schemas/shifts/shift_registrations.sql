-- Shifts of attendants and their review (document 1 §5, §7).

create table public.shift_registrations (
  id uuid default gen_random_uuid() not null,
  project_id text,
  attendant_user_id text not null,
  start_time timestamptz not null,
  end_time timestamptz not null,
  rating integer default 5 not null,
  description text not null,
  image_urls text[] not null,
  status text default 'pending' not null,
  approved boolean default false not null,
  reviewed_by text,
  reviewed_at timestamptz,
  review_note text,
  created_at timestamptz default now() not null,
  account_id uuid,
  site_id uuid,
  rejected_at timestamptz,
  rejected_by text,
  rejection_note text,
  person_id uuid,
  replaces_id uuid,
  constraint shift_registrations_pkey primary key (id),
  constraint shift_registrations_project_id_length check (length(project_id) >= 1 and length(project_id) <= 100),
  constraint shift_registrations_attendant_length check (length(attendant_user_id) >= 3 and length(attendant_user_id) <= 50),
  constraint shift_registrations_end_after_start check (end_time > start_time),
  constraint shift_registrations_rating_range check (rating >= 1 and rating <= 10),
  constraint shift_registrations_at_least_two_images check (cardinality(image_urls) >= 2),
  constraint shift_registrations_image_urls_length check (private.texts_within(image_urls, 50, 2000)),
  constraint shift_registrations_status check (status in ('pending', 'approved', 'rejected')),
  constraint shift_registrations_approved_is_status check (approved = (status = 'approved')),
  constraint shift_registrations_reviewed_by_length check (length(reviewed_by) <= 320),
  constraint shift_registrations_review_note_length check (length(review_note) <= 2000),
  constraint shift_registrations_rejected_by_length check (length(rejected_by) <= 320),
  constraint shift_registrations_rejection_note_length check (length(rejection_note) <= 2000)
);

comment on table public.shift_registrations is 'Work shifts; an admin approves or rejects them.';
comment on column public.shift_registrations.person_id is 'The attendant''s row in the list of people, else the account; written by the database.';
comment on column public.shift_registrations.replaces_id is 'The rejected registration of the same attendant in whose place this one was sent.';

alter table public.shift_registrations add constraint shift_registrations_lists_are_flat check (coalesce(array_ndims(image_urls), 1) = 1) not valid;
alter table public.shift_registrations add constraint shift_registrations_description_length check (description ~ '\S' and length(description) <= 10000) not valid;
alter table public.shift_registrations add constraint shift_registrations_moments check (private.is_moment(start_time) and private.is_moment(end_time) and private.is_moment(reviewed_at) and private.is_moment(rejected_at) and private.is_moment(created_at)) not valid;

create index shift_registrations_newest_idx on public.shift_registrations (created_at desc, id desc);
create index shift_registrations_project_newest_idx on public.shift_registrations (project_id, created_at desc, id desc);
create index shift_registrations_attendant_newest_idx on public.shift_registrations (attendant_user_id, created_at desc, id desc);
create index shift_registrations_person_idx on public.shift_registrations (person_id, start_time);
create index shift_registrations_replaces_idx on public.shift_registrations (replaces_id) where replaces_id is not null;
create index shift_registrations_images_idx on public.shift_registrations using gin (image_urls) with (gin_pending_list_limit='64');

alter table public.shift_registrations enable row level security;

create policy "Attendants read their shifts, admins their site's" on public.shift_registrations
  for select to anon, authenticated
  using (
    (select private.is_specified())
    or (account_id = (select auth.uid())
      and coalesce(site_id::text, project_id, '') = any ((select private.own_places('attendant'))::text[]))
    or coalesce(site_id::text, project_id, '') = any ((select private.own_places('admin'))::text[]));

create policy "Attendants register pending shifts of their own" on public.shift_registrations
  for insert to anon, authenticated
  with check (
    status = 'pending' and created_at = now() and reviewed_by is null and reviewed_at is null and review_note is null
    and ((select private.is_specified())
      or (attendant_user_id = (select private.own_user_id('attendant'))
        and coalesce(site_id::text, project_id, '') = any ((select private.own_places('attendant'))::text[])
        and not exists (select from unnest(image_urls) p(path) where not starts_with(p.path, (select auth.uid())::text || '/')))));

create policy "Admins review their site's shifts" on public.shift_registrations
  for update to anon, authenticated
  using (
    (select private.is_specified())
    or coalesce(site_id::text, project_id, '') = any ((select private.own_places('admin'))::text[]))
  with check (
    (select private.is_specified())
    or (reviewed_by is not distinct from (select private.own_user_id('admin'))
      and coalesce(site_id::text, project_id, '') = any ((select private.own_places('admin'))::text[])));

create trigger shift_registrations_follow_review before update on public.shift_registrations
  for each row execute function private.follow_shift_review();
create trigger shift_registrations_join_turns after insert or delete or update of start_time, end_time, status on public.shift_registrations
  for each row execute function private.join_turns();
create trigger shift_registrations_keep_rejection before insert or update on public.shift_registrations
  for each row execute function private.keep_rejection();
create trigger shift_registrations_place before update of project_id, site_id on public.shift_registrations for each row when (pg_trigger_depth() = 0) execute function private.place_row();
create trigger shift_registrations_place_new before insert on public.shift_registrations for each row execute function private.place_row();
create trigger shift_registrations_refuse_own before update on public.shift_registrations for each row
  when (new.status = 'approved' and old.status <> 'approved')
  execute function private.refuse_own_shift();
create trigger shift_registrations_tell after insert on public.shift_registrations for each row
  when (new.status = 'pending') execute function private.tell_of_shift();
create trigger shift_registrations_whose before insert on public.shift_registrations
  for each row execute function private.own_shift();
create trigger shift_registrations_write_trail after insert or delete on public.shift_registrations for each row execute function private.write_trail();
create trigger shift_registrations_write_trail_of_change after update on public.shift_registrations for each row when (pg_trigger_depth() = 0 or not old.project_id is distinct from new.project_id) execute function private.write_trail();

alter publication supabase_realtime add table public.shift_registrations;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('shift_registrations', 'select, insert, update (status, approved, reviewed_by, reviewed_at, review_note)', 'select, insert, update (status, approved, reviewed_by, reviewed_at, review_note)', '', 'select, insert, update (status, approved, reviewed_by, reviewed_at, review_note)', 'select, insert, update, delete');

create or replace function private.follow_shift_review()
  returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  if new.approved <> old.approved and new.status = old.status then
    new.status := case when new.approved then 'approved' else 'rejected' end;
  end if;
  if current_user in ('anon', 'authenticated', 'service_role') then
    new.reviewed_at := old.reviewed_at;
  end if;
  if new.status <> old.status and new.status <> 'pending' and new.reviewed_at is not distinct from old.reviewed_at then
    new.reviewed_at := now();
  end if;
  if old.status = 'rejected' and new.status = 'approved'
    and (new.reviewed_by, new.review_note) is not distinct from (old.reviewed_by, old.review_note) then
    new.reviewed_by := null;
    new.review_note := null;
  end if;
  return new;
end;
$$;
comment on function private.follow_shift_review() is
  'An approval that says nothing but `approved` (document 1 §7) kept the note and the name of the rejection before it as its own. What belongs '
  'to the rejection stands in columns of its own; the approval has no note, and nobody said who gave it.';

create or replace function private.keep_rejection()
  returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  if current_user in ('anon', 'authenticated', 'service_role') then
    new.rejected_at := case when tg_op = 'UPDATE' then old.rejected_at end;
    new.rejected_by := case when tg_op = 'UPDATE' then old.rejected_by end;
    new.rejection_note := case when tg_op = 'UPDATE' then old.rejection_note end;
  end if;
  if tg_op = 'UPDATE' and old.status = 'rejected' and new.status = 'approved' then
    new.rejected_at := old.reviewed_at;
    new.rejected_by := old.reviewed_by;
    new.rejection_note := old.review_note;
  end if;
  return new;
end;
$$;
comment on function private.keep_rejection() is 'The database writes these columns. What a call says of them does not count.';

create or replace function private.refuse_own_shift()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  if private.id_key(old.attendant_user_id) in (private.id_key(new.reviewed_by), private.id_key((select w.id from private.who_acts() w))) then
    perform private.refuse('own-shift', 'reviewed_by');
  end if;
  return new;
end;
$$;
comment on function private.refuse_own_shift() is 'Nobody approves or rejects the own shift.';
