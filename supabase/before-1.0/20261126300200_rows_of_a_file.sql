-- As before, with fewer rows in one call: booking two thousand took longer than a statement may.
create or replace function private.require_bank_rows(given jsonb) returns void
language plpgsql stable set search_path = ''
as $$
declare
  wrong bigint;
begin
  if jsonb_typeof(given) is distinct from 'array' or jsonb_array_length(given) not between 1 and 500 then
    perform private.refuse('PK008', 'rows', 'En fil ska ha mellan 1 och 500 rader.');
  end if;
  select min(r.n) into wrong from jsonb_array_elements(given) with ordinality r (row, n)
    where jsonb_typeof(r.row) <> 'object' or coalesce(r.row ->> 'amount_ore', '') !~ '^[1-9]\d{0,11}$'
      or not private.is_day(r.row ->> 'value_date')
      or length(coalesce(r.row ->> 'bank_key', '')) not between 1 and 200
      or length(coalesce(r.row ->> 'payer_text', '')) > 500 or length(coalesce(r.row ->> 'method', '')) > 50
      or length(coalesce(r.row ->> 'reference', '')) > 500;
  if wrong is not null then
    perform private.refuse('PK008', 'rows', 'Rad ' || wrong || ' kan inte läsas. Ingenting är bokfört.');
  end if;
end;
$$;
