-- Helpers that all other families use: the caller and the place, the security profile, refusals, days, moments, lists and texts.
--
-- `private.refusal` has every refusal of functions, a SQLSTATE and a text, each once. Codes `PK…` are the product's own
-- (contract/cases.ts), and screens show their texts. A refusal in place of a table's constraint names that constraint, and stands at its trigger.

create or replace function private.day_of(moment timestamp with time zone)
  returns date
  language sql immutable
  set search_path = ''
as $$ select (moment at time zone 'Europe/Stockholm')::date; $$;
comment on function private.day_of(timestamp with time zone) is 'The day of a moment, where the company is.';

create or replace function private.expect_one_row(rows_found bigint)
  returns boolean
  language plpgsql
  set search_path = ''
as $$
begin
  if rows_found = 1 then
    return true;
  end if;
  raise exception 'Cannot coerce the result to a single JSON object'
    using errcode = 'PT406', detail = format('The result contains %s rows', coalesce(rows_found, 0));
end;
$$;
comment on function private.expect_one_row(bigint) is
  'True when a call reached exactly one row; otherwise an error that the table API answers with 406.';
grant execute on function private.expect_one_row(bigint) to anon, authenticated, service_role;

create or replace function private.hash_of(id uuid)
  returns bytea
  language sql immutable
  set search_path = ''
as $$ select sha256(convert_to(id::text, 'UTF8')); $$;
comment on function private.hash_of(uuid) is 'The SHA-256 of a row''s id, by which an erased row is known.';

create or replace function private.header_json(header text)
  returns jsonb
  language plpgsql immutable
  set search_path = ''
as $$
begin
  return header::jsonb;
exception when others then
  return null;
end;
$$;
comment on function private.header_json(text) is 'The content of a header as JSON; null when it is none. A header is anybody''s text.';

create or replace function private.id_key(id text)
  returns text
  language sql immutable parallel safe
  set search_path = ''
as $$
  select normalize(lower(regexp_replace(left(id, 400),
    '[\u0001-\u0020\u007f-\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]',
    '', 'g') collate "und-x-icu"), NFC);
$$;
comment on function private.id_key(text) is
  'An ID as it is compared: no case, no spaces, no invisible letters. None is as long as 400 letters, and normalize takes the square of a text''s length '
  'for marks out of order: a megabyte took hours, and heeded no time-out.';
grant execute on function private.id_key(text) to anon, authenticated, service_role;

create or replace function private.is_day(day text)
  returns boolean
  language sql immutable
  set search_path = ''
as $$
  select case when coalesce(day, '') ~ '^(19|20)\d\d-(0[1-9]|1[012])-\d\d$'
    then right(day, 2)::int between 1 and extract(day from (left(day, 8) || '01')::date + interval '1 month - 1 day') else false end;
$$;
comment on function private.is_day(text) is 'Whether a text is a day of the calendar, from 1900 on.';

create or replace function private.is_mail_address(address text)
  returns boolean
  language sql immutable
  set search_path = ''
as $$
  select coalesce(length(address) <= 320 and address ~ '^[^\s@<>(),:;"\\\[\]]+@[^\s@<>(),:;"\\\[\]]+\.[^\s@<>(),:;"\\\[\]]+$', false);
$$;
comment on function private.is_mail_address(text) is
  'True for one address and nothing else: a text with commas, brackets or newlines would send the mail to others, or add to its head.';

create or replace function private.is_moment(moment timestamp with time zone)
  returns boolean
  language sql immutable
  set search_path = ''
as $$
  select moment is null or (moment >= '1900-01-01T00:00:00Z' and moment < '10000-01-01T00:00:00Z');
$$;
comment on function private.is_moment(timestamp with time zone) is 'True for a moment that people mean, and for none.';
grant execute on function private.is_moment(timestamp with time zone) to anon, authenticated, service_role;

create or replace function private.keep_created_at()
  returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  if current_user in ('anon', 'authenticated') then
    new.created_at := old.created_at;
  end if;
  return new;
end;
$$;
comment on function private.keep_created_at() is 'When a row was made is not changed by a later call.';

create or replace function private.list_in(value jsonb, field text)
  returns jsonb
  language plpgsql immutable
  set search_path = ''
as $$
begin
  if coalesce(jsonb_typeof(value), 'null') not in ('array', 'null') then
    perform private.refuse('unreadable-values', field);
  end if;
  return case when jsonb_typeof(value) = 'array' then value else '[]' end;
