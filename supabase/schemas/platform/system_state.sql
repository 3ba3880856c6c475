-- State of the installation and its jobs, for the page of the main admin.

create table private.system_notes (
  kind text not null,
  name text not null,
  at timestamptz default now() not null,
  noted jsonb not null,
  constraint system_notes_pkey primary key (kind, name),
  constraint system_notes_kind check (kind in ('job', 'server', 'alarm')),
  constraint system_notes_name check (char_length(name) >= 1 and char_length(name) <= 200),
  constraint system_notes_noted check (jsonb_typeof(noted) = 'object' and pg_column_size(noted) < 8000)
);

comment on table private.system_notes is
  'What servers note of themselves: the last run of each job, each server with what it misses, and alarms. No backup has it.';

alter table private.system_notes enable row level security;

create or replace function public.get_system_state()
  returns jsonb
  language plpgsql stable security definer
  set search_path = ''
as $$
begin
  if not (private.is_specified() or private.is_kind('main-admin')) then
    perform private.refuse('system-for-main-admin');
  end if;
  return jsonb_build_object(
    'now', now(),
    'database', current_setting('server_version'),
    'jobs', (select coalesce(jsonb_object_agg(n.name, n.noted || jsonb_build_object('at', n.at)), '{}')
      from private.system_notes n where n.kind = 'job'),
    -- The night begins at two (server/erasure/nightly.ts).
    'next_night', (private.day_of(now() - interval '2 hours') + 1 + time '02:00') at time zone 'Europe/Stockholm',
    'erases_from', (select s.erases_from from private.settings s),
    'swept_at', (select s.storage_swept_at from private.settings s),
    'messages', (select jsonb_build_object(
        'sent_at', max(o.sent_at),
        'waiting', count(*) filter (where o.sent_at is null and o.gave_up_at is null),
        'failed', count(*) filter (where o.sent_at is null and o.gave_up_at is not null),
        'oldest', min(o.made_at) filter (where o.sent_at is null and o.gave_up_at is null),
        'next', min(o.due_at) filter (where o.sent_at is null and o.gave_up_at is null))
      from public.outbox o),
    'backup', (select jsonb_build_object('at', b.made_at, 'bytes', b.bytes) from private.last_backup b),
    'servers', (select coalesce(jsonb_agg(n.noted || jsonb_build_object('name', n.name, 'at', n.at) order by n.noted ->> 'started_at'), '[]')
      from private.system_notes n where n.kind = 'server' and n.at > now() - interval '1 day'),
    'alarms', (select coalesce(jsonb_agg(a.alarm order by a.at desc), '[]') from (
        select n.at, n.noted || jsonb_build_object('at', n.at) as alarm from private.system_notes n
        where n.kind = 'alarm' order by n.at desc limit 20) a));
end;
$$;
comment on function public.get_system_state() is
  'The jobs that run once among many servers, the servers with what they miss, backups, messages and the newest alarms; for the main admin.';
grant execute on function public.get_system_state() to authenticated;
