-- Templates of replies to objections.

create table public.reply_templates (
  id uuid default gen_random_uuid() not null,
  project_id text not null,
  site_id uuid,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  kind text not null,
  title text not null,
  text text not null,
  sort_order integer default 0 not null,
  is_active boolean default true not null,
  constraint reply_templates_pkey primary key (id),
  constraint reply_templates_project_id_length check (length(project_id) >= 1 and length(project_id) <= 100),
  constraint reply_templates_kind check (kind in ('accepted', 'rejected')),
  constraint reply_templates_title_length check (title ~ '\S' and length(title) <= 100),
  constraint reply_templates_text_length check (text ~ '\S' and length(text) <= 4000),
  constraint reply_templates_sort_order check (sort_order >= 0 and sort_order <= 10000),
  constraint reply_templates_moments check (private.is_moment(created_at) and private.is_moment(updated_at))
);

comment on table public.reply_templates is 'What a site answers to objections, with fields for the facts of a case.';

create index reply_templates_project_idx on public.reply_templates (project_id, sort_order, id);

alter table public.reply_templates enable row level security;

create policy "Admins read their site's reply templates" on public.reply_templates
  for select to anon, authenticated
  using ((select private.is_specified()) or coalesce(site_id::text, project_id) = any ((select private.own_places('admin'))::text[]));

create policy "Admins add reply templates to their site" on public.reply_templates
  for insert to anon, authenticated
  with check (created_at = now()
    and ((select private.is_specified()) or coalesce(site_id::text, project_id) = any ((select private.own_places('admin'))::text[])));

create policy "Admins change their site's reply templates" on public.reply_templates
  for update to anon, authenticated
  using ((select private.is_specified()) or coalesce(site_id::text, project_id) = any ((select private.own_places('admin'))::text[]))
  with check ((select private.is_specified()) or coalesce(site_id::text, project_id) = any ((select private.own_places('admin'))::text[]));

create trigger reply_templates_keep_created_at before update on public.reply_templates for each row execute function private.keep_created_at();
create trigger reply_templates_place before update of project_id, site_id on public.reply_templates
  for each row when (pg_trigger_depth() = 0) execute function private.place_row();
create trigger reply_templates_place_new before insert on public.reply_templates for each row execute function private.place_row();
create trigger reply_templates_touch before update on public.reply_templates for each row execute function private.touch_updated_at();
create trigger reply_templates_write_trail after insert or update or delete on public.reply_templates
  for each row execute function private.write_trail();

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('reply_templates', 'select, insert, update (kind, title, text, sort_order, is_active)', 'select, insert, update (kind, title, text, sort_order, is_active)', '', 'select, insert, update (kind, title, text, sort_order, is_active)', 'select, insert, update, delete');

create or replace function private.give_fitting_replies_to_site()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  -- A place that had replies already keeps them alone.
  if not exists (select from public.reply_templates t where t.project_id = new.path and t.created_at = now()) then
    return null;
  end if;
  perform private.give_fitting_replies(new.path);
  return null;
end;
$$;
comment on function private.give_fitting_replies_to_site() is 'Gives a new site the replies that fit its violations.';

create or replace function private.give_fitting_replies(code text)
  returns void
  language sql
  set search_path = ''
as $$
  insert into public.reply_templates (project_id, sort_order, kind, title, text)
  select code, h.last + r.place, 'rejected', r.title, format('Hej!

Vi har prövat ditt bestridande i ärende {ärendenummer}. %s Kontrollavgiften på {belopp} står därför fast.

{betalning}

Är du inte nöjd kan du begära prövning i tingsrätten.

Med vänlig hälsning
{utfärdare}', r.ground)
  from (values
    (1, 'Stannade där det är förbjudet', 'När {registreringsnummer} kontrollerades den {tid} stod fordonet på {plats}, där det är förbjudet att stanna. En parkering eller ett tillstånd ger ingen rätt att stå just där.'),
    (2, 'Stod längre än tillåtet', 'När {registreringsnummer} kontrollerades på {plats} den {tid} hade fordonet stått där längre än den tid som är tillåten.'),
    (3, 'Inget tillstånd för rörelsehindrade', 'När {registreringsnummer} kontrollerades den {tid} stod fordonet på {plats}, på en plats för rörelsehindrade, utan att något parkeringstillstånd för rörelsehindrade gällde eller syntes.'),
    (4, 'Laddade inte', 'När {registreringsnummer} kontrollerades den {tid} stod fordonet på {plats}, på en plats för laddning, utan att laddas.'),
    (5, 'Boten står fast', 'När {registreringsnummer} kontrollerades på {plats} den {tid} stod fordonet i strid med villkoren där. Överträdelsen är: {överträdelse}.')
  ) r (place, title, ground)
  cross join (select coalesce(max(t.sort_order), 0) as last from public.reply_templates t where t.project_id = code) h
  where not exists (select from public.reply_templates t where t.project_id = code and t.title = r.title);
$$;
comment on function private.give_fitting_replies(text) is
  'Replies of a code that has none of that name, behind those that it has: each keeps its digit at the desk.';

create or replace function private.give_reply_templates_to_site()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  perform private.give_reply_templates(new.path);
  return null;
end;
$$;
comment on function private.give_reply_templates_to_site() is 'Gives a new site its first templates of replies.';

create or replace function private.give_reply_templates(code text)
  returns void
  language plpgsql
  set search_path = ''
as $$
begin
  if exists (select from public.reply_templates t where t.project_id = code) then
    return;
  end if;
  insert into public.reply_templates (project_id, sort_order, kind, title, text) values
    (code, 1, 'accepted', 'Giltig rätt att stå', 'Hej!

Vi har prövat ditt bestridande i ärende {ärendenummer}. Utredningen visar att {registreringsnummer} hade rätt att stå på {plats} den {tid}. Kontrollavgiften på {belopp} är därför makulerad.

{betalning}

Med vänlig hälsning
{utfärdare}'),
    (code, 2, 'accepted', 'Otydlig skyltning', 'Hej!

Vi har prövat ditt bestridande i ärende {ärendenummer}. Skyltningen på {plats} var inte så tydlig som den ska vara när {registreringsnummer} stod där den {tid}. Kontrollavgiften på {belopp} är därför makulerad.

{betalning}

Med vänlig hälsning
{utfärdare}'),
    (code, 3, 'rejected', 'Ingen giltig rätt att stå', 'Hej!

Vi har prövat ditt bestridande i ärende {ärendenummer}. När {registreringsnummer} kontrollerades på {plats} den {tid} fanns varken en giltig parkering eller ett giltigt tillstånd. Överträdelsen är: {överträdelse}. Kontrollavgiften på {belopp} står därför fast.

{betalning}

Är du inte nöjd kan du begära prövning i tingsrätten.

Med vänlig hälsning
{utfärdare}'),
    (code, 4, 'rejected', 'Fel registreringsnummer angivet', 'Hej!

Vi har prövat ditt bestridande i ärende {ärendenummer}. Den parkering som du hänvisar till gäller ett annat registreringsnummer än {registreringsnummer}, som stod på {plats} den {tid}. Den som parkerar ansvarar för att rätt nummer är angivet. Kontrollavgiften på {belopp} står därför fast.

{betalning}

Är du inte nöjd kan du begära prövning i tingsrätten.

Med vänlig hälsning
{utfärdare}');
end;
$$;
comment on function private.give_reply_templates(text) is 'A site begins with four. In a place that has some already they stay.';