end;
$$;
comment on function private.list_in(jsonb,text) is 'A list of a call''s argument; an empty one for nothing.';

create or replace function private.luhn_digit(digits text)
  returns text
  language sql immutable
  set search_path = ''
as $$
  select ((10 - sum(d.value / 10 + d.value % 10) % 10) % 10)::text
  from (select substr(digits, n, 1)::int * (1 + n % 2) as value from generate_series(1, length(digits)) n) d;
$$;
comment on function private.luhn_digit(text) is 'The check digit by Luhn of a number of seven digits.';

create or replace function private.start_of(day date)
  returns timestamp with time zone
  language sql immutable
  set search_path = ''
as $$ select day::timestamp at time zone 'Europe/Stockholm'; $$;
comment on function private.start_of(date) is 'The first moment of a day, where the company is.';

create or replace function private.texts_within(texts text[], max_items integer, max_length integer)
  returns boolean
  language sql immutable
  set search_path = ''
as $$
  select cardinality(texts) <= max_items
     and not exists (select from unnest(texts) as t(item) where t.item is null or length(t.item) > max_length);
$$;
comment on function private.texts_within(text[],integer,integer) is
  'True when a list has at most max_items texts of at most max_length characters each, none of them null.';
grant execute on function private.texts_within(text[],integer,integer) to anon, authenticated, service_role;

create or replace function private.touch_updated_at()
  returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  new.updated_at := now();
  return new;
end;
$$;
comment on function private.touch_updated_at() is 'Sets `updated_at` to now, whatever the caller sent.';

create or replace function private.wait_in_words(since timestamp with time zone)
  returns text
  language sql stable
  set search_path = ''
as $$
  select case when m.minutes = 1 then '1 minut' else m.minutes || ' minuter' end
  from (select greatest(1, ceil(extract(epoch from since + interval '15 minutes' - now()) / 60)::int) as minutes) m;
$$;
comment on function private.wait_in_words(timestamp with time zone) is 'How long a limit of 15 minutes holds that began then, in minutes.';

create or replace function private.is_hardened()
  returns boolean
  language sql stable security definer
  set search_path = ''
as $$ select not private.is_specified(); $$;
comment on function private.is_hardened() is 'True while the profile is `hardened`.';
grant execute on function private.is_hardened() to anon, authenticated, service_role;

create or replace function private.is_specified()
  returns boolean
  language sql stable security definer
  set search_path = ''
as $$
  select coalesce((select security_profile = 'specified' from private.settings), false);
$$;
comment on function private.is_specified() is
  'True while the profile is `specified`. Policies call it as (select private.is_specified()), once a statement.';
grant execute on function private.is_specified() to anon, authenticated, service_role;

create or replace function private.own_staff(kinds text[])
  returns SETOF public.staff_accounts
  language sql stable security definer
  set search_path = ''
as $$
  select s.* from public.staff_accounts s
    join auth.sessions l on l.user_id = s.account_id and l.id = nullif((select auth.jwt()) ->> 'session_id', '')::uuid
  where s.account_id = (select auth.uid())
    and s.kind = any (kinds)
    and not s.must_change_password
    and (l.not_after is null or l.not_after > now())
    and l.created_at > now() - interval '8 hours' and l.created_at <= now() + interval '10 minutes'
    and (l.aal::text in ('aal2', 'aal3') or not (
      exists (select from auth.mfa_factors f where f.user_id = s.account_id and f.status::text = 'verified')
      or exists (select from private.settings p where s.kind = any (p.require_second_factor))
    ))
    and private.is_hardened();
$$;
comment on function private.own_staff(text[]) is
  'The caller as one of `kinds`; no row for everybody else, for a login older than 8 hours, and for people who still have to choose a '
  'password. One statement, since policies ask it for nearly every row: is_login_alive and is_login_strong stand in it once more, because '
  'calls of functions cost more than what they ask.';

create or replace function private.who_acts(OUT account uuid, OUT kind text, OUT id text, OUT request text)
  returns record
  language plpgsql stable security definer
  set search_path = ''
as $$
declare
  claims jsonb := nullif(current_setting('request.jwt.claims', true), '')::jsonb;
  headers jsonb;
  screen jsonb;
