-- The profile `hardened`: taxi, dispatch, real estate, ambulance (docs/security.md).

create policy "Hardened: the taxi project's people read its cars" on public.vehicle_registrations
  for select to authenticated
  using (project_id = any ((select private.own_projects('chauffeur', 'chauffeur-admin'))::text[]));
create policy "Hardened: chauffeurs take a car for themselves" on public.vehicle_registrations
  for insert to authenticated
  with check (chauffeur_id = (select private.own_user_id('chauffeur')) and created_at = now()
    and project_id = any ((select private.own_projects('chauffeur'))::text[]));
create policy "Hardened: chauffeurs release their car, their admin any" on public.vehicle_registrations
  for delete to authenticated
  using (project_id = any ((select private.own_projects('chauffeur', 'chauffeur-admin'))::text[])
    and (chauffeur_id = (select private.own_user_id('chauffeur')) or (select private.is_kind('chauffeur-admin'))));

create policy "Hardened: dispatch reads units" on public.units
  for select to authenticated using ((select private.is_kind('operator', 'dispatch-admin')));
create policy "Hardened: dispatch adds units" on public.units
  for insert to authenticated with check ((select private.is_kind('operator', 'dispatch-admin')));
create policy "Hardened: dispatch changes units" on public.units
  for update to authenticated
  using ((select private.is_kind('operator', 'dispatch-admin')))
  with check ((select private.is_kind('operator', 'dispatch-admin')));
create policy "Hardened: dispatch removes units" on public.units
  for delete to authenticated using ((select private.is_kind('operator', 'dispatch-admin')));
create policy "Hardened: dispatch reads voice units" on public.teamspeak_units
  for select to authenticated using ((select private.is_kind('operator', 'dispatch-admin')));

create policy "Hardened: everybody reads what is or was for sale" on public.properties
  for select to anon, authenticated
  using ((select private.is_hardened()) and status in ('available', 'sold'));
create policy "Hardened: agents read all properties" on public.properties
  for select to authenticated using ((select private.is_hardened()) and (select private.is_agent()));
create policy "Hardened: agents add properties as themselves" on public.properties
  for insert to authenticated
  with check ((select private.is_hardened()) and (select private.is_agent())
    and (created_by is null or created_by = (select auth.uid())));
create policy "Hardened: agents change properties" on public.properties
  for update to authenticated
  using ((select private.is_hardened()) and (select private.is_agent()))
  with check ((select private.is_hardened()) and (select private.is_agent()));
create policy "Hardened: agents remove properties" on public.properties
  for delete to authenticated using ((select private.is_hardened()) and (select private.is_agent()));

-- A bid stays what the bidder wrote; an agent accepts it.
revoke update on public.property_bids from authenticated;
grant update (accepted) on public.property_bids to authenticated;
create policy "Hardened: everybody reads bids of open lists" on public.property_bids
  for select to anon, authenticated
  using ((select private.is_hardened()) and exists (
    select from public.properties p where p.id = property_id and not p.hide_bid_list
  ));
create policy "Hardened: agents read all bids" on public.property_bids
  for select to authenticated using ((select private.is_hardened()) and (select private.is_agent()));
create policy "Hardened: everybody places bids of now, not accepted ones" on public.property_bids
  for insert to anon, authenticated
  with check ((select private.is_hardened()) and not accepted and created_at = now());
create policy "Hardened: agents accept bids" on public.property_bids
  for update to authenticated
  using ((select private.is_hardened()) and (select private.is_agent()))
  with check ((select private.is_hardened()) and (select private.is_agent()));

create policy "Hardened: employees read themselves, the admin all" on public.ase_employees
  for select to authenticated
  using ((select private.is_hardened()) and (select private.is_login_alive())
    and (account_id = (select auth.uid()) or (select private.is_kind('ase-admin'))));
