-- Refusals, days, moments, lists and texts: what all other families use.

create or replace function private.day_of(moment timestamp with time zone)
  returns date
  language sql immutable
  set search_path = ''
as $$ select (moment at time zone 'Europe/Stockholm')::date; $$;
comment on function private.day_of(timestamp with time zone) is 'The day of a moment, where the company is.';

create or replace function private.expect_one_row(rows_found bigint)
  returns boolean
  language plpgsql
  set search_path = ''
as $$
begin
  if rows_found = 1 then
    return true;
  end if;
  raise exception 'Cannot coerce the result to a single JSON object'
    using errcode = 'PT406', detail = format('The result contains %s rows', coalesce(rows_found, 0));
end;
$$;
comment on function private.expect_one_row(bigint) is
  'True when a call reached exactly one row; otherwise an error that the table API answers with 406.';
grant execute on function private.expect_one_row(bigint) to anon, authenticated, service_role;

create or replace function private.hash_of(id uuid)
  returns bytea
  language sql immutable
  set search_path = ''
as $$ select sha256(convert_to(id::text, 'UTF8')); $$;
comment on function private.hash_of(uuid) is 'The SHA-256 of a row''s id, by which an erased row is known.';

create or replace function private.header_json(header text)
  returns jsonb
  language plpgsql immutable
  set search_path = ''
as $$
begin
  return header::jsonb;
exception when others then
  return null;
end;
$$;
comment on function private.header_json(text) is 'The content of a header as JSON; null when it is none. A header is anybody''s text.';

create or replace function private.id_key(id text)
  returns text
  language sql immutable parallel safe
  set search_path = ''
as $$
  select normalize(lower(regexp_replace(id,
    '[\u0001-\u0020\u007f-\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]',
    '', 'g') collate "und-x-icu"), NFC);
$$;
comment on function private.id_key(text) is 'An ID as it is compared: no case, no spaces, no invisible letters.';
grant execute on function private.id_key(text) to anon, authenticated, service_role;

create or replace function private.is_day(day text)
  returns boolean
  language sql immutable
  set search_path = ''
as $$
  select case when coalesce(day, '') ~ '^(19|20)\d\d-(0[1-9]|1[012])-\d\d$'
    then right(day, 2)::int between 1 and extract(day from (left(day, 8) || '01')::date + interval '1 month - 1 day') else false end;
$$;
comment on function private.is_day(text) is 'Whether a text is a day of the calendar, from 1900 on.';

create or replace function private.is_mail_address(address text)
  returns boolean
  language sql immutable
  set search_path = ''
as $$
  select coalesce(length(address) <= 320 and address ~ '^[^\s@<>(),:;"\\\[\]]+@[^\s@<>(),:;"\\\[\]]+\.[^\s@<>(),:;"\\\[\]]+$', false);
$$;
comment on function private.is_mail_address(text) is
  'True for one address and nothing else: a text with commas, brackets or newlines would send the mail to others, or add to its head.';

create or replace function private.is_moment(moment timestamp with time zone)
  returns boolean
  language sql immutable
  set search_path = ''
as $$
  select moment is null or (moment >= '1900-01-01T00:00:00Z' and moment < '10000-01-01T00:00:00Z');
$$;
comment on function private.is_moment(timestamp with time zone) is 'True for a moment that people mean, and for none.';
grant execute on function private.is_moment(timestamp with time zone) to anon, authenticated, service_role;

create or replace function private.keep_created_at()
  returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  if current_user in ('anon', 'authenticated') then
    new.created_at := old.created_at;
  end if;
  return new;
end;
$$;
comment on function private.keep_created_at() is 'When a row was made is not changed by a later call.';

create or replace function private.list_in(value jsonb, field text)
  returns jsonb
  language plpgsql immutable
  set search_path = ''
as $$
begin
  if coalesce(jsonb_typeof(value), 'null') not in ('array', 'null') then
    perform private.refuse('PK008', field, 'Uppgifterna kan inte läsas.');
  end if;
  return case when jsonb_typeof(value) = 'array' then value else '[]' end;
end;
$$;
comment on function private.list_in(jsonb,text) is 'A list of a call''s argument; an empty one for nothing.';

create or replace function private.luhn_digit(digits text)
  returns text
  language sql immutable
  set search_path = ''
as $$
  select ((10 - sum(d.value / 10 + d.value % 10) % 10) % 10)::text
  from (select substr(digits, n, 1)::int * (1 + n % 2) as value from generate_series(1, length(digits)) n) d;
$$;
comment on function private.luhn_digit(text) is 'The check digit by Luhn of a number of seven digits.';

create or replace function private.max_amount(fine public.fines)
  returns integer
  language sql stable
  set search_path = ''
as $$
  select least(50000, (private.settings_of(fine.project_id)).max_amount,
    (select v.max_amount from public.violations v where v.id = fine.violation_id));
$$;
comment on function private.max_amount(public.fines) is 'The highest amount of a fine: of document 1, of the site and of the violation.';

create or replace function private.moment_of(fine public.fines)
  returns timestamp with time zone
  language sql stable
  set search_path = ''
as $$ select case when fine.was_offline then fine.issued_at else coalesce(fine.received_at, now()) end; $$;
comment on function private.moment_of(public.fines) is
  'When a fine is issued: by the phone''s clock where it had no network, else by the database''s.';

create or replace function private.refuse_stranger()
  returns void
  language plpgsql
  set search_path = ''
as $$
begin
  raise exception 'Du har inte behörighet till detta.' using errcode = '42501';
end;
$$;
comment on function private.refuse_stranger() is 'Refuses whoever has no right to what was asked (42501), in the words that screens show.';

create or replace function private.refuse(code text, field text, words text)
  returns void
  language plpgsql
  set search_path = ''
as $$
begin
  raise exception '%', words using errcode = code, detail = field;
end;
$$;
comment on function private.refuse(text,text,text) is
  'Refuses with a SQLSTATE of its own, the field in `details` and a text that a screen shows (contract/cases.ts lists the codes).';

create or replace function private.start_of(day date)
  returns timestamp with time zone
  language sql immutable
  set search_path = ''
as $$ select day::timestamp at time zone 'Europe/Stockholm'; $$;
comment on function private.start_of(date) is 'The first moment of a day, where the company is.';

create or replace function private.texts_within(texts text[], max_items integer, max_length integer)
  returns boolean
  language sql immutable
  set search_path = ''
as $$
  select cardinality(texts) <= max_items
     and not exists (select from unnest(texts) as t(item) where t.item is null or length(t.item) > max_length);
$$;
comment on function private.texts_within(text[],integer,integer) is
  'True when a list has at most max_items texts of at most max_length characters each, none of them null.';
grant execute on function private.texts_within(text[],integer,integer) to anon, authenticated, service_role;

create or replace function private.touch_updated_at()
  returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  new.updated_at := now();
  return new;
end;
$$;
comment on function private.touch_updated_at() is 'Sets `updated_at` to now, whatever the caller sent.';

create or replace function private.wait_in_words(words text, since timestamp with time zone)
  returns text
  language sql stable
  set search_path = ''
as $$
  select format('%s Försök igen om %s.', words, case when m.minutes = 1 then '1 minut' else m.minutes || ' minuter' end)
  from (select greatest(1, ceil(extract(epoch from since + interval '15 minutes' - now()) / 60)::int) as minutes) m;
$$;
comment on function private.wait_in_words(text,timestamp with time zone) is 'A refusal with the minutes until it ends.';
