-- Permits: plates that may stand at a site for a time (document 4 §5).

create table public.permits (
  id uuid default gen_random_uuid() not null,
  project_id text not null,
  site_id uuid,
  created_at timestamptz default now() not null,
  plate text not null,
  plate_key text collate "C" generated always as (private.plate_key(plate)) stored,
  holder text default '' not null,
  note text default '' not null,
  attendant_note text default '' not null,
  valid_from timestamptz default now() not null,
  valid_until timestamptz,
  created_by text,
  ended_at timestamptz,
  ended_by text,
  constraint permits_pkey primary key (id),
  constraint permits_project_id_length check (length(project_id) >= 1 and length(project_id) <= 100),
  constraint permits_plate_length check (length(plate) <= 50),
  constraint permits_plate_seen check (private.plate_key(plate) <> ''),
  constraint permits_holder_length check (length(holder) <= 200),
  constraint permits_note_length check (length(note) <= 2000),
  constraint permits_attendant_note_length check (length(attendant_note) <= 500),
  constraint permits_created_by_length check (length(created_by) <= 320),
  constraint permits_ended_by_length check (length(ended_by) <= 320),
  constraint permits_until_after_from check (valid_until > valid_from),
  constraint permits_moments check (private.is_moment(created_at) and private.is_moment(valid_from) and private.is_moment(valid_until) and private.is_moment(ended_at))
);

comment on table public.permits is 'Cars that may stand at a site without a parking.';

create index permits_project_newest_idx on public.permits (project_id, created_at desc, id desc);
create index permits_project_ending_idx on public.permits (project_id, valid_until, id) where ended_at is null;
create index permits_plate_idx on public.permits (plate_key, project_id);

alter table public.permits enable row level security;

create policy "Admins read their site's permits" on public.permits
  for select to anon, authenticated
  using ((select private.is_specified()) or coalesce(site_id::text, project_id) = any ((select private.own_places('admin'))::text[]));

create policy "Admins add permits of their own to their site" on public.permits
  for insert to anon, authenticated
  with check (
    created_at = now()
    and ((select private.is_specified())
      or (created_by = (select private.own_user_id('admin')) and ended_at is null and ended_by is null
        and coalesce(site_id::text, project_id) = any ((select private.own_places('admin'))::text[]))));

create policy "Admins change and end their site's permits" on public.permits
  for update to anon, authenticated
  using ((select private.is_specified()) or coalesce(site_id::text, project_id) = any ((select private.own_places('admin'))::text[]))
  with check (
    (select private.is_specified())
    or ((ended_by is null or ended_by = (select private.own_user_id('admin')))
      and coalesce(site_id::text, project_id) = any ((select private.own_places('admin'))::text[])));

create trigger permits_end_now before update of ended_at on public.permits
  for each row when (new.ended_at is distinct from old.ended_at) execute function private.end_permit_now();
create trigger permits_place before update of project_id, site_id on public.permits for each row when (pg_trigger_depth() = 0) execute function private.place_row();
create trigger permits_place_new before insert on public.permits for each row execute function private.place_row();
create trigger permits_write_trail after insert or delete or update on public.permits for each row execute function private.write_trail();

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('permits', 'select, insert, update (holder, note, attendant_note, valid_from, valid_until, ended_at, ended_by)', 'select, insert, update (holder, note, attendant_note, valid_from, valid_until, ended_at, ended_by)', '', 'select, insert, update (holder, note, attendant_note, valid_from, valid_until, ended_at, ended_by)', 'select, insert, update, delete');

create or replace function private.end_permit_now()
  returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  new.ended_at := coalesce(old.ended_at, now());
  return new;
end;
$$;
comment on function private.end_permit_now() is 'A permit that is ended ends by the clock of the database.';

create or replace function public.add_permits(permits jsonb)
  returns integer
  language plpgsql
  set search_path = ''
as $$
declare
  added int;
begin
  if jsonb_typeof(permits) is distinct from 'array' or jsonb_array_length(permits) not between 1 and 1000 then
    perform private.refuse('permit-count');
  end if;
  insert into public.permits (id, project_id, plate, holder, note, attendant_note, valid_from, valid_until, created_by)
    select p.id, p.project_id, p.plate, coalesce(p.holder, ''), coalesce(p.note, ''), coalesce(p.attendant_note, ''), p.valid_from,
      p.valid_until, p.created_by
    from jsonb_to_recordset(permits) p (id uuid, project_id text, plate text, holder text, note text, attendant_note text,
      valid_from timestamptz, valid_until timestamptz, created_by text);
  get diagnostics added = row_count;
  return added;
end;
$$;
comment on function public.add_permits(jsonb) is 'Adds the permits of a file, all or none.';
grant execute on function public.add_permits(jsonb) to authenticated;
