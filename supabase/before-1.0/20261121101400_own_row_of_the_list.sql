-- People read their own row also after the login has ended: who is removed hears that the row is gone.
alter policy "Hardened: people read themselves, admins their project" on public.project_attendants
  using ((select private.is_hardened()) and (account_id = (select auth.uid())
    or project_id = any ((select private.own_projects('admin', 'dispatch-admin', 'chauffeur-admin'))::text[])));
