-- An address of a site in another spelling was no page of the site for who may note what there, and one for whose rows it is: people of another
-- site wrote among its rows, where the nightly erasure, which asks for the site's own spelling, did not find them.

-- As before; the site's code in the address is spelled as the site spells it, as rows' codes are.
create or replace function private.place_activity() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  code text := substring(new.page_url from '^(?:https?://[^/]+)?/([^/?#]+)/');
  site record;
begin
  if tg_op = 'UPDATE' and position('~' in code) > 0 then
    new.site_id := old.site_id;
    return new;
  end if;
  select s.id, s.path into site from public.main_page_sites s where s.path_key = lower(code collate "C");
  new.site_id := site.id;
  if site.path <> code then
    new.page_url := left(regexp_replace(new.page_url, '^((?:https?://[^/]+)?/)[^/?#]+', '\1' || site.path), 2000);
  end if;
  return new;
end;
$$;
