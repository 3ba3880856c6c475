-- People and parkings for the profile `specified` (decisions §2), after seed.sql. The readable passwords are demo passwords, which
-- everybody knows: the server seeds them on an empty `specified` database alone (docs/security.md).

-- A parking company at work (document 4): settings of Östra hamnen, permits, 300 checks, and 60 fines over 90 days in all states. They come
-- before the people and parkings, so that these stay the newest entries of the trail.
update public.site_settings set
  issuer_name = 'Hamnparkering i Ystad AB', org_number = '556677-8899', principal = 'Ystads hamn', contact_email = 'parkering@hamnen.example',
  contact_phone = '0411-12 34 56', privacy_url = 'https://hamnen.example/personuppgifter', reminder_fee = 60, fee_is_agreed = true,
  payment_methods = '[{"kind": "bankgiro", "value": "5555-5555", "text": "Bankgiro 5555-5555"}, {"kind": "swish", "value": "1231231231", "text": "Swish 123 123 12 31"}]'
where project_id = 'ostra-hamnen';

insert into public.permits (project_id, plate, holder, attendant_note, valid_from, valid_until, created_by)
select 'ostra-hamnen', plate, holder, note, now() - interval '200 days', until, 'admin01'
from (values
  ('MLB 84A', 'Ystads hamn', 'Hamnvakten', null),
  ('TAO 98N', 'Bergs bygg', 'Hantverkare vid kaj 3', now() + interval '20 days'),
  ('JKR 511', 'Bergs bygg', 'Hantverkare vid kaj 3', now() + interval '20 days'),
  ('WPD 07C', 'Anna Ek', 'Boende', now() + interval '165 days'),
  ('GHT 330', 'Omar Said', 'Boende', now() + interval '165 days'),
  ('RUX 45F', 'Lena Öberg', 'Boende', now() + interval '3 days'),
  ('SYN 219', 'Rederiet', 'Färjepersonal', null),
  ('DOK 66B', 'Rederiet', 'Färjepersonal', now() - interval '12 days')
) as permits (plate, holder, note, until);

insert into public.plate_checks (id, project_id, plate, outcome, checked_by, checked_at, created_at)
select gen_random_uuid(), 'ostra-hamnen', (array['ABC', 'DGH', 'KLM', 'RST', 'XPO', 'HJU', 'MLK', 'TNB'])[1 + n % 8] || ' ' || lpad((n * 271 % 1000)::text, 3, '0'),
  (array['valid', 'valid', 'valid', 'permit', 'valid', 'expired', 'valid', 'grace', 'none', 'valid'])[1 + n % 10], 'vakt01', at, at
from (select n, now() - n * interval '2 hours 20 minutes' - n % 7 * interval '11 minutes' as at from generate_series(1, 300) n) checks;

do $$
declare
  vakt constant private.case_actor := row('attendant', 'vakt01', null, 'ostra-hamnen');
  admin constant private.case_actor := row('admin', 'admin01', null, 'ostra-hamnen');
  driver constant private.case_actor := row('driver', null, null, 'ostra-hamnen');
  numbers constant text[] := private.new_case_numbers(gen_random_uuid(), 60, vakt);
  violations constant public.violations[] := array(select v from public.violations v where v.project_id = 'ostra-hamnen' order by v.sort_order);
  violation public.violations;
  -- The pictures of supabase/demo-photos by their SHA-256 (server/product/demo-photos.ts stores them): cars in the order of the colours below.
  cars constant text[] := array['37041061aa882494892883e11b2c02c169a539b95fde7edb58db02bd9cbb4c72', 'c89136546beb72818146c303ac78a4ccfe3acf556a71926d8b1309523809fed6',
    'b631b1dc3b190ad9111ea96ee1b5a8c2d310024bd836d027e07abba5a6bf1760', '3ab19eea80b42b226c733eef4e7c67d950183cd114e139c1421618bd63711afe',
    'fd109d4d06e626b2e7876faa73be3b176bc39d71794848db20d0d6ef61fffd70'];
  sign constant text := 'e9e4cfe9121fe5ab33b354c2ec123800601729209c1da649ffda0b1b3c65b612';
  notice constant text := '587e7443bb80dfc53b64c9794ce1963b5d627fdec42d1b304127e07c9cc34bf7';
  issued timestamptz;
  final text;
  -- What happened after it was issued, and how many days after.
  steps text[];
  days int[];
  keys uuid[];
  paid bigint;
  before text;
  after text;
