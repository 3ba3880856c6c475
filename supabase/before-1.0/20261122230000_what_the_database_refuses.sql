-- What only the screens refused so far: another car than the taxi's, the removal of the super admin's own credential, and parkings at
-- projects that do not exist. And a refused bid tells nothing about a property that the bidder cannot see.

-- The taxi has one model (document 2 §3). Rows that an installation may already hold are left alone (not valid).
alter table public.vehicle_registrations
  add constraint vehicle_registrations_vehicle_model check (vehicle_model = 'Volvo V90') not valid;

-- The super admin's own credential stays (document 2 §6), also for the public key. In `hardened` nobody removes credentials by it.
alter policy "Specified: the super admin's screen removes credentials" on public.admin_user_credentials
  using ((select private.is_specified()) and lower(btrim(email)) <> 'superadmin@parkering.example');

-- Visitors register parkings at a site, at the standard site, which is there without a row too (document 1 §2), or without a project.
alter policy "Specified: everybody registers parkings" on public.parkings
  with check ((select private.is_specified())
    and (project_id is null or project_id = 'standard' or exists (select from public.main_page_sites s where s.path = project_id)));

-- One refusal for a property that is hidden, sold, or not there: a bidder learns nothing from it.
create or replace function private.refuse_bid_on_unavailable_property() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  property_status text;
begin
  select p.status into property_status from public.properties p where p.id = new.property_id for share;
  if property_status is distinct from 'available' then
    raise exception 'The property is not open for bids.'
      using errcode = '23514', constraint = 'property_bids_property_available', table = 'property_bids', schema = 'public';
  end if;
  return new;
end;
$$;
