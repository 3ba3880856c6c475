-- Of the replies that a site begins with two reject an objection, and both speak of a missing right: they fit none of the other violations of
-- document 1 §5. Each violation gets one, and what the site adds itself a general one. The first four keep their places and words, but for
-- the sentence that says where to go on.

-- Replies of a code that has none of that name, behind those that it has: each keeps its digit at the desk.
create function private.give_fitting_replies(code text) returns void
language sql set search_path = ''
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
revoke execute on function private.give_fitting_replies(text) from public;

-- The first four, as they stand, say where to go on as the letter does.
do $$
begin
  execute replace(pg_get_functiondef('private.give_reply_templates(text)'::regprocedure),
    'Godtar du inte beslutet kan frågan prövas av domstol.', 'Är du inte nöjd kan du begära prövning i tingsrätten.');
end
$$;

create function private.give_fitting_replies_to_site() returns trigger
language plpgsql security definer set search_path = ''
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
revoke execute on function private.give_fitting_replies_to_site() from public;
-- Its name puts it behind the trigger that gives the first four.
create trigger main_page_sites_with_templates_that_fit after insert on public.main_page_sites
  for each row execute function private.give_fitting_replies_to_site();

select private.give_fitting_replies(s.path) from public.main_page_sites s order by s.created_at, s.id;
update public.reply_templates
  set text = replace(text, 'Godtar du inte beslutet kan frågan prövas av domstol.', 'Är du inte nöjd kan du begära prövning i tingsrätten.')
  where text like '%Godtar du inte beslutet kan frågan prövas av domstol.%';
