-- People and parkings for the profile `specified` (decisions §2), after seed.sql. The readable passwords are demo passwords, which
-- everybody knows: the server seeds them on an empty `specified` database alone (docs/security.md).

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
