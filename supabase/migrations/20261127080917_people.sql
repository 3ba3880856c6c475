-- people: one list of everybody, and deactivation instead of deletion (document 5 §8): logins of a deactivated person are over when they begin.

set local check_function_bodies = off;

create type private.person as (
  id uuid,
  account uuid,
  kind text,
  project text,
  place text,
  user_id text,
  name text,
  created_at timestamp with time zone,
  deactivated_at timestamp with time zone,
  deactivated_by text,
  last_login_at timestamp with time zone,
  is_protected boolean,
  state text
);

create type private.people_admin as (
  kind text,
  id text,
  place text,
  serves_all boolean
);

create or replace function private.date_login()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  new.created_at := now();
  -- The row is locked: a deactivation at the same moment comes before this login, or waits and ends it.
  update public.staff_accounts s set last_login_at = now() where s.account_id = new.user_id and s.deactivated_at is null;
  update public.profiles p set last_login_at = now() where p.id = new.user_id and p.deactivated_at is null;
  if private.is_deactivated(new.user_id) then
    new.not_after := now();
  end if;
  return new;
end;
$$;

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
    ('money-busy', 'PK005', 'Någon annan bokför pengar just nu. Försök igen om en stund.'),
    ('file-undone', 'PK005', 'Filen är tillbakatagen.'),
    ('file-with-ended-payment', 'PK005', 'En betalning ur filen är avslutad utan ärende. Öppna den igen först.'),
    ('file-with-refunded-payment', 'PK005', 'Pengar ur filen är redan återbetalda eller tillbakatagna i ärende %s. Filen kan inte tas tillbaka.'),
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
    ('objection-released', 'PK006', 'Bestridandet har lämnats tillbaka sedan du öppnade det.'),
    ('objection-taken', 'PK006', 'Bestridandet har tagits av %s sedan du öppnade det.'),
    ('ground-changed', 'PK006', 'Någon annan har valt grunden %s sedan du öppnade bestridandet.'),
    ('no-such-case', 'PK007', 'Ärendet finns inte.'),
    ('no-such-payment', 'PK007', 'Betalningen finns inte.'),
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
    ('no-call-place', 'PK008', 'Enter a place.'),
    ('no-call-text', 'PK008', 'Enter a text of at most 2000 characters.'),
    ('no-call-result', 'PK008', 'Choose a result.'),
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
    ('car-taken', 'PK005', 'Denna plats är redan upptagen av en annan chaufför'),
    ('car-out-of-service', 'PK005', 'Bilen är ur trafik: %s'),
    ('no-handover', 'PK005', 'Ange mätarställningen när du tar bilen.'),
    ('no-such-car', 'PK007', 'Bilen finns inte.'),
    ('no-such-turn', 'PK007', 'Passet finns inte.'),
    ('no-such-fault', 'PK007', 'Skadan finns inte.'),
    ('no-reading', 'PK008', 'Ange en mätarställning mellan 0 och 9 999 999 km.'),
    ('no-fault-text', 'PK008', 'Beskriv skadan med högst 2000 tecken.'),
    ('reason-too-short', 'PK008', 'Ange ett skäl med minst 5 bokstäver.'),
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

create or replace function private.write_trail()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  left_out constant text[] := '{password,password_text,signature,search_text,page_project,site_id,path_key,plate_key,user_key,employee_key,public_key,reply_key_hash,receipt_hash,lines}';
  moved constant text[] := '{updated_at,project_id,site_id}';
  unseen constant text[] := '{updated_at,last_login_at}';
  before jsonb;
  after jsonb;
  whole jsonb;