begin
  account := nullif(claims ->> 'sub', '')::uuid;
  kind := case claims ->> 'role'
    when 'anon' then 'visitor' when 'authenticated' then 'account' when 'service_role' then 'service' else 'database'
  end;
  request := extract(epoch from now()) || '-' || pg_current_xact_id();
  if coalesce(current_setting('parkering.acts', true), '') = 'driver' then
    kind := 'driver';
    return;
  end if;
  if claims is null then
    return;
  end if;
  if coalesce(current_setting('request.headers', true), '') <> '' and kind <> 'database' then
    headers := current_setting('request.headers', true)::jsonb;
    if claims ->> 'role' = 'service_role' then
      account := coalesce(substring(headers ->> 'x-acting-account' from '^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$')::uuid, account);
      request := coalesce(left(headers ->> 'x-request-id', 100), request);
    end if;
    if headers ? 'x-acting-as' and private.is_specified() then
      screen := private.header_json(headers ->> 'x-acting-as');
      if screen ->> 'kind' <> '' and screen ->> 'id' <> '' then
        kind := left(screen ->> 'kind', 50);
        id := left(screen ->> 'id', 320);
        return;
      end if;
    end if;
  end if;
  if account is null then
    return;
  end if;
  select s.kind, s.user_id into kind, id from public.staff_accounts s where s.account_id = account;
  if not found then
    select coalesce((
        select case r.role when 'admin' then 'account-admin' else 'agent' end from public.user_roles r
        where r.user_id = u.id and r.role in ('admin', 'employee') order by r.role limit 1), 'account'), u.email
      into kind, id from auth.users u where u.id = account;
    kind := coalesce(kind, 'account');
  end if;
end;
$$;
comment on function private.who_acts() is
  'The person who acts, and in which request. The claims say it; a function with the secret key says in the header `x-acting-account` for whom '
  'it acts; and in `specified`, where the database cannot know people, the screen says it in the header `x-acting-as`.';

create or replace function private.has_worked_at(project text, user_id text)
  returns boolean
  language sql stable
  set search_path = ''
as $$
  with person as (
    select private.id_key(user_id) as key, coalesce((select s.id::text from public.main_page_sites s where s.path = project), project, '') as place
  )
  select exists (select from public.staff_accounts s where s.kind = 'attendant' and s.user_key = p.key
      and coalesce(s.site_id::text, s.project_id, '') = p.place)
    or exists (select from public.project_attendants a where a.user_key = p.key and coalesce(a.site_id::text, a.project_id) = p.place)
    -- People of no site log in at each (specified).
    or exists (select from public.attendants a where a.user_key = p.key
      and (coalesce(a.site_id::text, a.project_id, '') = p.place or (a.project_id is null and private.is_specified())))
    or exists (select from private.case_numbers n where private.id_key(n.reserved_by) = p.key and coalesce(n.site_id::text, n.project_id, '') = p.place)
  from person p;
$$;
comment on function private.has_worked_at(text,text) is
  'Whether somebody is an attendant of a site, or was given numbers there before they were removed.';

create or replace function private.case_staff(project text, acting_as text)
  returns private.case_actor
  language plpgsql stable security definer
  set search_path = ''
as $$
declare
  actor private.case_actor;
  site record;
begin
  select s.id, s.path into site from public.main_page_sites s where s.path_key = lower(project collate "C");
  actor.project := coalesce(site.path, project);
  if private.is_specified() then
    if length(btrim(acting_as)) between 1 and 50 then
      actor.id := acting_as;
      actor.kind := case when (select w.kind from private.who_acts() w) is distinct from 'attendant' and (
        private.id_key(acting_as) = 'standardadmin'
        or exists (select from public.admin_accounts a where a.user_key = private.id_key(acting_as) and lower(a.project_id) = lower(project))
      ) then 'admin' else 'attendant' end;
    end if;
  else
    select s.kind, s.user_id, s.account_id into actor.kind, actor.id, actor.account
      from private.own_staff(array['admin', 'attendant']) s
      where s.user_key = private.id_key(acting_as)
        and (case when s.project_id = 'company' then site.id in (select h.id from private.sites_of_handler(s) h)
          when s.serves_all then site.id is not null or coalesce(project, 'standard') = 'standard'
          -- A site's id is no code of it.
          else s.site_id is not distinct from site.id and (site.id is not null or coalesce(s.project_id, '') = coalesce(project, '')) end);
  end if;
  if actor.id is null then
    perform private.refuse_stranger();
  end if;
  return actor;
end;
$$;
comment on function private.case_staff(text,text) is
  'The person who calls a function of staff for a project: an admin or an attendant of it, with the project''s code as its site spells it. '
  '`specified` believes the ID; somebody is an admin there who has an admin account of the site and whose screen does not say attendant. '
  '`hardened` refuses an ID that is not the caller''s, and strangers to the site (42501).';