begin
  for n in reverse 59..0 loop
    issued := now() - n * interval '36 hours' - interval '50 minutes' - n % 5 * interval '100 minutes';
    final := case when n < 10 then (array['issued', 'issued', 'issued', 'paid', 'issued', 'disputed', 'issued', 'issued', 'withdrawn', 'issued'])[n + 1]
      else (array['paid', 'issued', 'paid', 'disputed', 'paid', 'withdrawn', 'paid', 'reminded', 'paid', 'collection',
        'paid', 'issued', 'paid', 'issued', 'objection_accepted', 'paid', 'disputed', 'paid', 'reminded', 'written_off'])[1 + n % 20] end;
    steps := case final when 'paid' then '{payment}' when 'disputed' then '{objected}' when 'withdrawn' then '{withdrawn}'
      when 'objection_accepted' then '{objected,objection_accepted}' when 'reminded' then '{recipient_set,reminded}'
      when 'collection' then '{recipient_set,reminded,handed_to_collection}' when 'written_off' then '{written_off}' else '{}' end;
    days := case final when 'paid' then array[1 + n % 14] when 'disputed' then '{2}' when 'withdrawn' then '{0}' when 'objection_accepted' then '{2,6}'
      when 'reminded' then '{15,20}' when 'collection' then '{15,20,36}' when 'written_off' then '{25}' else '{}' end;
    -- One has paid a part, and one too much.
    if n = 21 then
      steps := '{payment}';
      days := '{5}';
    end if;
    keys := array(select gen_random_uuid() from generate_series(0, cardinality(steps)));
    violation := violations[1 + n % 4];
    paid := case when n = 21 then 30000 when n = 12 then 80000 when final = 'paid' then violation.amount * 100 else 0 end;
    insert into public.fines (id, project_id, created_at, received_at, kind, case_number, public_key, plate, car_model, car_color, street, violation_id,
        violation_code, violation_text, amount, due_date, observed_from, issued_by, issued_at, delivery, was_offline, needs_review, review_reasons,
        status, last_event, fee, paid_ore)
      values (keys[1], 'ostra-hamnen', issued, issued, 'report', numbers[n + 1],
        translate(rtrim(encode(extensions.gen_random_bytes(16), 'base64'), '='), '+/', '-_'),
        (array['LKE', 'PTR', 'NHA', 'BUS', 'VYN', 'CFG', 'OSD', 'EKO'])[1 + n % 8] || ' ' || lpad((n * 457 % 1000)::text, 3, '0'),
        (array['Volvo V60', 'Volkswagen Golf', 'Saab 9-5', 'Toyota Yaris', 'Kia Niro', 'Tesla Model Y'])[1 + n % 6],
        (array['Röd', 'Blå', 'Svart', 'Vit', 'Silver'])[1 + n % 5],
        (array['Hamngatan', 'Magasinsgatan', 'Färjevägen', 'Sjömansgatan'])[1 + n % 4] || ' ' || (1 + n * 7 % 48), violation.id, violation.code,
        violation.text, violation.amount,
        private.day_of(issued) + case when final in ('reminded', 'collection') then 34 else 14 end, issued - interval '8 minutes', 'vakt01', issued,
        case when n % 9 = 0 then 'handed' else 'fixed' end, n in (4, 11), n in (4, 11), case when n = 4 then '[{"code": "few-photos", "wanted": 1}]' else '[]' end::jsonb,
        case final when 'objection_accepted' then 'withdrawn' else final end, keys[cardinality(keys)],
        case when final in ('reminded', 'collection') then 60 else 0 end, paid);
    -- One has none, and one a photo that never arrived.
    insert into public.fine_photos (id, fine_id, project_id, created_at, path, sha256, taken_at, category)
      select p.id, keys[1], 'ostra-hamnen', issued, keys[1] || '/' || p.id || '.jpg', p.sha256, issued - p.before, p.category
      from (values (gen_random_uuid(), cars[1 + n % 5], interval '3 minutes', 'car', n <> 4),
        (gen_random_uuid(), sign, interval '2 minutes', 'sign', n % 4 = 2),
        (gen_random_uuid(), notice, interval '0', 'notice', n % 5 = 0),
        (gen_random_uuid(), repeat('0', 64), interval '1 minute', null, n = 7)) as p (id, sha256, before, category, is_taken)
      where p.is_taken;
    perform private.add_case_event(keys[1], 'ostra-hamnen', keys[1], 'issued', vakt, issued, null, '{}', null, 'issued');
    before := 'issued';
    for k in 1..cardinality(steps) loop
      after := case steps[k] when 'payment' then case when n = 21 then 'issued' else 'paid' end when 'objected' then 'disputed'
        when 'objection_accepted' then 'withdrawn' when 'withdrawn' then 'withdrawn' when 'reminded' then 'reminded'
        when 'handed_to_collection' then 'collection' when 'written_off' then 'written_off' else before end;
      case steps[k]
        when 'payment' then
          insert into public.payments (id, fine_id, project_id, amount_ore, value_date, method, by_id)
            values (keys[k + 1], keys[1], 'ostra-hamnen', paid, private.day_of(issued) + days[k], 'bankgiro', 'admin01');
        when 'objected' then
          insert into public.objections (id, fine_id, project_id, name, email, text, ground, received_at, decision, reply, decided_by, decided_at)
            values (keys[k + 1], keys[1], 'ostra-hamnen', (array['Elin Åberg', 'Hugo Lind', 'Saga Nyström'])[1 + n % 3], 'forare@example.com',
              (array['Jag hade betalat för parkeringen i appen.', 'Skylten syntes inte för snön.', 'Jag lastade av en tvättmaskin.'])[1 + n % 3],
              (array['Hade rätt att stå', 'Skyltningen', 'Annat'])[1 + n % 3], issued + days[k] * interval '1 day',
              case when final = 'objection_accepted' then 'accepted' end, case when final = 'objection_accepted' then 'Du har rätt, avgiften tas bort.' end,
              case when final = 'objection_accepted' then 'admin01' end, case when final = 'objection_accepted' then issued + days[2] * interval '1 day' end);
        when 'recipient_set' then
          insert into public.case_recipients (id, fine_id, project_id, role, name, address, source)
            values (keys[k + 1], keys[1], 'ostra-hamnen', 'owner', (array['Karin Ek', 'Ali Demir', 'Per Holm'])[1 + n % 3], 'Storgatan 1, 271 31 Ystad', 'Transportstyrelsen');
        else null;
      end case;
      perform private.add_case_event(keys[1], 'ostra-hamnen', keys[k + 1], steps[k], case when steps[k] = 'objected' then driver else admin end,
        issued + days[k] * interval '1 day', case when steps[k] = 'written_off' then 'Bilen är avregistrerad och skrotad.' end,
        case steps[k]
          when 'payment' then jsonb_build_object('payment_id', keys[k + 1], 'amount_ore', paid, 'value_date', private.day_of(issued) + days[k])
          when 'withdrawn' then '{"ground": "felskrivet"}'
          when 'reminded' then jsonb_build_object('due_date', private.day_of(issued) + 34, 'fee', 60)
          when 'recipient_set' then jsonb_build_object('recipient_id', keys[k + 1])
          when 'objected' then jsonb_build_object('objection_id', keys[k + 1])
          when 'objection_accepted' then jsonb_build_object('objection_id', keys[k])
          else '{}' end,
        before, after);
      before := after;
    end loop;
  end loop;
  update private.case_numbers set used_at = now() where case_number = any (numbers);
