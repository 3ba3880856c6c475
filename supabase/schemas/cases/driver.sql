-- A case as its driver sees it (document 4 §4).

create or replace function private.case_for_driver(fine public.fines)
  returns jsonb
  language sql stable
  set search_path = ''
as $$
  select jsonb_build_object('outcome', 'found', 'case_number', fine.case_number, 'public_key', fine.public_key, 'plate', fine.plate,
      'street', fine.street, 'observed_from', fine.observed_from, 'issued_at', fine.issued_at, 'violation_code', fine.violation_code,
      'violation_text', fine.violation_text, 'amount', fine.amount, 'fee', fine.fee, 'paid_ore', fine.paid_ore, 'left_ore', fine.left_ore,
      'due_date', fine.due_date, 'status', fine.status, 'delivery', fine.delivery,
      'objection', (select case when o.decision is null then 'open' else 'decided' end from public.objections o
        where o.fine_id = fine.id order by o.decision is null desc, o.created_at desc limit 1),
      'payment_methods', s.payment_methods, 'issuer_name', s.issuer_name, 'org_number', s.org_number, 'principal', s.principal,
      'legal_line', s.legal_line, 'contact_email', s.contact_email, 'contact_phone', s.contact_phone, 'privacy_url', s.privacy_url,
      'refund', private.refund_for_driver(fine), 'vat_percent', fine.vat_percent, 'reminder_wait_days', s.reminder_wait_days,
      'reminder_fee', private.reminder_fee_of(fine))
  from private.settings_of(fine.project_id) s;
$$;
comment on function private.case_for_driver(public.fines) is
  'The state of a case for whoever stands before its car: not who issued it, no notes, no recipients, no text of an objection, no account.';

create or replace function public.case_by_key(public_key text)
  returns jsonb
  language plpgsql stable security definer
  set search_path = ''
as $$
#variable_conflict use_column
declare
  wanted constant text := case_by_key.public_key;
  fine public.fines;
  answer jsonb;
begin
  select f.* into fine from public.fines f where f.public_key = wanted;
  if fine.id is null then
    select f.* into fine from public.fines f order by f.public_key limit 1;
  end if;
  answer := private.case_for_driver(fine);
  return case when fine.public_key = wanted and fine.erased_at is null then answer else '{"outcome": "none"}' end;
end;
$$;
comment on function public.case_by_key(text) is 'A case for its driver, by the key of its QR code.';
grant execute on function public.case_by_key(text) to anon, authenticated, service_role;

create or replace function public.list_case_files(public_key text, reply_key text DEFAULT NULL::text)
  returns jsonb
  language plpgsql stable security definer
  set search_path = ''
as $$
declare
  opened record;
begin
  select o.* into opened from private.opened_by(list_case_files.public_key, list_case_files.reply_key) o;
  return jsonb_build_object(
    'photos', (select coalesce(jsonb_agg(jsonb_build_object('path', p.path, 'taken_at', p.taken_at, 'category', p.category)
        order by p.taken_at, p.id), '[]')
      from public.fine_photos p join public.fines f on f.id = p.fine_id
      where f.public_key = list_case_files.public_key and f.erased_at is null),
    -- `may_be_sent`: of an objection that nobody has decided.
    'sent', (select coalesce(jsonb_agg(jsonb_build_object('id', p ->> 'id', 'path', p ->> 'path',
        'may_be_sent', (opened.objection).decision is null)), '[]')
      from jsonb_array_elements((opened.objection).photos) p
      where (opened.supplement is null or p ->> 'sent' = opened.supplement::text)
        and private.is_photo_of((opened.objection).id, p ->> 'path')));
end;
$$;
comment on function public.list_case_files(text,text) is 'The photos of a case, and those of the objection that a reply key opens.';
grant execute on function public.list_case_files(text,text) to service_role;

create or replace function public.look_up_case(case_number text, plate text)
  returns jsonb
  language plpgsql stable security definer
  set search_path = ''
as $$
#variable_conflict use_column
declare
  wanted constant text := regexp_replace(coalesce(look_up_case.case_number, ''), '\s', '', 'g');
  key constant text := coalesce(private.plate_key(look_up_case.plate), '');
  fine public.fines;
  answer jsonb;
begin
  select f.* into fine from public.fines f where f.case_number = wanted;
  if fine.id is null then
    select f.* into fine from public.fines f order by f.case_number limit 1;
  end if;
  answer := private.case_for_driver(fine);
  return case when fine.case_number = wanted and fine.plate_key = key and fine.erased_at is null then answer else '{"outcome": "none"}' end;
end;
$$;
comment on function public.look_up_case(text,text) is 'A case for its driver, by number and plate.';
grant execute on function public.look_up_case(text,text) to anon, authenticated, service_role;
