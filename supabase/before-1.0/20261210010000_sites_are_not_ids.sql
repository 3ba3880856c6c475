-- A site's code is no other site's id: rows name their site by its code or its id, and rights compare the two as one text
-- (private.own_places), so that a site whose code is another's id would be read as that one.
alter table public.main_page_sites add constraint main_page_sites_path_not_reserved_id
  check (path !~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$') not valid;
