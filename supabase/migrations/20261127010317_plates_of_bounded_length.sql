-- plates of bounded length: a sign may become eighteen when it is folded, and a megabyte of them kept the database busy for two seconds.

set local check_function_bodies = off;

create or replace function private.plate_key(typed text)
  returns text
  language sql immutable strict parallel safe
  set search_path = ''
as $$
  select case when length(typed) <= 200 then regexp_replace(upper(normalize(typed, nfkc)), '[^[:alnum:]]', '', 'g') else '' end;
$$;

comment on function private.plate_key(text) is 'Capitals, and nothing but letters and digits; one way to write each letter first. contract/plate.ts gives the same, but of a text that is far too long for a plate: a sign may become eighteen, and a megabyte of them took two seconds before its row was refused.';