create or replace function private.place_key(street text)
  returns text
  language sql immutable
  set search_path = ''
as $$ select lower(normalize(btrim(regexp_replace(left(street, 400), '\s+', ' ', 'g')), nfkc)); $$;
comment on function private.place_key(text) is 'Two ways of writing one place are one place.';

create or replace function private.place_of(project text)
  returns text
  language sql stable
  set search_path = ''
as $$
  select coalesce((select s.id::text from public.main_page_sites s where s.path = project), project, '');
$$;
comment on function private.place_of(text) is 'The place of a code as policies write it: its site, else the code, else the empty text.';

create or replace function private.site_of(code text)
  returns uuid
  language sql stable
  set search_path = ''
as $$
  select s.id from public.main_page_sites s where s.path_key = lower(code collate "C")
  order by s.path = code desc, s.created_at, s.id limit 1;
$$;
comment on function private.site_of(text) is 'The site of a code, null when there is none.';

create or replace function private.settings_of(project text)
  returns public.site_settings
  language plpgsql stable
  set search_path = ''
as $$
declare
  settings public.site_settings;
begin
  select s.* into settings from public.site_settings s where s.project_id = project;
  if not found then
    settings.issuer_name := '';
    settings.org_number := '';
    settings.principal := '';
    settings.legal_line := 'Kontrollavgift – betalningsuppmaning enligt lag (1984:318)';
    settings.contact_email := '';
    settings.contact_phone := '';
    settings.privacy_url := '';
    settings.payment_methods := '[]';
    settings.due_days := 14;
    settings.grace_minutes := 5;
    settings.observation_minutes := 0;
    settings.min_photos := 0;
    settings.small_balance := 0;
    settings.reminder_fee := 0;
    settings.fee_is_agreed := false;
    settings.two_for_refunds := false;
    settings.reminder_wait_days := 4;
  end if;
  return settings;
end;
$$;
comment on function private.settings_of(text) is 'A site''s settings; those that a new site has where there is no row.';

create or replace function private.refusal(refusal text, field text DEFAULT NULL::text, said text[] DEFAULT '{}'::text[])
  returns jsonb
  language sql immutable
  set search_path = ''
