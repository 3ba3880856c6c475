-- GIN indexes keep new rows in a list that every search reads, up to 4 MB of it until a vacuum comes: after a busy hour a search of a plate
-- took fifteen times as long. With 64 kB it reads some pages at most. Without the list (`fastupdate` off) inserts took a fifth more of the
-- database's processor, since the list brings the words of some sixty rows into the index at once.
alter index public.parkings_search_idx set (gin_pending_list_limit = 64);
alter index public.shift_registrations_images_idx set (gin_pending_list_limit = 64);
select gin_clean_pending_list('public.parkings_search_idx'), gin_clean_pending_list('public.shift_registrations_images_idx');
