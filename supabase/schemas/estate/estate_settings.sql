-- Rules of bidding that a new property starts with (document 5 §5). The migration that made the table has its row.

create table public.estate_settings (
  id uuid default gen_random_uuid() not null,
  created_at timestamptz default now() not null,
  project_id text default 'YSTAD' not null,
  bid_mode text default 'open' not null,
  higher_only boolean default false not null,
  bid_step numeric default 1 not null,
  bid_release text default 'at_once' not null,
  hidden_bids boolean default false not null,
  contract_step boolean default false not null,
  constraint estate_settings_pkey primary key (id),
  constraint estate_settings_project_key unique (project_id),
  constraint estate_settings_project_length check (project_id ~ '\S' and length(project_id) <= 64),
  constraint estate_settings_bid_mode check (bid_mode in ('open', 'broker')),
  constraint estate_settings_bid_step_range check (bid_step > 0::numeric and bid_step <= '1000000000000'::bigint::numeric),
  constraint estate_settings_bid_release check (bid_release in ('at_once', 'by_agent')),
  constraint estate_settings_moments check (private.is_moment(created_at))
);

comment on table public.estate_settings is 'Rules of bidding that a new property takes where its agent names none; one row.';

alter table public.estate_settings enable row level security;

create policy "Agents read the rules of new properties" on public.estate_settings
  for select to authenticated
  using ((select private.is_agent()));

create trigger estate_settings_write_trail after insert or delete or update on public.estate_settings for each row execute function private.write_trail('YSTAD');

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('estate_settings', '', 'select', '', 'select', 'select');

create or replace function private.estate_rule(rule text)
  returns text
  language sql stable security definer
  set search_path = ''
as $$
  select coalesce(
    (select to_jsonb(s) ->> estate_rule.rule from public.estate_settings s where s.project_id = 'YSTAD'),
    '{"bid_mode": "open", "higher_only": false, "bid_step": 1, "bid_release": "at_once", "hidden_bids": false, "contract_step": false}'::jsonb
      ->> estate_rule.rule);
$$;
comment on function private.estate_rule(text) is 'A rule of bidding as a new property starts with it; that of document 2 where there are no settings.';
grant execute on function private.estate_rule(text) to authenticated, service_role;