as $$
  select jsonb_build_object('code', r.code, 'field', refusal.field, 'words', format(r.words, variadic said))
  from (values
    ('no-right', '42501', 'Du har inte behörighet till detta.'),
    ('amount-not-positive', 'PK001', 'Beloppet måste vara större än 0 kr'),
    ('amount-too-high', 'PK001', 'Beloppet kan inte överstiga %s kr'),
    ('amount-raised', 'PK001', 'Beloppet kan bara sänkas.'),
    ('due-date-passed', 'PK002', 'Förfallodatumet har passerat.'),
    ('due-date-missing', 'PK002', 'Ange ett nytt förfallodatum, i dag eller senare.'),
    ('case-number-not-own', 'PK003', 'Ärendenumret är inte ditt, eller redan använt.'),
    ('correction-too-late', 'PK004', 'Ärendet kan inte ändras längre. Makulera det och skapa ett nytt.'),
    ('correction-of-identity', 'PK004', 'Ärendenummer och registreringsnummer kan inte ändras. Makulera ärendet och skapa ett nytt.'),
    ('wrong-state', 'PK005', 'Det går inte nu. Ärendet är %s.'),
    ('company-decides', 'PK005', 'Utgivare och betalsätt är företagets och ändras där.'),
    ('company-unnamed', 'PK008', 'Ange företagets namn och betalsätt först.'),
    ('no-such-handler', 'PK007', 'Handläggaren finns inte.'),
    ('money-busy', 'PK005', 'Någon annan bokför pengar just nu. Försök igen om en stund.'),
    ('file-undone', 'PK005', 'Filen är tillbakatagen.'),
    ('file-with-ended-payment', 'PK005', 'En betalning ur filen är avslutad utan ärende. Öppna den igen först.'),
    ('file-with-refunded-payment', 'PK005', 'Pengar ur filen är redan återbetalda eller tillbakatagna i ärende %s. Filen kan inte tas tillbaka.'),
    ('nothing-owed', 'PK005', 'Det finns inget att betala tillbaka.'),
    ('refund-under-way', 'PK005', 'Återbetalningen är redan på väg. Kontot kan inte ändras.'),
    ('refund-not-proposed', 'PK005', 'Återbetalningen i ärende %s är inte föreslagen.'),
    ('refund-not-approved', 'PK005', 'Återbetalningen i ärende %s är inte godkänd av någon annan.'),
    ('month-not-over', 'PK005', 'Månaden är inte slut än.'),
    ('payment-undone', 'PK005', 'Betalningen är redan tillbakatagen.'),
    ('payment-refunded', 'PK005', 'Pengarna är redan återbetalda. Betalningen kan inte tas tillbaka.'),
    ('payment-reopened', 'PK005', 'Betalningen är redan öppnad igen.'),
    ('payment-used-up', 'PK005', 'Det finns inget kvar av betalningen.'),
    ('objection-decided', 'PK005', 'Bestridandet är redan avgjort.'),
    ('objection-undecided', 'PK005', 'Bestridandet är inte avgjort.'),
    ('mail-without-address', 'PK005', 'Det finns ingen e-postadress att skicka till, eller så är e-post inte inställd.'),
    ('mail-off', 'PK005', 'E-post är inte inställd.'),
    ('case-changed', 'PK006', 'Ärendet har ändrats sedan du öppnade det. Det är nu: %s.'),
    ('refund-changed', 'PK006', 'Konto eller belopp i ärende %s har ändrats sedan du öppnade sidan.'),
    ('objection-released', 'PK006', 'Bestridandet har lämnats tillbaka sedan du öppnade det.'),
    ('objection-taken', 'PK006', 'Bestridandet har tagits av %s sedan du öppnade det.'),
    ('ground-changed', 'PK006', 'Någon annan har valt grunden %s sedan du öppnade bestridandet.'),
    ('no-such-case', 'PK007', 'Ärendet finns inte.'),
    ('no-such-payment', 'PK007', 'Betalningen finns inte.'),
    ('no-such-refund', 'PK007', 'Återbetalningen finns inte, eller är redan gjord.'),
    ('no-such-file', 'PK007', 'Filen finns inte.'),
    ('unreadable', 'PK008', 'Uppgiften saknas eller kan inte läsas.'),
    ('unreadable-value', 'PK008', 'Uppgiften kan inte läsas.'),
    ('unreadable-values', 'PK008', 'Uppgifterna kan inte läsas.'),
    ('unreadable-photos', 'PK008', 'Bilderna kan inte läsas.'),
    ('no-plate', 'PK008', 'Ange ett registreringsnummer.'),
    ('no-note', 'PK008', 'Ange ett skäl.'),
    ('no-name', 'PK008', 'Ange ditt namn.'),
    ('no-reasons', 'PK008', 'Skriv varför du bestrider.'),
    ('no-mail-address', 'PK008', 'Ange en giltig e-postadress.'),
    ('no-ground', 'PK008', 'Välj en grund.'),
    ('no-violation', 'PK008', 'Ange en överträdelse.'),
    ('no-such-violation', 'PK008', 'Överträdelsen finns inte.'),
    ('no-such-event', 'PK008', 'Händelsen finns inte.'),
    ('no-observed-reason', 'PK008', 'Ange varför observationen började före kontrollen.'),
    ('no-asker', 'PK008', 'Ange vem som har begärt utdraget.'),
    ('no-proof', 'PK008', 'Ange hur det är kontrollerat.'),
    ('too-many-photos', 'PK008', 'Högst 8 bilder kan sparas.'),
    ('too-many-objection-photos', 'PK008', 'Högst 4 bilder.'),
    ('objection-too-long', 'PK008', 'Texten får ha högst 4000 tecken.'),
    ('objection-full', 'PK008', 'Bestridandet är redan så långt att det inte kan kompletteras.'),
    ('too-many-held-numbers', 'PK008', 'En telefon har högst 200 ärendenummer.'),
    ('number-count', 'PK008', 'Mellan 1 och 50 ärendenummer kan reserveras åt gången.'),
    ('row-count', 'PK008', 'En fil ska ha mellan 1 och 5 000 rader.'),
    ('unreadable-row', 'PK008', 'Rad %s kan inte läsas. Ingenting är bokfört.'),
    ('amounts-absurd', 'PK008', 'Beloppen är orimligt stora tillsammans. Är det rätt kolumn? Ingenting är bokfört.'),
    ('no-bank-payment', 'PK008', 'Välj en betalning ur en bankfil.'),
    ('not-overpaid', 'PK008', 'Så mycket är inte för mycket betalt.'),
    ('not-by-hand', 'PK008', 'Så mycket är inte registrerat för hand.'),
    ('no-such-clearing', 'PK008', 'Clearingnumret hör inte till någon bank.'),
    ('no-such-account', 'PK008', 'Kontonumret stämmer inte med clearingnumret. Kontrollera båda.'),
    ('no-such-phone', 'PK008', 'Ange ett svenskt mobilnummer.'),
    ('no-iban', 'PK008', 'Ange kontots IBAN.'),
    ('no-bic', 'PK008', 'Ange bankens BIC.'),
    ('no-pay-day', 'PK008', 'Välj en dag från i dag och högst 30 dagar fram.'),
    ('not-left', 'PK008', 'Så mycket är inte kvar av betalningen.'),
    ('end-not-later', 'PK008', 'Den nya sluttiden måste vara senare än den nuvarande.'),
    ('period-too-long', 'PK008', 'Välj en period på högst tre år.'),
    ('too-many-numbers', 'PK009', 'Du har redan så många oanvända ärendenummer som du får ha. En administratör kan ogiltigförklara dem under Konton.'),
    ('event-used', 'PK010', 'Händelsen är redan sparad för något annat.'),
    ('fine-used', 'PK010', 'Boten är redan sparad för något annat.'),
    ('file-used', 'PK010', 'Filen är redan sparad för något annat.'),
    ('payment-booked', 'PK010', 'Betalningen är redan inläst.'),
    ('objection-used', 'PK010', 'Bestridandet är redan sparat för något annat.'),
    ('check-used', 'PK010', 'Kontrollen är redan sparad för något annat.'),
    ('no-such-check', 'PK010', 'Kontrollen finns inte.'),
    ('own-fine', 'PK011', 'Du kan inte avgöra ett bestridande av en bot som du själv har utfärdat.'),
    ('own-refund', 'PK011', 'Du kan inte godkänna en återbetalning som du själv har föreslagit.'),
    ('own-shift', 'PK011', 'Du kan inte godkänna ditt eget skift.'),
    ('parking-ended', 'PK012', 'Parkeringen har redan slutat och kan inte förlängas.'),
    ('parking-too-long', 'PK013', 'Här får en parkering vara i högst %s%s.'),
    ('reply-sent-often', 'PK014', 'Svaret har skickats fem gånger det senaste dygnet. Försök igen i morgon.'),
    ('issued-too-fast', 'PK017', 'Så många böter utfärdar ingen på så kort tid. Försök igen om %s.'),
    ('corrected-too-fast', 'PK017', 'Så många böter rättar ingen på så kort tid. Försök igen om %s.'),
    ('reserved-too-fast', 'PK017', 'Så många ärendenummer behöver ingen på så kort tid. Försök igen om %s.'),
    ('notice-gaps', 'PK018', 'Här kan ingen bot utfärdas än. På avin saknas: %s. En administratör fyller i det under Inställningar.'),
    ('no-such-call', 'PK007', 'There is no such call.'),
    ('unit-not-on-call', 'PK007', 'This unit is not on the call.'),
    ('unreadable-call', 'PK008', 'The call cannot be read.'),
    ('unreadable-notice', 'PK008', 'The notice needs a title and a text, and a last day that has not passed.'),
    ('unreadable-shift', 'PK008', 'Enter when the shift begins and ends, within 48 hours, and 1 to 20 places.'),
    ('shift-over', 'PK005', 'The shift is over or cancelled, or cannot be taken back.'),
    ('too-few-places', 'PK005', 'More people are on the shift than it would have places. Take somebody off first.'),
    ('no-such-shift', 'PK007', 'There is no such shift.'),
    ('no-such-place', 'PK007', 'There is no such place.'),
    ('no-such-offer', 'PK007', 'There is no such offer.'),
    ('no-such-employee', 'PK007', 'There is no such employee.'),
    ('no-call-place', 'PK008', 'Enter a place.'),
    ('no-call-text', 'PK008', 'Enter a text of at most 2000 characters.'),
    ('no-call-result', 'PK008', 'Choose a result.'),
    ('unreadable-certificate', 'PK008', 'Choose an employee and a kind of certificate, the day of issue, and a last day that is not before it.'),
    ('no-call-step', 'PK008', 'There is no such step.'),
    ('no-units', 'PK008', 'Choose a unit.'),
    ('too-many-units', 'PK008', 'A call has 30 units at most.'),
    ('too-many-units-in-all', 'PK008', 'Dispatch has 500 units at most.'),
    ('duplicate-of-itself', 'PK008', 'A call is no duplicate of itself.'),
    ('call-not-reopened', 'PK005', 'A call is reopened within 24 hours after it was closed.'),
    ('no-such-link', 'PT404', 'There is no such link.'),
    ('no-bid-name', 'PK008', 'Enter your name.'),
    ('no-bid-contact', 'PK008', 'Enter an email address or a phone number.'),
    ('no-bid-amount', 'PK008', 'Invalid amount — Enter a valid bid amount.'),
    ('no-reason', 'PK008', 'Enter a reason.'),
    ('no-contract-day', 'PK008', 'Enter the day.'),
    ('bid-by-function', 'PK005', 'Bids here go to the agent with a name and a contact.'),
    ('bid-by-insert', 'PK005', 'Bids here are placed in the open.'),
    ('bid-withdrawn', 'PK005', 'The bid is withdrawn.'),
    ('contract-unsigned', 'PK005', 'The contract is not signed yet.'),
    ('contract-first', 'PK005', 'Undo the contract first.'),
    ('acceptance-first', 'PK005', 'Undo the acceptance first.'),
    ('bids-came', 'PK005', 'The way of bidding stays once a bid has come.'),
    ('sale-by-function', 'PK005', 'A sale goes by its steps.'),
    ('property-with-bids', 'PK005', 'This property has bids and is kept. Take it off the market.'),
    ('no-such-bid', 'PK007', 'The bid is not there.'),
    ('no-bid-email', 'PK008', 'Enter a valid email address.'),
    ('no-such-signup', 'PK007', 'The sign-up is not there.'),
    ('no-viewing-time', 'PK008', 'Enter when the viewing begins and ends.'),
    ('car-taken', 'PK005', 'Denna plats är redan upptagen av en annan chaufför'),
    ('car-out-of-service', 'PK005', 'Bilen är ur trafik: %s'),
    ('no-handover', 'PK005', 'Ange mätarställningen när du tar bilen.'),
    ('no-such-car', 'PK007', 'Bilen finns inte.'),
    ('no-such-car-en', 'PK007', 'There is no such vehicle.'),
    ('too-many-vehicles', 'PK008', 'There are 40 vehicles at most.'),
    ('no-such-fault-en', 'PK007', 'There is no such fault.'),
    ('unreadable-check', 'PK008', 'The check cannot be read.'),
    ('unreadable-checklist', 'PK008', 'Each item needs a text of at most 200 characters, and a minimum only where it is a number.'),
    ('car-out-of-service-en', 'PK005', 'The vehicle is out of service: %s'),
    ('no-such-turn', 'PK007', 'Passet finns inte.'),
    ('no-such-fault', 'PK007', 'Skadan finns inte.'),
    ('no-reading', 'PK008', 'Ange en mätarställning mellan 0 och 9 999 999 km.'),
    ('too-many-fault-photos', 'PK008', 'Högst 6 foton.'),
    ('no-fault-text', 'PK008', 'Beskriv skadan med högst 2000 tecken.'),
    ('reason-too-short', 'PK008', 'Ange ett skäl med minst 5 bokstäver.'),
    ('no-such-work-turn', 'PK007', 'Passet finns inte.'),
    ('turn-overlaps', 'PK005', 'Passet krockar med %s.'),
    ('turn-overlaps-en', 'PK005', 'The shift overlaps %s.'),
    ('turn-times', 'PK008', 'Ange när passet började och när det slutade. Slutet ligger efter början och inte i framtiden.'),
    ('turn-times-en', 'PK008', 'Enter when the shift began and ended. The end is after the start and not in the future.'),
    ('turn-too-long', 'PK008', 'Ett pass är högst %s timmar.'),
    ('turn-too-long-en', 'PK008', 'A shift lasts %s hours at most.'),
    ('break-times', 'PK008', 'Raster ligger inom passet, en efter en.'),
    ('break-times-en', 'PK008', 'Breaks lie within the shift, one after the other.'),
    ('correction-over', 'PK005', 'Passet är för gammalt att rätta själv. Be en administratör.'),
    ('correction-over-en', 'PK005', 'The shift is too old to be corrected by yourself. Ask your administrator.'),
    ('turn-approved', 'PK005', 'Passet är godkänt. En administratör kan öppna det igen.'),
    ('turn-approved-en', 'PK005', 'The shift is approved. Your administrator can reopen it.'),
    ('protected-person', 'PK005', 'Kontot är skyddat och kan inte inaktiveras.'),
    ('own-person', 'PK005', 'Ingen inaktiverar sitt eget konto.'),
    ('too-many-hours', 'PK008', 'Ett pass förlängs med högst 4 timmar.'),
    ('past-changed', '42501', 'What happened stays as it was.'),
    ('trail-changed', '42501', 'The trail is only added to.'),
    ('not-the-secret', '42501', 'This is not the secret of deliver-messages.'),
    ('no-access', '42501', 'Access denied.'),
    ('system-for-main-admin', '42501', 'Only the main admin reads the state of the system.'),
    ('count-for-main-admin', '42501', 'Only the main admin counts what a site has.'),
    ('steps-for-main-admin', '42501', 'Only the main admin is shown the way.'),
    ('gaps-for-main-admin', '42501', 'Only the main admin is told what the sites lack.'),
    ('factors-for-main-admin', '42501', 'Only the main admin demands second factors.'),
    ('codes-without-factor', '42501', 'Recovery codes are made after the second factor was shown.'),
    ('no-own-factor', 'P0001', 'Set up your own second factor first.'),
    ('no-such-access', '22023', 'No such access.'),
    ('too-many-violations', '22023', 'Too many violations.'),
    ('permit-count', '22023', 'Between 1 and 1000 permits can be added at a time.'),
    ('too-many-receivers', '23514', 'A site has twenty receivers at most.'),
    ('no-webhook', '23514', 'This is no address of a Discord webhook.'),
    ('id-too-long', '23514', 'With this path the ID %s has no room in an address.')
  ) r (name, code, words)
  where r.name = refusal.refusal;