begin
  if private.erases() then
    return null;
  end if;
  if tg_level = 'STATEMENT' then
    insert into public.audit_trail (project_id, actor_account, actor_kind, actor_id, action, subject, row_id, after, request_id)
    select r.whole ->> 'project_id', w.account, w.kind, w.id, lower(tg_op), tg_table_name, r.whole ->> 'id', r.whole - left_out, w.request
    from private.who_acts() w, (select to_jsonb(n) as whole from new_rows n) r;
    return null;
  end if;
  if tg_op <> 'INSERT' then
    before := to_jsonb(old);
  end if;
  if tg_op <> 'DELETE' then
    after := to_jsonb(new);
  end if;
  if tg_op = 'UPDATE' then
    if before - unseen = after - unseen or (pg_trigger_depth() > 1 and before - moved = after - moved) then
      return null;
    end if;
    if coalesce(before ->> 'password', before ->> 'password_text') is distinct from coalesce(after ->> 'password', after ->> 'password_text') then
      before := before || '{"secret": "old"}';
      after := after || '{"secret": "new"}';
    end if;
  end if;
  whole := coalesce(after, before);
  insert into public.audit_trail
    (project_id, actor_account, actor_kind, actor_id, action, subject, row_id, before, after, request_id)
  select coalesce(whole ->> 'project_id', whole ->> 'path', tg_argv[0]), w.account, w.kind, w.id, lower(tg_op), tg_table_name,
    coalesce(whole ->> 'id', whole ->> 'account_id'), before - left_out, after - left_out, w.request
  from private.who_acts() w;
  return null;
end;
$$;

create or replace function public.get_login_step()
  returns text
  language sql stable security definer
  set search_path = ''
as $$
  select case
    when not private.is_login_alive() then case when private.is_deactivated(c.account) and exists (select from auth.sessions s
      where s.id = nullif((select auth.jwt()) ->> 'session_id', '')::uuid and s.user_id = c.account) then 'deactivated' else 'log-in' end
    when c.is_strong and c.must_choose then 'password'
    when c.is_strong then 'nothing'
    when c.must_show and c.has_factor then 'code'
    when c.must_choose then 'password'
    when c.must_show and c.is_demanded then 'enrolment'
    else 'nothing'
  end
  from (
    select k.account, private.is_login_strong(k.kind) as is_strong, private.must_choose_password(k.account) as must_choose,
      not exists (select from auth.sessions s
        where s.id = nullif((select auth.jwt()) ->> 'session_id', '')::uuid and s.aal::text in ('aal2', 'aal3')) as must_show,
      exists (select from auth.mfa_factors f where f.user_id = k.account and f.status::text = 'verified') as has_factor,
      exists (select from private.settings p where k.kind = any (p.require_second_factor)) as is_demanded
    from (select (select auth.uid()) as account, private.factor_kind((select auth.uid())) as kind) k
  ) c;
$$;

create or replace function private.is_deactivated(account uuid)
  returns boolean
  language sql stable security definer
  set search_path = ''
as $$
  select exists (select from public.staff_accounts s where s.account_id = account and s.deactivated_at is not null)
    or exists (select from public.profiles p where p.id = account and p.deactivated_at is not null);
$$;

create or replace function private.is_last_admin(person private.person)
  returns boolean
  language sql stable
  set search_path = ''
as $$
  select person.kind like '%admin' and person.state = 'active' and not exists (
    select from private.people() p
    where p.kind = person.kind and p.place = person.place and p.id <> person.id and p.state = 'active' and not p.is_protected);
$$;

create or replace function private.manages(admin private.people_admin, person private.person)
  returns boolean
  language sql stable
  set search_path = ''
as $$
  select case admin.kind
    when 'main-admin' then true
    when 'account-admin' then person.kind in ('account-admin', 'agent', 'customer', 'member')
    when 'admin' then person.kind in ('admin', 'attendant') and not person.is_protected
      -- Attendants without a site log in at each (specified).
      and (admin.serves_all or person.place = admin.place or (person.place = '' and private.is_specified()))
    when 'dispatch-admin' then person.kind = 'operator'
    when 'chauffeur-admin' then person.kind = 'chauffeur' and person.place = admin.place
    when 'ase-admin' then person.kind = 'ase-employee'
    else false
  end;
