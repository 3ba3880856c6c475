-- Events of cases; they are only added to (document 4 §4).

create table public.fine_events (
  id uuid not null,
  project_id text,
  site_id uuid,
  created_at timestamptz default now() not null,
  fine_id uuid not null,
  number integer not null,
  kind text not null,
  by_kind text not null,
  by_id text,
  by_account uuid,
  at timestamptz default now() not null,
  note text,
  data jsonb default '{}'::jsonb not null,
  status_before text,
  status_after text not null,
  constraint fine_events_pkey primary key (id),
  constraint fine_events_number_key unique (fine_id, number),
  constraint fine_events_project_id_length check (length(project_id) >= 1 and length(project_id) <= 100),
  constraint fine_events_number_range check (number >= 1),
  constraint fine_events_kind_length check (length(kind) >= 1 and length(kind) <= 50),
  constraint fine_events_by_kind check (by_kind in ('admin', 'attendant', 'driver', 'system')),
  constraint fine_events_by_id_length check (length(by_id) <= 320),
  constraint fine_events_note_length check (length(note) <= 4000),
  constraint fine_events_data_size check (pg_column_size(data) <= 20000),
  constraint fine_events_status check ((coalesce(status_before, 'issued') in ('issued', 'reminded', 'disputed', 'paid', 'withdrawn', 'written_off', 'collection')) and (status_after in ('issued', 'reminded', 'disputed', 'paid', 'withdrawn', 'written_off', 'collection'))),
  constraint fine_events_moments check (private.is_moment(created_at) and private.is_moment(at)),
  constraint fine_events_fine_id_fkey foreign key (fine_id) references public.fines(id)
);

comment on table public.fine_events is 'What happened to each case, in order; only added to.';

create index fine_events_sent_idx on public.fine_events (project_id, kind, at, id)
  where kind in ('exported', 'reminded', 'handed_to_collection');
create index fine_events_account_idx on public.fine_events (by_account, kind, created_at) where kind in ('issued', 'corrected');
-- private.ledger_lines names the same events.
create index fine_events_books_idx on public.fine_events (project_id, fine_id)
  where kind in ('reminded', 'reminder_undone', 'refunded') or status_before is distinct from status_after
    and ('withdrawn' in (status_before, status_after) or 'written_off' in (status_before, status_after));
create index fine_events_told_idx on public.fine_events (project_id, at, id) where kind = 'collection_told';

alter table public.fine_events enable row level security;

create policy "Admins read their site's fine events" on public.fine_events
  for select to anon, authenticated
  using ((select private.is_specified()) or coalesce(site_id::text, project_id, '') = any ((select private.own_places('admin'))::text[]));

create trigger fine_events_only_grow before update on public.fine_events for each row execute function private.refuse_other_past();
create trigger fine_events_place before update of project_id, site_id on public.fine_events for each row when (pg_trigger_depth() = 0) execute function private.place_row();
create trigger fine_events_place_new before insert on public.fine_events for each row execute function private.place_row();
create trigger fine_events_tell after insert on public.fine_events for each row when (new.kind in ('issued', 'objected', 'supplemented', 'objection_accepted', 'objection_rejected', 'withdrawn')) execute function private.tell_of_case();

alter publication supabase_realtime add table public.fine_events;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('fine_events', 'select', 'select', '', 'select', 'select');
