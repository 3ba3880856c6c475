-- The desk where objections are decided (document 4 §5, `Bestridna`): who has which objection, the queue in one call, and templates for replies.

-- Screens follow who has an objection and that it was decided. What people wrote is read, and not sent to everybody who listens.
alter publication supabase_realtime
  add table public.objections (id, project_id, site_id, created_at, fine_id, received_at, assigned_to, decision);

-- Takes an objection, or gives it back. `seen` is who had it on the screen: another one since is told.
create function public.assign_objection(objection_id uuid, take boolean, seen text, acting_as text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  held record;
  actor private.case_actor;
  objection public.objections;
begin
  -- The case first, as decisions do: nobody waits for each other.
  select c.* into held from private.case_for((select o.fine_id from public.objections o where o.id = objection_id), acting_as) c;
  actor := held.actor;
  if actor.kind <> 'admin' then
    raise exception 'Du har inte behörighet till detta.' using errcode = '42501';
  end if;
  select o.* into objection from public.objections o where o.id = objection_id for update;
  if objection.decision is not null then
    perform private.refuse('PK005', 'objection_id', 'Bestridandet är redan avgjort.');
  end if;
  if (case when take then private.id_key(objection.assigned_to) = private.id_key(actor.id) else objection.assigned_to is null end) then
    -- A repeated call, or what was wished is so already.
    return jsonb_build_object('outcome', 'assigned', 'assigned_to', objection.assigned_to);
  end if;
  if objection.assigned_to is distinct from seen then
    perform private.refuse('PK006', 'assigned_to', case when objection.assigned_to is null then 'Bestridandet har lämnats tillbaka sedan du öppnade det.'
      else 'Bestridandet har tagits av ' || objection.assigned_to || ' sedan du öppnade det.' end);
  end if;
  update public.objections o set assigned_to = case when take then actor.id end where o.id = objection.id returning * into objection;
  return jsonb_build_object('outcome', 'assigned', 'assigned_to', objection.assigned_to);
end;
$$;
comment on function public.assign_objection is 'Gives an objection that waits to the admin who calls, or to nobody.';
revoke execute on function public.assign_objection(uuid, boolean, text, text) from public, anon, authenticated, service_role;
grant execute on function public.assign_objection(uuid, boolean, text, text) to anon, authenticated;

-- A page of the objections that wait, oldest first. Whoever asks reads what the policies let them: `own_id` only says whose are `mine`,
-- and to which fines of their own somebody else has to answer.
create function public.list_objections(project text, whose text, own_id text, after_at timestamptz default null, after_id uuid default null,
  page_size int default 50) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('outcome', 'listed', 'rows', coalesce((
    select jsonb_agg(to_jsonb(r) order by r.received_at, r.id) from (
      select o.id, o.created_at, o.fine_id, o.received_at, o.ground, o.name, o.assigned_to, f.case_number, f.plate,
        lower(f.issued_by) = lower(own_id) or exists (
          select from public.fine_events e where e.fine_id = f.id and e.number = 1 and lower(e.by_id) = lower(own_id)) as is_own
      from public.objections o join public.fines f on f.id = o.fine_id
      where o.project_id = project and o.decision is null
        and (o.received_at, o.id) > (coalesce(after_at, '-infinity'), coalesce(after_id, '00000000-0000-0000-0000-000000000000'))
        and case whose when 'mine' then lower(o.assigned_to) = lower(own_id) when 'none' then o.assigned_to is null else true end
      order by o.received_at, o.id
      limit least(greatest(page_size, 1), 100)
    ) r), '[]'));
$$;
comment on function public.list_objections is 'The objections of a site that wait for a decision, oldest first, of those that the caller may read.';
revoke execute on function public.list_objections(text, text, text, timestamptz, uuid, int) from public, anon, authenticated, service_role;
grant execute on function public.list_objections(text, text, text, timestamptz, uuid, int) to anon, authenticated;

create table public.reply_templates (
  id uuid primary key default gen_random_uuid(),
  project_id text not null,
  site_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The decision that it is for.
  kind text not null,
  title text not null,
  -- With fields such as {ärendenummer}, which the screen fills in.
  text text not null,
  sort_order int not null default 0,
  is_active boolean not null default true,
  constraint reply_templates_project_id_length check (length(project_id) between 1 and 100),
  constraint reply_templates_kind check (kind in ('accepted', 'rejected')),
  constraint reply_templates_title_length check (title ~ '\S' and length(title) <= 100),
  constraint reply_templates_text_length check (text ~ '\S' and length(text) <= 4000),
  constraint reply_templates_sort_order check (sort_order between 0 and 10000),
  constraint reply_templates_moments check (private.is_moment(created_at) and private.is_moment(updated_at))
);
create index reply_templates_project_idx on public.reply_templates (project_id, sort_order, id);
comment on table public.reply_templates is 'What a site answers to objections, with fields for the facts of a case.';

create trigger reply_templates_keep_created_at before update on public.reply_templates for each row execute function private.keep_created_at();
create trigger reply_templates_touch before update on public.reply_templates for each row execute function private.touch_updated_at();
create trigger reply_templates_place_new before insert on public.reply_templates for each row execute function private.place_row();
create trigger reply_templates_place before update of project_id, site_id on public.reply_templates
  for each row when (pg_trigger_depth() = 0) execute function private.place_row();
create trigger reply_templates_write_trail after insert or update or delete on public.reply_templates
  for each row execute function private.write_trail();

-- Nothing is removed: what nobody wants any more is not active.
insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated)
select 'reply_templates', t.staff, t.staff, '', t.staff
from (values ('select, insert, update (kind, title, text, sort_order, is_active)')) as t (staff);
select private.grant_for_profile();

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

-- Templates move with their site: the list of move_rows, as it stands, gets one name more.
do $$
begin
  execute replace(pg_get_functiondef('private.move_rows(uuid, text, text)'::regprocedure), '''violations'',', '''violations'', ''reply_templates'',');
end
$$;

-- A site begins with four. In a place that has some already they stay.
create function private.give_reply_templates(code text) returns void
language plpgsql set search_path = ''
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

Godtar du inte beslutet kan frågan prövas av domstol.

Med vänlig hälsning
{utfärdare}'),
    (code, 4, 'rejected', 'Fel registreringsnummer angivet', 'Hej!

Vi har prövat ditt bestridande i ärende {ärendenummer}. Den parkering som du hänvisar till gäller ett annat registreringsnummer än {registreringsnummer}, som stod på {plats} den {tid}. Den som parkerar ansvarar för att rätt nummer är angivet. Kontrollavgiften på {belopp} står därför fast.

{betalning}

Godtar du inte beslutet kan frågan prövas av domstol.

Med vänlig hälsning
{utfärdare}');
end;
$$;
revoke execute on function private.give_reply_templates(text) from public;

create function private.give_reply_templates_to_site() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.give_reply_templates(new.path);
  return null;
end;
$$;
revoke execute on function private.give_reply_templates_to_site() from public;
-- Its name puts it behind the trigger that settles what the code had before.
create trigger main_page_sites_with_templates after insert or update of path on public.main_page_sites
  for each row execute function private.give_reply_templates_to_site();

select private.give_reply_templates(s.path) from public.main_page_sites s order by s.created_at, s.id;