$$;

create or replace function private.open_car(person private.person)
  returns uuid
  language sql stable
  set search_path = ''
as $$
  select t.id from public.vehicle_turns t
  where person.kind = 'chauffeur' and t.project_id = person.project and private.id_key(t.chauffeur_id) = private.id_key(person.user_id)
    and t.ended_at is null;
$$;

create or replace function private.people_staff(acting_as text)
  returns private.people_admin
  language plpgsql stable
  set search_path = ''
as $$
declare
  admin private.people_admin;
  key constant text := private.id_key(acting_as);
begin
  if private.is_specified() then
    select f.kind, f.id, private.place_of(f.place), f.serves_all into admin from (values
      ('main-admin', 'huvudadmin', '', false), ('admin', 'standardadmin', 'standard', true), ('dispatch-admin', 'ledning', '721075', false),
      ('chauffeur-admin', 'TAXIADMIN', '157715', false), ('ase-admin', 'aseadmin', 'ASE', false)) f (kind, id, place, serves_all)
      where private.id_key(f.id) = key;
    if admin.id is null then
      select 'admin', a.user_id, coalesce(a.site_id::text, a.project_id, ''), false into admin
        from public.admin_accounts a where a.user_key = key and a.deactivated_at is null;
    end if;
    if admin.id is null then
      select 'account-admin', p.email, '', false into admin from public.profiles p
        where lower(p.email) = lower(btrim(acting_as)) and p.deactivated_at is null
          and exists (select from public.user_roles r where r.user_id = p.id and r.role = 'admin');
    end if;
  else
    select s.kind, s.user_id, coalesce(s.site_id::text, s.project_id, ''), s.serves_all into admin
      from private.own_staff('{main-admin,admin,dispatch-admin,chauffeur-admin,ase-admin}') s where s.user_key = key;
    if admin.id is null and private.is_account_admin() then
      select 'account-admin', p.email, '', false into admin from public.profiles p
        where p.id = (select auth.uid()) and lower(p.email) = lower(btrim(acting_as));
    end if;
  end if;
  if admin.id is null then
    perform private.refuse_stranger();
  end if;
  return admin;
end;
$$;

create or replace function private.people()
  returns SETOF private.person
  language sql stable
  set search_path = ''
as $$
  with listed as (
    select a.id, a.account_id, 'attendant' as kind, a.project_id, a.site_id, a.user_id, a.discord_username as name, a.created_at,
      a.deactivated_at, a.deactivated_by from public.attendants a
    union all
    select a.id, a.account_id, 'admin', a.project_id, a.site_id, a.user_id, null, a.created_at, a.deactivated_at, a.deactivated_by
      from public.admin_accounts a
    union all
    select p.id, p.account_id, case p.project_id when '721075' then 'operator' when '157715' then 'chauffeur' else 'attendant' end,
      p.project_id, p.site_id, p.user_id, p.discord_username, p.created_at, p.deactivated_at, p.deactivated_by from public.project_attendants p
    union all
    select e.id, e.account_id, 'ase-employee', 'ASE', private.site_of('ASE'), e.employee_id, e.name, e.created_at, e.deactivated_at,
      e.deactivated_by from public.ase_employees e
  ), known as (
    select l.id, l.account_id, coalesce(s.kind, l.kind) as kind, l.project_id, coalesce(l.site_id::text, l.project_id, '') as place, l.user_id,
      l.name, l.created_at, coalesce(l.deactivated_at, s.deactivated_at) as deactivated_at,
      coalesce(l.deactivated_by, s.deactivated_by) as deactivated_by, s.last_login_at, coalesce(s.serves_all, false) as is_protected
    from listed l left join public.staff_accounts s on s.account_id = l.account_id
    union all
    select s.account_id, s.account_id, s.kind, s.project_id, coalesce(s.site_id::text, s.project_id, ''), s.user_id, s.display_name, s.created_at,
      s.deactivated_at, s.deactivated_by, s.last_login_at, s.serves_all
    from public.staff_accounts s
    where private.is_hardened() and not exists (select from listed l where l.account_id = s.account_id)
    union all
    select p.id, p.id, coalesce((select case r.role when 'admin' then 'account-admin' when 'employee' then 'agent' else r.role end
        from public.user_roles r where r.user_id = p.id
        order by array_position(array['admin', 'employee', 'customer', 'member'], r.role) limit 1), 'member'),
      null, '', p.email, null, p.created_at, p.deactivated_at, p.deactivated_by, p.last_login_at,
      lower(p.email) = 'superadmin@parkering.example'
    from public.profiles p
  )
  select k.id, k.account_id, k.kind, k.project_id, k.place, k.user_id, k.name, k.created_at, k.deactivated_at, k.deactivated_by, k.last_login_at,
    k.is_protected, case when k.deactivated_at is not null then 'deactivated' else 'active' end
  from known k;
