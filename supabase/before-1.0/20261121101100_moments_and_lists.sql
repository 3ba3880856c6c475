-- Moments that every program can read, and lists that are flat. PostgreSQL also takes `infinity` and the year 294276, which a
-- browser shows as no date at all; and `{{a},{b}}` where a list of texts is meant.
-- Rows that an installation may already hold are left alone (not valid).

-- True for a moment that people mean, and for none.
create function private.is_moment(moment timestamptz) returns boolean
language sql immutable set search_path = ''
as $$
  select moment is null or (moment >= '1900-01-01T00:00:00Z' and moment < '10000-01-01T00:00:00Z');
$$;
revoke execute on function private.is_moment(timestamptz) from public;
grant execute on function private.is_moment(timestamptz) to anon, authenticated, service_role;

alter table public.admin_accounts add constraint admin_accounts_moments check (private.is_moment(created_at)) not valid;
alter table public.admin_user_credentials
  add constraint admin_user_credentials_moments check (private.is_moment(created_at)) not valid;
alter table public.ase_employees add constraint ase_employees_moments check (private.is_moment(created_at)) not valid;
alter table public.attendant_deletion_logs
  add constraint attendant_deletion_logs_moments check (private.is_moment(deleted_at)) not valid;
alter table public.attendants add constraint attendants_moments check (private.is_moment(created_at)) not valid;
alter table public.contact_messages add constraint contact_messages_moments check (private.is_moment(created_at)) not valid;
alter table public.main_page_sites
  add constraint main_page_sites_moments check (private.is_moment(created_at) and private.is_moment(updated_at)) not valid;
alter table public.parking_deletion_logs
  add constraint parking_deletion_logs_moments check (private.is_moment(deleted_at)) not valid;
alter table public.parkings
  add constraint parkings_moments
  check (private.is_moment(start_time) and private.is_moment(end_time) and private.is_moment(created_at)) not valid;
alter table public.profiles
  add constraint profiles_moments check (private.is_moment(created_at) and private.is_moment(updated_at)) not valid;
alter table public.project_attendants
  add constraint project_attendants_moments check (private.is_moment(created_at)) not valid;
alter table public.properties
  add constraint properties_moments check (private.is_moment(created_at) and private.is_moment(updated_at)) not valid;
alter table public.property_bids add constraint property_bids_moments check (private.is_moment(created_at)) not valid;
alter table public.shift_registrations
  add constraint shift_registrations_moments
  check (
    private.is_moment(start_time) and private.is_moment(end_time)
    and private.is_moment(reviewed_at) and private.is_moment(created_at)
  ) not valid;
alter table public.staff_accounts add constraint staff_accounts_moments check (private.is_moment(created_at)) not valid;
alter table public.teamspeak_units add constraint teamspeak_units_moments check (private.is_moment(last_seen)) not valid;
alter table public.units
  add constraint units_moments check (private.is_moment(created_at) and private.is_moment(updated_at)) not valid;
alter table public.user_passwords add constraint user_passwords_moments check (private.is_moment(created_at)) not valid;
alter table public.user_roles add constraint user_roles_moments check (private.is_moment(created_at)) not valid;
alter table public.vehicle_registrations
  add constraint vehicle_registrations_moments check (private.is_moment(created_at)) not valid;
alter table public.web_activity_logs add constraint web_activity_logs_moments check (private.is_moment(created_at)) not valid;

alter table public.properties
  add constraint properties_lists_are_flat
  check (coalesce(array_ndims(image_urls), 1) = 1 and coalesce(array_ndims(features), 1) = 1) not valid;
alter table public.shift_registrations
  add constraint shift_registrations_lists_are_flat check (coalesce(array_ndims(image_urls), 1) = 1) not valid;
