-- The standard site is there without a row of it too (document 1 §2): visitors register parkings there as well.
alter policy "Hardened: everybody registers parkings of now at a known site" on public.parkings
  with check ((select private.is_hardened()) and active and created_at = now()
    and (project_id is null or project_id = 'standard' or exists (select from public.main_page_sites s where s.path = project_id)));
