-- What people do on the screens: visits, logins, searches, removals (document 1 §7, document 2 §3).

create table public.web_activity_logs (
  id uuid primary key default gen_random_uuid(),
  user_id text not null,
  user_type text not null,
  action text not null,
  page_url text not null default '',
  additional_data jsonb,
  created_at timestamptz not null default now(),
  -- The first part of the address, which is the project: an equality on it has an index, `like '%/code/%'` has none.
  page_project text generated always as (substring(page_url from '^(?:https?://[^/]+)?/([^/?#]+)/')) stored,
  constraint web_activity_logs_user_id_length check (length(user_id) between 1 and 320),
  constraint web_activity_logs_user_type_length check (length(user_type) between 1 and 50),
  constraint web_activity_logs_action_length check (length(action) between 1 and 100),
  constraint web_activity_logs_page_url_length check (length(page_url) <= 2000),
  constraint web_activity_logs_additional_data_size check (pg_column_size(additional_data) <= 20000)
);
create index web_activity_logs_newest_idx on public.web_activity_logs (created_at desc, id desc);
create index web_activity_logs_type_newest_idx on public.web_activity_logs (user_type, created_at desc, id desc);
create index web_activity_logs_project_newest_idx
  on public.web_activity_logs (page_project, user_type, created_at desc, id desc);
comment on table public.web_activity_logs is 'Actions of people on the screens; page_project is the first part of page_url.';

revoke all on public.web_activity_logs from anon, authenticated;
grant select, insert on public.web_activity_logs to anon, authenticated;
grant select, insert, update, delete on public.web_activity_logs to service_role;

alter table public.web_activity_logs enable row level security;
create policy "Specified: admins' screens read the activity" on public.web_activity_logs
  for select to anon, authenticated using ((select private.is_specified()));
create policy "Specified: every screen writes the activity" on public.web_activity_logs
  for insert to anon, authenticated with check ((select private.is_specified()));