$$;
comment on function private.refusal(text,text,text[]) is
  'A refusal as {code, field, words}: its SQLSTATE, the field that the caller named wrongly, and its text, in which `said` takes the place of `%s`.';
grant execute on function private.refusal(text,text,text[]) to anon, authenticated, service_role;

create or replace function private.raise_refusal(refusal jsonb, hint text DEFAULT NULL::text)
  returns void
  language plpgsql
  set search_path = ''
as $$
begin
  if hint is not null then
    raise exception '%', refusal ->> 'words' using errcode = refusal ->> 'code', detail = refusal ->> 'field', hint = hint;
  elsif refusal ->> 'field' is not null then
    raise exception '%', refusal ->> 'words' using errcode = refusal ->> 'code', detail = refusal ->> 'field';
  end if;
  raise exception '%', refusal ->> 'words' using errcode = refusal ->> 'code';
end;
$$;
comment on function private.raise_refusal(jsonb,text) is
  'Refuses with the code and the text of `private.refusal`, and the field in `details`. `hint` says more to a program.';
grant execute on function private.raise_refusal(jsonb,text) to anon, authenticated, service_role;

create or replace function private.refuse(refusal text, field text DEFAULT NULL::text, said text[] DEFAULT '{}'::text[], hint text DEFAULT NULL::text)
  returns void
  language plpgsql
  set search_path = ''
