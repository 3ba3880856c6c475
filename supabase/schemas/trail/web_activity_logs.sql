-- The log of activities that screens write (document 1 §7).

create table public.web_activity_logs (
  id uuid default gen_random_uuid() not null,
  user_id text not null,
  user_type text not null,
  action text not null,
  page_url text default '' not null,
  additional_data jsonb,
  created_at timestamptz default now() not null,
  page_project text generated always as ("substring"(page_url, '^(?:https?://[^/]+)?/([^/?#]+)/')) stored,
  site_id uuid,
  constraint web_activity_logs_pkey primary key (id),
  constraint web_activity_logs_user_id_length check (length(user_id) >= 1 and length(user_id) <= 320),
  constraint web_activity_logs_user_type_length check (length(user_type) >= 1 and length(user_type) <= 50),
  constraint web_activity_logs_action_length check (length(action) >= 1 and length(action) <= 100),
  constraint web_activity_logs_page_url_length check (length(page_url) <= 2000),
  constraint web_activity_logs_additional_data_size check (pg_column_size(additional_data) <= 20000)
);

comment on table public.web_activity_logs is 'Actions of people on the screens; page_project is the first part of page_url.';

alter table public.web_activity_logs add constraint web_activity_logs_moments check (private.is_moment(created_at)) not valid;

create index web_activity_logs_newest_idx on public.web_activity_logs (created_at desc, id desc);
create index web_activity_logs_type_newest_idx on public.web_activity_logs (user_type, created_at desc, id desc);
create index web_activity_logs_project_newest_idx
  on public.web_activity_logs (page_project, user_type, created_at desc, id desc);
create index web_activity_logs_data_idx on public.web_activity_logs (page_project, created_at) where additional_data is not null;

alter table public.web_activity_logs enable row level security;

create policy "Admins read the activity of their project" on public.web_activity_logs
  for select to anon, authenticated
  using (
    (select private.is_specified())
    or (page_project = any ((select private.own_projects('admin'))::text[])
      and coalesce(site_id::text, page_project) = any ((select private.own_places('admin'))::text[]))
    or (user_type in ('operator', 'dispatch-admin') and (select private.is_kind('dispatch-admin'))));

create policy "People note what they do, in their project or at no site" on public.web_activity_logs
  for insert to anon, authenticated
  with check (
    created_at = now()
    and ((select private.is_specified())
      or (user_type = (select private.own_kind())
        and user_id = (select private.own_user_id())
        and (page_project is null
          or page_project = any ((select private.own_projects())::text[])
          or (page_project <> 'standard' and not exists (select from public.main_page_sites s where s.path = page_project))))));

create trigger web_activity_logs_place before update of page_url, site_id on public.web_activity_logs
  for each row when (pg_trigger_depth() = 0) execute function private.place_activity();
create trigger web_activity_logs_place_new before insert on public.web_activity_logs for each row execute function private.place_activity();

alter publication supabase_realtime add table public.web_activity_logs;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('web_activity_logs', 'select, insert', 'select, insert', '', 'select, insert', 'select, insert, update, delete');
