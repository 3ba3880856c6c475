-- The profile `hardened`: sites, messages, and the people who sign in by e-mail (docs/security.md).

create policy "Hardened: everybody reads the sites" on public.main_page_sites
  for select to anon, authenticated using ((select private.is_hardened()));
create policy "Hardened: the main admin adds sites" on public.main_page_sites
  for insert to authenticated with check ((select private.is_kind('main-admin')));
create policy "Hardened: the main admin changes sites but the standard one" on public.main_page_sites
  for update to authenticated
  using ((select private.is_kind('main-admin')) and path <> 'standard')
  with check ((select private.is_kind('main-admin')));
create policy "Hardened: the main admin removes sites but the standard one" on public.main_page_sites
  for delete to authenticated using ((select private.is_kind('main-admin')) and path <> 'standard');

-- A message can be marked read; its words are the sender's.
revoke update on public.contact_messages from anon, authenticated;
grant update (read) on public.contact_messages to anon, authenticated;
create policy "Hardened: the main admin reads messages" on public.contact_messages
  for select to authenticated using ((select private.is_kind('main-admin')));
create policy "Hardened: everybody sends unread messages of now" on public.contact_messages
  for insert to anon, authenticated
  with check ((select private.is_hardened()) and not read and created_at = now());
create policy "Hardened: the main admin marks messages read" on public.contact_messages
  for update to authenticated
  using ((select private.is_kind('main-admin'))) with check ((select private.is_kind('main-admin')));
create policy "Hardened: the main admin removes messages" on public.contact_messages
  for delete to authenticated using ((select private.is_kind('main-admin')));

create policy "Hardened: people read their profile, admins all" on public.profiles
  for select to authenticated
  using ((select private.is_hardened()) and (select private.is_login_alive()) and (id = (select auth.uid())
    or (select private.is_kind('main-admin')) or (select private.is_account_admin())));

create policy "Hardened: people read their roles, admins all" on public.user_roles
  for select to authenticated
  using ((select private.is_hardened()) and (select private.is_login_alive())
    and (user_id = (select auth.uid()) or (select private.is_account_admin())));

create policy "Hardened: the main admin reads whose passwords there are" on public.user_passwords
  for select to authenticated using ((select private.is_kind('main-admin')));

create policy "Hardened: admins read the accounts that they made" on public.admin_user_credentials
  for select to authenticated using ((select private.is_hardened()) and (select private.is_account_admin()));
