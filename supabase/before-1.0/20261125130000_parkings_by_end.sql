-- An attendant's list of what runs and of what is over: both are read in pages by the end, and counted.
create index parkings_project_end_idx on public.parkings (project_id, end_time, id);
create index parkings_end_idx on public.parkings (end_time, id);