end
$$;

insert into public.project_attendants (user_id, project_id, password, discord_username, created_by) values
  ('vakt01', 'ostra-hamnen', 'Vakt-7410', 'vakt.elin', 'admin01'),
  ('op01', '721075', 'Operator-7410', 'op.hassan', 'ledning'),
  ('chauffor01', '157715', 'Taxi-7410', 'taxi.britta', 'TAXIADMIN');

insert into public.admin_accounts (user_id, project_id, password, created_by) values
  ('admin01', 'ostra-hamnen', 'Admin-7410', 'standardadmin');

insert into public.ase_employees (employee_id, name, created_by) values
  ('ASE-001', 'Karin Åkesson', 'aseadmin');

-- Accounts that sign in by e-mail. The columns are those that hosted Supabase and the single server both have.
insert into auth.users (
  id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data,
  confirmation_token, recovery_token, email_change, email_change_token_new, created_at, updated_at
)
select account.id, 'authenticated', 'authenticated', account.email,
  extensions.crypt(account.password, extensions.gen_salt('bf', 10)), now(),
  '{"provider": "email", "providers": ["email"]}', '{}', '', '', '', '', now(), now()
from (values
  ('a6e70000-0000-4000-8000-000000000001'::uuid, 'agent@parkering.example', 'Agent-7410'),
  ('a6e70000-0000-4000-8000-000000000002'::uuid, 'superadmin@parkering.example', 'Super-7410')
) as account (id, email, password);

