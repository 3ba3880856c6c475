-- Makes level what differs between databases that were begun at different commits: until today migrations were edited in place
-- (docs/decisions/0008-a-landed-migration-never-changes.md). Each statement gives the same result wherever it starts from.

-- A text of newlines is empty, and spaces at its ends count. Databases begun before commit e1301b6 let such rows in, and they stay:
-- the checks hold for what is written from now on (not valid), in a new database too, so that all have the same ones.
alter table public.main_page_sites
  drop constraint if exists main_page_sites_name_length,
  add constraint main_page_sites_name_length check (name ~ '\S' and length(name) <= 200) not valid;
alter table public.contact_messages
  drop constraint if exists contact_messages_name_length,
  drop constraint if exists contact_messages_subject_length,
  drop constraint if exists contact_messages_email_length,
  drop constraint if exists contact_messages_message_length,
  add constraint contact_messages_name_length check (name ~ '\S' and length(name) <= 200) not valid,
  add constraint contact_messages_subject_length check (subject ~ '\S' and length(subject) <= 300) not valid,
  add constraint contact_messages_email_length check (email ~ '\S' and length(email) <= 320) not valid,
  add constraint contact_messages_message_length check (message ~ '\S' and length(message) <= 10000) not valid;
alter table public.parkings
  drop constraint if exists parkings_car_model_length,
  drop constraint if exists parkings_car_color_length,
  drop constraint if exists parkings_street_length,
  drop constraint if exists parkings_ref_number_length,
  add constraint parkings_car_model_length check (car_model ~ '\S' and length(car_model) <= 200) not valid,
  add constraint parkings_car_color_length check (car_color ~ '\S' and length(car_color) <= 100) not valid,
  add constraint parkings_street_length check (street ~ '\S' and length(street) <= 200) not valid,
  add constraint parkings_ref_number_length check (ref_number ~ '\S' and length(ref_number) <= 50) not valid;
alter table public.shift_registrations
  drop constraint if exists shift_registrations_description_length,
  add constraint shift_registrations_description_length check (description ~ '\S' and length(description) <= 10000) not valid;
alter table public.units
  drop constraint if exists units_unit_number_length,
  add constraint units_unit_number_length check (unit_number ~ '\S' and length(unit_number) <= 50) not valid;
alter table public.teamspeak_units
  drop constraint if exists teamspeak_units_unit_number_length,
  add constraint teamspeak_units_unit_number_length check (unit_number ~ '\S' and length(unit_number) <= 50) not valid;
alter table public.properties
  drop constraint if exists properties_title_length,
  drop constraint if exists properties_seller_name_length,
  drop constraint if exists properties_short_description_length,
  drop constraint if exists properties_address_length,
  drop constraint if exists properties_city_length,
  drop constraint if exists properties_property_type_length,
  add constraint properties_title_length check (title ~ '\S' and length(title) <= 200) not valid,
  add constraint properties_seller_name_length check (seller_name ~ '\S' and length(seller_name) <= 200) not valid,
  add constraint properties_short_description_length
    check (short_description ~ '\S' and length(short_description) <= 500) not valid,
  add constraint properties_address_length check (address ~ '\S' and length(address) <= 300) not valid,
  add constraint properties_city_length check (city ~ '\S' and length(city) <= 200) not valid,
  add constraint properties_property_type_length check (property_type ~ '\S' and length(property_type) <= 100) not valid;
alter table public.property_bids
  drop constraint if exists property_bids_bidder_name_length,
  add constraint property_bids_bidder_name_length check (bidder_name ~ '\S' and length(bidder_name) <= 200) not valid;
alter table public.ase_employees
  drop constraint if exists ase_employees_employee_id_length,
  add constraint ase_employees_employee_id_length check (employee_id ~ '\S' and length(employee_id) <= 50) not valid;

-- A login from the future was begun while a clock ran ahead, and would live for longer than it may.
create or replace function private.is_login_alive() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from auth.sessions s
    where s.id = nullif((select auth.jwt()) ->> 'session_id', '')::uuid
      and s.user_id = (select auth.uid())
      and (s.not_after is null or s.not_after > now())
      and s.created_at <= now() + interval '10 minutes'
  );
$$;

-- A login that ended reads nothing.
alter policy "Hardened: people read what they are" on public.staff_accounts
  using ((select private.is_hardened()) and (select private.is_login_alive()) and account_id = (select auth.uid()));
alter policy "Hardened: people read their profile, admins all" on public.profiles
  using ((select private.is_hardened()) and (select private.is_login_alive()) and (id = (select auth.uid())
    or (select private.is_kind('main-admin')) or (select private.is_account_admin())));
alter policy "Hardened: people read their roles, admins all" on public.user_roles
  using ((select private.is_hardened()) and (select private.is_login_alive())
    and (user_id = (select auth.uid()) or (select private.is_account_admin())));
alter policy "Hardened: people read themselves, admins their project" on public.attendants
  using ((select private.is_hardened()) and (select private.is_login_alive()) and (account_id = (select auth.uid())
    or project_id = any ((select private.own_projects('admin'))::text[])
    or (project_id is null and '' = any ((select private.own_projects('admin'))::text[]))));
alter policy "Hardened: people read themselves, admins their project" on public.admin_accounts
  using ((select private.is_hardened()) and (select private.is_login_alive()) and (account_id = (select auth.uid())
    or project_id = any ((select private.own_projects('admin'))::text[])));
alter policy "Hardened: employees read themselves, the admin all" on public.ase_employees
  using ((select private.is_hardened()) and (select private.is_login_alive())
    and (account_id = (select auth.uid()) or (select private.is_kind('ase-admin'))));
-- The one row that is also read after the login has ended (20261121101400_own_row_of_the_list.sql).
alter policy "Hardened: people read themselves, admins their project" on public.project_attendants
  using ((select private.is_hardened()) and (account_id = (select auth.uid())
    or project_id = any ((select private.own_projects('admin', 'dispatch-admin', 'chauffeur-admin'))::text[])));

-- Of a site, whose admin reads it, only its own people note what they do; other addresses are of no project.
alter policy "Hardened: people note what they do in their project" on public.web_activity_logs
  with check (user_type = (select private.own_kind()) and created_at = now()
    and user_id = (select private.own_user_id('main-admin', 'admin', 'attendant', 'operator', 'dispatch-admin', 'chauffeur',
      'chauffeur-admin', 'ase-admin', 'ase-employee'))
    and (page_project is null or page_project = any ((select private.own_projects('admin', 'attendant', 'operator',
        'dispatch-admin', 'chauffeur', 'chauffeur-admin', 'ase-admin', 'ase-employee'))::text[])
      or (page_project <> 'standard' and not exists (select from public.main_page_sites s where s.path = page_project))));

-- A car is taken now.
alter policy "Hardened: chauffeurs take a car for themselves" on public.vehicle_registrations
  with check (chauffeur_id = (select private.own_user_id('chauffeur')) and created_at = now()
    and project_id = any ((select private.own_projects('chauffeur'))::text[]));
