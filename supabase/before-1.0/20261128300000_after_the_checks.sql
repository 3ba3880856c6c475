-- What a check of the table refuses is refused by it: the trigger of an objection's photos and key looks after the checks.
drop trigger objections_own_photos on public.objections;
create trigger objections_own_photos after insert or update of photos, reply_key_hash on public.objections
  for each row execute function private.require_own_objection();

-- The same limits in a form that a restored backup writes alike.
alter table public.site_settings drop constraint site_settings_keep;
alter table public.site_settings add constraint site_settings_keep check (
  keep_checks_days >= 7 and keep_checks_days <= 3650 and keep_parkings_days >= 30 and keep_parkings_days <= 3650
  and keep_cases_months >= 6 and keep_cases_months <= 240);