$$;

create or replace function public.list_people(project text, kinds text[], state text, search text, after jsonb, acting_as text)
  returns jsonb
  language plpgsql stable security definer
  set search_path = ''
as $$
declare
  size constant integer := 100;
  admin constant private.people_admin := private.people_staff(acting_as);
  -- Of a site that is none nobody is shown.
  at_place constant text := case when project is not null then private.place_of(project) end;
  term constant text := lower(coalesce(search, ''));
  answer jsonb;
begin
  if length(search) > 200 or coalesce(jsonb_typeof(after), 'null') not in ('object', 'null') then
    perform private.refuse('unreadable-value', 'search');
  end if;
  with found as (
    select p.*, private.id_key(p.user_id) collate "C" as key from private.people() p
    where private.manages(admin, p) and (kinds is null or p.kind = any (kinds)) and (list_people.state is null or p.state = list_people.state)
      and (at_place is null or p.place = at_place)
      and (term = '' or position(term in lower(p.user_id)) > 0 or position(term in lower(coalesce(p.name, ''))) > 0)
  ), page as (
    select f.* from found f
    where after is null or (f.key, f.id::text) > ((after ->> 'key') collate "C", after ->> 'id')
    order by f.key, f.id::text limit size + 1
  ), shown as (
    select p.*, row_number() over (order by p.key, p.id::text) as place_in_page from page p
  ), seen as (
    -- The database of `specified` knows no logins of people with an ID: their last activity stands for it.
    select l.user_id, l.user_type, max(l.created_at) as at from public.web_activity_logs l
    where private.is_specified() and l.user_id in (select s.user_id from shown s) group by 1, 2
  )
  select jsonb_build_object('outcome', 'listed',
    'people', coalesce(jsonb_agg(jsonb_build_object(
      'id', s.id, 'account_id', s.account, 'kind', s.kind, 'project', s.project, 'user_id', s.user_id, 'name', s.name, 'state', s.state,
      'created_at', s.created_at, 'deactivated_at', s.deactivated_at, 'deactivated_by', s.deactivated_by,
      'last_login_at', greatest(s.last_login_at, (select e.at from seen e where e.user_id = s.user_id and e.user_type = s.kind)),
      'has_second_factor', exists (select from auth.mfa_factors m where m.user_id = s.account and m.status::text = 'verified'),
      'is_protected', s.is_protected, 'is_self', s.kind = admin.kind and private.id_key(s.user_id) = private.id_key(admin.id),
      'car', (select v.name from public.vehicle_turns t join public.vehicles v on v.id = t.vehicle_id
        where t.id = private.open_car((s.id, s.account, s.kind, s.project, s.place, s.user_id, s.name, s.created_at, s.deactivated_at,
          s.deactivated_by, s.last_login_at, s.is_protected, s.state)::private.person)))
      order by s.place_in_page) filter (where s.place_in_page <= size), '[]'),
    'next', (select jsonb_build_object('key', l.key, 'id', l.id) from shown l
      where l.place_in_page = size and exists (select from shown m where m.place_in_page > size)))
  into answer from shown s;
  return answer;