as $$
begin
  perform private.raise_refusal(private.refusal(refusal, field, said), hint);
end;
$$;
comment on function private.refuse(text,text,text[],text) is 'Refuses by the name of a refusal.';
grant execute on function private.refuse(text,text,text[],text) to anon, authenticated, service_role;

create or replace function private.refuse_stranger()
  returns void
  language plpgsql
  set search_path = ''
as $$
begin
  perform private.refuse('no-right');
end;
$$;
comment on function private.refuse_stranger() is 'Refuses whoever has no right to what was asked (42501), in the words that screens show.';

create or replace function private.sites_of_handler(handler public.staff_accounts)
  returns table(id uuid, path text)
  language sql stable
  set search_path = ''
as $$
  select m.id, m.path from public.main_page_sites m
  where handler.kind = 'admin' and handler.project_id = 'company' and (
    exists (select from public.handler_sites h where h.account_id = handler.account_id and h.site = m.id)
    or handler.serves_all and exists (select from public.site_settings s where s.site_id = m.id and s.of_company));
$$;
comment on function private.sites_of_handler(public.staff_accounts) is
  'The sites that a handler works at: those given one by one, and all of the company''s where the account serves all.';

create or replace function private.check_period(first date, last date, field text)
  returns void
  language plpgsql
  set search_path = ''
as $$
begin
  -- Infinite dates are no period either: their months never end, and one less the other is an error.
  if first is null or last is null or first > last or first < '1900-01-01' or last > '9000-01-01' or last > first + 1095 then
    perform private.refuse('period-too-long', field);
  end if;
end;
$$;
comment on function private.check_period(date,date,text) is 'Refuses days that are no period of at most three years (PK008), at the field.';
