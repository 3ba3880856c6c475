-- Swedish bank accounts and their check digits, as Bankgirot publishes them ("Bankernas kontonummer").

create or replace function private.is_mod_10(digits text)
  returns boolean
  language sql immutable
  set search_path = ''
as $$
  select sum(case when n % 2 = 0 and d > 4 then d * 2 - 9 when n % 2 = 0 then d * 2 else d end) % 10 = 0
  from (select substr(reverse(digits), n, 1)::int as d, n from generate_series(1, length(digits)) n) s;
$$;
comment on function private.is_mod_10(text) is 'Whether the last digit is the check digit of the others by modulus 10 (weights 1 and 2).';

create or replace function private.is_mod_11(digits text)
  returns boolean
  language sql immutable
  set search_path = ''
as $$
  select sum(d * ((n - 1) % 10 + 1)) % 11 = 0
  from (select substr(reverse(digits), n, 1)::int as d, n from generate_series(1, length(digits)) n) s;
$$;
comment on function private.is_mod_11(text) is
  'Whether the last digit is the check digit of the others by modulus 11 (weights 1 to 10, and 1 again for an eleventh digit).';

create or replace function private.bank_of(clearing integer, out bank text, out rule text)
  returns record
  language sql immutable
  set search_path = ''
as $$
  select r.bank, r.rule
  from (values
    (1100, 1199, 'Nordea', 'short'), (1200, 1399, 'Danske Bank', 'short'), (1400, 2099, 'Nordea', 'short'),
    (2300, 2399, 'Ålandsbanken', 'long'), (2400, 2499, 'Danske Bank', 'short'), (3000, 3299, 'Nordea', 'short'), (3300, 3300, 'Nordea', 'ten'),
    (3301, 3399, 'Nordea', 'short'), (3400, 3409, 'Länsförsäkringar Bank', 'short'), (3410, 3781, 'Nordea', 'short'),
    (3782, 3782, 'Nordea', 'ten'), (3783, 3999, 'Nordea', 'short'), (4000, 4999, 'Nordea', 'long'), (5000, 5999, 'SEB', 'short'),
    (6000, 6999, 'Handelsbanken', 'nine'), (7000, 7999, 'Swedbank', 'short'), (8000, 8999, 'Swedbank', 'savings'),
    (9020, 9029, 'Länsförsäkringar Bank', 'long'), (9040, 9049, 'Citibank', 'long'), (9060, 9069, 'Länsförsäkringar Bank', 'short'),
    (9070, 9079, 'Multitude Bank', 'short'), (9100, 9109, 'Nordnet Bank', 'long'), (9120, 9124, 'SEB', 'short'), (9130, 9149, 'SEB', 'short'),
    (9150, 9169, 'Skandiabanken', 'long'), (9170, 9179, 'Ikano Bank', 'short'), (9180, 9189, 'Danske Bank', 'ten'), (9190, 9199, 'DNB', 'long'),
    (9230, 9239, 'Marginalen Bank', 'short'), (9250, 9259, 'SBAB', 'short'), (9260, 9269, 'DNB', 'long'), (9270, 9279, 'ICA Banken', 'short'),
    (9280, 9289, 'Resurs Bank', 'short'), (9300, 9349, 'Swedbank', 'ten'), (9390, 9399, 'Landshypotek', 'long'),
    (9400, 9449, 'Forex Bank', 'short'), (9460, 9469, 'Santander Consumer Bank', 'short'), (9470, 9479, 'BNP Paribas', 'long'),
    (9500, 9549, 'Nordea Plusgirot', 'giro'), (9550, 9569, 'Avanza Bank', 'long'), (9570, 9579, 'Sparbanken Syd', 'ten'),
    (9590, 9599, 'Erik Penser Bank', 'long'), (9630, 9639, 'Lån & Spar Bank', 'short'), (9640, 9649, 'Nordax Bank', 'long'),
    (9650, 9659, 'MedMera Bank', 'long'), (9660, 9669, 'Svea Bank', 'long'), (9670, 9679, 'JAK Medlemsbank', 'long'),
    (9680, 9689, 'Bluestep Bank', 'short'), (9700, 9709, 'Ekobanken', 'long'), (9750, 9759, 'Northmill Bank', 'long'),
    (9780, 9789, 'Klarna Bank', 'long'), (9880, 9889, 'Riksgälden', 'long'), (9890, 9899, 'Riksgälden', 'ten'),
    (9960, 9969, 'Nordea Plusgirot', 'giro')
  ) r (first, last, bank, rule)
  where clearing between r.first and r.last;