end;
$$;

create or replace function public.set_person_active(kind text, person_id uuid, event_id uuid, expected text, active boolean, reason text, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  admin constant private.people_admin := private.people_staff(acting_as);
  caller constant text := admin.kind || ' ' || private.id_key(admin.id);
  answer jsonb := private.answer_of(event_id, 'set_person_active', caller);
  person private.person;
  turn uuid;
begin
  if answer is not null then
    return answer;
  elsif active is null or event_id is null then
    perform private.refuse('unreadable-values', 'active');
  elsif length(reason) > 500 or (not active and coalesce(reason, '') !~ '\S') then
    perform private.refuse('no-note', 'reason');
  end if;
  select p.* into person from private.people() p where p.id = person_id and p.kind = set_person_active.kind;
  -- Who is managed by others is as unknown as who is not there.
  if person.id is null or not private.manages(admin, person) then
    perform private.refuse_stranger();
  elsif person.is_protected then
    perform private.refuse('protected-person');
  elsif person.kind = admin.kind and private.id_key(person.user_id) = private.id_key(admin.id) then
    perform private.refuse('own-person');
  end if;
  -- Cars come first, as in all rules of cars; then one change of a kind's people at a site after the other.
  if person.kind = 'chauffeur' then
    perform private.lock_cars();
  end if;
  perform pg_advisory_xact_lock(hashtextextended('people ' || person.kind || ' ' || person.place, 0));
  select p.* into person from private.people() p where p.id = person_id and p.kind = set_person_active.kind;
  if person.id is null then
    perform private.refuse_stranger();
  elsif active = (person.state <> 'deactivated') then
    return private.keep_answer(event_id, 'set_person_active', caller,
      jsonb_build_object('outcome', 'unchanged', 'by', person.deactivated_by, 'at', person.deactivated_at));
  elsif expected is distinct from person.state then
    return private.keep_answer(event_id, 'set_person_active', caller,
      jsonb_build_object('outcome', 'changed', 'now', person.state, 'by', person.deactivated_by, 'at', person.deactivated_at));
  elsif not active and private.is_last_admin(person) then
    return jsonb_build_object('outcome', 'last_admin');
  end if;
  -- The caller may have been deactivated meanwhile.
  perform private.people_staff(acting_as);
  update public.staff_accounts s set deactivated_at = case when not active then now() end, deactivated_by = case when not active then admin.id end
    where s.account_id = person.account;
  update public.attendants a set deactivated_at = case when not active then now() end, deactivated_by = case when not active then admin.id end
    where a.id = person.id;
  update public.admin_accounts a set deactivated_at = case when not active then now() end, deactivated_by = case when not active then admin.id end
    where a.id = person.id;
  update public.project_attendants p set deactivated_at = case when not active then now() end, deactivated_by = case when not active then admin.id end
    where p.id = person.id;
  update public.ase_employees e set deactivated_at = case when not active then now() end, deactivated_by = case when not active then admin.id end
    where e.id = person.id;
  update public.profiles p set deactivated_at = case when not active then now() end, deactivated_by = case when not active then admin.id end
    where p.id = person.id;
  if not active then
    delete from auth.sessions s where s.user_id = person.account;
    turn := private.open_car(person);
    if turn is not null then
      perform private.end_turn_row(turn, 'admin', admin.id, clock_timestamp(), null, null, reason);
    end if;
  end if;
  perform private.add_to_trail('update', 'people', person.project, person.id::text, jsonb_build_object('active', not active),
    jsonb_build_object('user_id', person.user_id, 'active', active, 'reason', nullif(btrim(reason), '')));
  return private.keep_answer(event_id, 'set_person_active', caller, jsonb_build_object('outcome', 'set', 'car', turn is not null));
end;
$$;

alter table public.profiles add column deactivated_at timestamp with time zone;

alter table public.profiles add column deactivated_by text;

alter table public.profiles add column last_login_at timestamp with time zone;

alter table public.ase_employees add column deactivated_at timestamp with time zone;

alter table public.ase_employees add column deactivated_by text;

alter table public.admin_accounts add column deactivated_at timestamp with time zone;

alter table public.admin_accounts add column deactivated_by text;

alter table public.attendants add column deactivated_at timestamp with time zone;

alter table public.attendants add column deactivated_by text;

alter table public.project_attendants add column deactivated_at timestamp with time zone;

alter table public.project_attendants add column deactivated_by text;

alter table public.staff_accounts add column deactivated_at timestamp with time zone;

alter table public.staff_accounts add column deactivated_by text;

alter table public.staff_accounts add column last_login_at timestamp with time zone;

alter table public.profiles add constraint profiles_deactivated check (((length(deactivated_by) <= 320) and private.is_moment(deactivated_at) and private.is_moment(last_login_at))) not valid;

alter table public.ase_employees add constraint ase_employees_deactivated check (((length(deactivated_by) <= 320) and private.is_moment(deactivated_at))) not valid;

alter table public.admin_accounts add constraint admin_accounts_deactivated check (((length(deactivated_by) <= 320) and private.is_moment(deactivated_at))) not valid;

alter table public.attendants add constraint attendants_deactivated check (((length(deactivated_by) <= 320) and private.is_moment(deactivated_at))) not valid;

alter table public.project_attendants add constraint project_attendants_deactivated check (((length(deactivated_by) <= 320) and private.is_moment(deactivated_at))) not valid;

alter table public.staff_accounts add constraint staff_accounts_deactivated check (((length(deactivated_by) <= 320) and private.is_moment(deactivated_at) and private.is_moment(last_login_at))) not valid;

grant execute on function public.list_people(text,text[],text,text,jsonb,text) to authenticated;

grant execute on function public.set_person_active(text,uuid,uuid,text,boolean,text,text) to authenticated;

comment on function private.date_login() is 'A login begins at the database''s time, whatever the sign-in service says. The login of a deactivated person is over when it begins: it has no right, and get_login_step tells why.';

comment on function public.get_login_step() is 'What the caller must show or choose before anything else. `deactivated`: the password was right, and the account is deactivated.';

comment on function private.is_deactivated(uuid) is 'Whether an account is deactivated.';

comment on function private.people() is 'Everybody of all kinds, as the lists of each kind have them. The id is the list''s row; else the account''s.';

comment on function private.people_staff(text) is 'The admin who calls: `specified` believes the ID, `hardened` refuses one that is not the caller''s (42501). A deactivated admin is none.';

comment on function private.manages(private.people_admin,private.person) is 'Whether an admin manages somebody, as create-admin-user has it: each admin his own, the main admin everybody.';

comment on function private.open_car(private.person) is 'The open turn of a chauffeur with a car; null for everybody else.';

comment on function private.is_last_admin(private.person) is 'Whether nobody else is an active admin of the kind and site. The protected accounts do not count: they are nobody''s daily login.';

comment on function public.list_people(text,text[],text,text,jsonb,text) is 'The people whom the caller manages, a hundred at a time by ID: of a site, of kinds, in a state, found by ID or name.';

comment on function public.set_person_active(text,uuid,uuid,text,boolean,text,text) is 'Deactivates somebody, which ends logins and an open car, or activates again: password and second factor hold, no login or car comes back. The last active admin of a kind and site stays.';

insert into private.staff_functions (function_name)
  values ('list_people')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('set_person_active')
  on conflict (function_name) do nothing;

select private.grant_for_profile();