insert into auth.identities (id, user_id, provider, provider_id, identity_data, last_sign_in_at, created_at, updated_at)
select gen_random_uuid(), id, 'email', id::text,
  jsonb_build_object('sub', id::text, 'email', email, 'email_verified', true, 'phone_verified', false), now(), now(), now()
from auth.users
where email in ('agent@parkering.example', 'superadmin@parkering.example');

-- Hosted Supabase finds an account by its instance too; the single server has no such column.
do $$
begin
  if exists (
    select from information_schema.columns
    where table_schema = 'auth' and table_name = 'users' and column_name = 'instance_id'
  ) then
    update auth.users set instance_id = '00000000-0000-0000-0000-000000000000'
    where email in ('agent@parkering.example', 'superadmin@parkering.example');
  end if;
end
$$;

insert into public.user_roles (user_id, role) values
  ('a6e70000-0000-4000-8000-000000000001', 'employee'),
  ('a6e70000-0000-4000-8000-000000000002', 'admin');

insert into public.user_passwords (user_id, email, password_text) values
  ('a6e70000-0000-4000-8000-000000000001', 'agent@parkering.example', 'Agent-7410'),
  ('a6e70000-0000-4000-8000-000000000002', 'superadmin@parkering.example', 'Super-7410');

insert into public.admin_user_credentials (email, password_text, account_type) values
  ('agent@parkering.example', 'Agent-7410', 'employee'),
  ('superadmin@parkering.example', 'Super-7410', 'admin');

update public.properties set created_by = 'a6e70000-0000-4000-8000-000000000001';

-- Forty parkings, every third still running, in three places: Östra hamnen, the standard site, and no project.
insert into public.parkings (project_id, car_model, car_color, street, ref_number, discord_username, start_time, end_time, created_at)
select
  (array['ostra-hamnen', 'ostra-hamnen', 'standard', 'ostra-hamnen', null])[1 + n % 5],
  (array['Volvo V60', 'Volkswagen Golf', 'Saab 9-5', 'Toyota Yaris', 'Kia Niro', 'Tesla Model Y', 'Skoda Octavia', 'Volvo XC40', 'Peugeot 208'])[1 + n % 9],
  (array['Röd', 'Blå', 'Svart', 'Vit', 'Silver', 'Grön', 'Grå'])[1 + n % 7],
  (array['Åkergränd', 'Hamngatan', 'Ängsvägen', 'Magasinsgatan', 'Färjevägen', 'Österleden', 'Sjömansgatan', 'Lilla Strandgatan'])[1 + n % 8] || ' ' || (1 + n * 7 % 48),
  (array['ABC', 'DGH', 'KLM', 'RST', 'XPO', 'HJU', 'MLK', 'TNB'])[1 + n % 8] || lpad((n * 137 % 1000)::text, 3, '0'),
  case when n % 4 = 0 then null else (array['elin', 'hugo', 'saga', 'omar', 'alva'])[1 + n % 5] || '_' || (10 + n) end,
  began,
  began + case when n % 3 = 0 then interval '30 hours' else interval '2 hours' end,
  began - interval '3 minutes'
from (select n, now() - interval '40 minutes' - n * interval '35 minutes' - case when n % 3 = 0 then interval '0' else interval '3 hours' end as began
      from generate_series(0, 39) as n) as rows;
