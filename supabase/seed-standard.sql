-- Rows that a company begins with (SEED=none): the standard site alone. The main admin adds the others, and the special projects by one
-- press.
insert into public.main_page_sites (name, path, description) values
  ('Standardparkeringen', 'standard', 'Parkeringar utan egen projektkod.');
