-- Registered parkings and the log of those that an attendant removed (document 1 §3, §4).

create table public.parkings (
  id uuid primary key default gen_random_uuid(),
  project_id text,
  car_model text not null,
  car_color text not null,
  street text not null,
  ref_number text not null,
  discord_username text,
  start_time timestamptz not null,
  end_time timestamptz not null,
  active boolean not null default true,
  created_at timestamptz not null default now(),
  -- What the search looks in. The newlines keep a hit inside one column: nobody can type one into a search field.
  search_text text generated always as (
    lower(ref_number || E'\n' || car_model || E'\n' || car_color || E'\n' || street || E'\n' || coalesce(discord_username, ''))
  ) stored,
  constraint parkings_project_id_length check (length(project_id) between 1 and 100),
  constraint parkings_car_model_length check (car_model ~ '\S' and length(car_model) <= 200),
  constraint parkings_car_color_length check (car_color ~ '\S' and length(car_color) <= 100),
  constraint parkings_street_length check (street ~ '\S' and length(street) <= 200),
  constraint parkings_ref_number_length check (ref_number ~ '\S' and length(ref_number) <= 50),
  constraint parkings_discord_username_length check (length(discord_username) <= 100),
  constraint parkings_end_not_before_start check (end_time >= start_time)
);
-- The lists: newest first with the key as tie-breaker, so that pages continue where the last one ended.
create index parkings_newest_idx on public.parkings (created_at desc, id desc);
create index parkings_project_newest_idx on public.parkings (project_id, created_at desc, id desc);
create index parkings_start_time_idx on public.parkings (start_time desc, id desc);
create index parkings_search_idx on public.parkings using gin (search_text extensions.gin_trgm_ops);
comment on table public.parkings is 'Parkings that visitors registered; project_id is the project of the route, null without one.';

revoke all on public.parkings from anon, authenticated;
grant select, insert, delete on public.parkings to anon, authenticated;
grant select, insert, update, delete on public.parkings to service_role;

alter table public.parkings enable row level security;
create policy "Specified: the attendants' screens read parkings" on public.parkings
  for select to anon, authenticated using ((select private.is_specified()));
create policy "Specified: everybody registers parkings" on public.parkings
  for insert to anon, authenticated with check ((select private.is_specified()));
create policy "Specified: the attendants' screens remove parkings" on public.parkings
  for delete to anon, authenticated using ((select private.is_specified()));

-- The search of the attendants' list: case-insensitive in five columns, newest first. A policy would keep the trigram
-- index from being used (LIKE is not leakproof), so the function runs as its owner and says the policy's condition
-- itself. The statement is planned with the values in hand: a rare word goes by the trigrams, a common one by the date.
create function public.search_parkings(
  query text,
  project text default null,
  before_created_at timestamptz default null,
  before_id uuid default null,
  page_size int default 100
) returns setof public.parkings
language plpgsql stable security definer set search_path = ''
as $$
declare
  pattern text := '%' || replace(replace(replace(lower(btrim(query)), '\', '\\'), '%', '\%'), '_', '\_') || '%';
begin
  if not private.is_specified() then
    return;
  end if;
  return query execute
    'select * from public.parkings where search_text like $1'
    || case when project is null then '' else ' and project_id = $2' end
    || case when before_created_at is null then '' else ' and (created_at, id) < ($3, $4)' end
    || ' order by created_at desc, id desc limit $5'
    using pattern, project, before_created_at,
      coalesce(before_id, '00000000-0000-0000-0000-000000000000'::uuid), least(greatest(page_size, 1), 1000);
end;
$$;
comment on function public.search_parkings is 'A page of the parkings that contain the query; continue with the last row''s created_at and id.';
revoke execute on function public.search_parkings(text, text, timestamptz, uuid, int) from public, anon, authenticated;
grant execute on function public.search_parkings(text, text, timestamptz, uuid, int) to anon, authenticated, service_role;

create table public.parking_deletion_logs (
  id uuid primary key default gen_random_uuid(),
  project_id text,
  parking_id uuid not null,
  deleted_by text not null,
  car_model text,
  car_color text,
  ref_number text,
  street text,
  discord_username text,
  deleted_at timestamptz not null default now(),
  constraint parking_deletion_logs_project_id_length check (length(project_id) between 1 and 100),
  constraint parking_deletion_logs_deleted_by_length check (length(deleted_by) between 1 and 320),
  constraint parking_deletion_logs_car_model_length check (length(car_model) <= 200),
  constraint parking_deletion_logs_car_color_length check (length(car_color) <= 100),
  constraint parking_deletion_logs_ref_number_length check (length(ref_number) <= 50),
  constraint parking_deletion_logs_street_length check (length(street) <= 200),
  constraint parking_deletion_logs_discord_username_length check (length(discord_username) <= 100)
);
create index parking_deletion_logs_newest_idx on public.parking_deletion_logs (deleted_at desc, id desc);
create index parking_deletion_logs_project_newest_idx on public.parking_deletion_logs (project_id, deleted_at desc, id desc);
comment on table public.parking_deletion_logs is 'Who removed which parking; written before the parking goes, so parking_id refers to nothing.';

revoke all on public.parking_deletion_logs from anon, authenticated;
grant select, insert on public.parking_deletion_logs to anon, authenticated;
grant select, insert, update, delete on public.parking_deletion_logs to service_role;

alter table public.parking_deletion_logs enable row level security;
create policy "Specified: the customer admins' screens read the deletion log" on public.parking_deletion_logs
  for select to anon, authenticated using ((select private.is_specified()));
create policy "Specified: the attendants' screens write the deletion log" on public.parking_deletion_logs
  for insert to anon, authenticated with check ((select private.is_specified()));