$$;
comment on function private.bank_of(integer) is
  'The bank of a clearing number and the rule of its accounts: `short` and `long` are type 1 (seven digits, with the clearing number but for its '
  'first digit, and with all of it), `ten`, `nine`, `giro` and `savings` are type 2.';

create or replace function private.bank_account_of(clearing text, account text)
  returns jsonb
  language plpgsql immutable
  set search_path = ''
as $$
declare
  branch text := regexp_replace(left(coalesce(clearing, ''), 40), '[\s.,-]', '', 'g');
  digits text := regexp_replace(left(coalesce(account, ''), 40), '[\s.,-]', '', 'g');
  held record;
begin
  -- A savings bank's fifth digit is the check digit of its clearing number, and no part of it elsewhere.
  if branch !~ '^[0-9]{4}$' and (branch !~ '^8[0-9]{4}$' or not private.is_mod_10(branch)) then
    return '{"wrong": "clearing"}';
  end if;
  branch := left(branch, 4);
  select b.bank, b.rule into held from private.bank_of(branch::int) b;
  if held.bank is null then
    return '{"wrong": "clearing"}';
  end if;
  -- A personal account is the person's number, which may be written with its century.
  if branch in ('3300', '3782') and digits ~ '^(19|20)[0-9]{10}$' then
    digits := right(digits, 10);
  end if;
  if held.rule = 'nine' and digits ~ '^[0-9]{8}$' then
    digits := '0' || digits;
  elsif held.rule = 'savings' and digits ~ '^[0-9]{6,9}$' then
    digits := lpad(digits, 10, '0');
  end if;
  -- In parentheses: THEN would end the condition.
  if digits !~ '^[0-9]+$' or digits ~ '^0+$' or not (case held.rule
      when 'short' then length(digits) = 7 and private.is_mod_11(right(branch, 3) || digits)
      when 'long' then length(digits) = 7 and private.is_mod_11(branch || digits)
      when 'nine' then length(digits) = 9 and private.is_mod_11(digits)
      when 'giro' then length(digits) between 2 and 8 and private.is_mod_10(digits)
      else length(digits) = 10 and private.is_mod_10(digits) end) then
    return '{"wrong": "account"}';
  end if;
  return jsonb_build_object('clearing', branch, 'account', digits, 'bank', held.bank);
end;
$$;
comment on function private.bank_account_of(text,text) is
  'A bank account as banks write it in files, with its bank; `wrong` names the number that no bank has.';

create or replace function private.swish_of(phone text)
  returns text
  language sql immutable
  set search_path = ''
as $$
  select '46' || substring(d.digits from '^(?:0|0046|\+46)0?(7[02369][0-9]{7})$')
  from (select regexp_replace(left(coalesce(phone, ''), 40), '[\s()-]', '', 'g') as digits) d;
$$;
comment on function private.swish_of(text) is 'A Swedish mobile number as Swish writes it, 46 first; null for anything else.';

create or replace function private.is_iban(iban text)
  returns boolean
  language sql immutable
  set search_path = ''
as $$
  select coalesce(iban ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$' and (left(iban, 2) <> 'SE' or iban ~ '^SE[0-9]{22}$') and (
    select string_agg(case when c ~ '[A-Z]' then (ascii(c) - 55)::text else c end, '' order by n)::numeric % 97 = 1
    from regexp_split_to_table(substr(iban, 5) || left(iban, 4), '') with ordinality r (c, n)), false);
$$;
comment on function private.is_iban(text) is 'Whether a text is an IBAN with its check digits (ISO 13616), a Swedish one of 24 signs.';
