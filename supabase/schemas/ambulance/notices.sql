-- Notices of the ambulance's admin, and who has read and acknowledged them (document 5 §7).

create table public.notices (
  id uuid default gen_random_uuid() not null,
  created_at timestamptz default now() not null,
  title text not null,
  text text not null,
  must_acknowledge boolean default false not null,
  published_at timestamptz default now() not null,
  until date,
  by text not null,
  constraint notices_pkey primary key (id),
  constraint notices_title_length check (title ~ '\S' and length(title) <= 200),
  constraint notices_text_length check (text ~ '\S' and length(text) <= 2000),
  constraint notices_by_length check (length(by) <= 320),
  constraint notices_moments check (private.is_moment(created_at) and private.is_moment(published_at) and private.is_moment(until::timestamptz))
);

comment on table public.notices is 'Notices of the ambulance''s admin. A changed text is a new notice.';
comment on column public.notices.until is 'The last day on which employees are shown the notice; null: no last day.';

create index notices_newest_idx on public.notices (published_at desc, id desc);

alter table public.notices enable row level security;

create policy "Ambulance staff read the notices" on public.notices
  for select to anon, authenticated
  using (
    (select private.is_specified())
    or (select private.own_employee_id()) is not null
    or (select private.is_kind('ase-admin')));

create trigger notices_write_trail after insert or delete or update on public.notices for each row execute function private.write_trail('ASE');

alter publication supabase_realtime add table public.notices;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('notices', 'select', 'select', '', 'select', 'select');

create table public.notice_receipts (
  id uuid default gen_random_uuid() not null,
  created_at timestamptz default now() not null,
  notice_id uuid not null,
  person_id uuid not null,
  employee_id text not null,
  seen_at timestamptz default now() not null,
  acknowledged_at timestamptz,
  constraint notice_receipts_pkey primary key (id),
  constraint notice_receipts_notice_id_fkey foreign key (notice_id) references public.notices(id) on delete cascade,
  constraint notice_receipts_employee_id_length check (length(employee_id) <= 50),
  constraint notice_receipts_moments check (private.is_moment(created_at) and private.is_moment(seen_at) and private.is_moment(acknowledged_at))
);

comment on table public.notice_receipts is 'Who has seen a notice, and acknowledged it: once a person.';
comment on column public.notice_receipts.person_id is 'The row in the list of employees: who gets an old ID later has acknowledged nothing.';

create unique index notice_receipts_person_key on public.notice_receipts (notice_id, person_id);
create index notice_receipts_own_idx on public.notice_receipts (person_id);

alter table public.notice_receipts enable row level security;

create policy "Employees read own receipts, the ambulance admin all" on public.notice_receipts
  for select to anon, authenticated
  using (
    (select private.is_specified())
    or ((select private.own_employee_id()) is not null and person_id = (select private.own_clock_person()))
    or (select private.is_kind('ase-admin')));

create trigger notice_receipts_write_trail after insert or delete or update on public.notice_receipts for each row execute function private.write_trail('ASE');

alter publication supabase_realtime add table public.notice_receipts;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('notice_receipts', 'select', 'select', '', 'select', 'select');

create or replace function public.publish_notice(notice jsonb, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  admin constant text := private.clock_admin('ASE', 'ase-employee', acting_as);
  wanted public.notices;
  answer jsonb;
begin
  if admin is null then
    perform private.refuse_stranger();
  end if;
  begin
    wanted := jsonb_populate_record(null::public.notices, notice);
  exception when data_exception then
    perform private.refuse('unreadable-notice', 'notice');
  end;
  if wanted.id is null or coalesce(wanted.title, '') !~ '\S' or length(wanted.title) > 200 or coalesce(wanted.text, '') !~ '\S'
    or length(wanted.text) > 2000 or wanted.until < private.day_of(now()) or not private.is_moment(wanted.until::timestamptz) then
    perform private.refuse('unreadable-notice', 'notice');
  end if;
  answer := private.answer_of(wanted.id, 'publish_notice', 'ase-admin ' || private.id_key(admin));
  if answer is not null then
    return answer;
  end if;
  insert into public.notices (id, title, text, must_acknowledge, until, by)
    values (wanted.id, btrim(wanted.title), btrim(wanted.text), coalesce(wanted.must_acknowledge, false), wanted.until, admin);
  return private.keep_answer(wanted.id, 'publish_notice', 'ase-admin ' || private.id_key(admin),
    jsonb_build_object('outcome', 'published', 'at', now()));
end;
$$;
comment on function public.publish_notice(jsonb,text) is 'Publishes a notice of the ambulance''s admin to all employees.';
grant execute on function public.publish_notice(jsonb,text) to authenticated;

create or replace function private.keep_receipt(notice_id uuid, receipt_id uuid, acting_as text, acknowledges boolean)
  returns public.notice_receipts
  language plpgsql
  set search_path = ''
as $$
declare
  worker constant private.clock_person := private.clock_worker('ASE', 'ase-employee', acting_as);
  receipt public.notice_receipts;
begin
  if worker.person is null or not worker.is_active or not exists (select from public.notices n where n.id = keep_receipt.notice_id) then
    perform private.refuse_stranger();
  elsif receipt_id is null then
    perform private.refuse('unreadable-notice', 'receipt_id');
  end if;
  -- Two phones at once have one receipt, and its first times stay.
  insert into public.notice_receipts (id, notice_id, person_id, employee_id)
    values (receipt_id, keep_receipt.notice_id, worker.person, worker.id) on conflict do nothing;
  update public.notice_receipts r set acknowledged_at = now()
    where r.notice_id = keep_receipt.notice_id and r.person_id = worker.person and acknowledges and r.acknowledged_at is null;
  select r.* into receipt from public.notice_receipts r
    where r.notice_id = keep_receipt.notice_id and r.person_id = worker.person;
  if receipt.id is null then
    perform private.refuse('event-used', 'receipt_id');
  end if;
  return receipt;
end;
$$;
comment on function private.keep_receipt(uuid,uuid,text,boolean) is 'Notes that an employee has seen a notice, or acknowledged it: the first time counts.';

create or replace function public.see_notice(notice_id uuid, receipt_id uuid, acting_as text)
  returns jsonb
  language sql security definer
  set search_path = ''
as $$
  select jsonb_build_object('outcome', 'seen', 'at', (private.keep_receipt(notice_id, receipt_id, acting_as, false)).seen_at);
$$;
comment on function public.see_notice(uuid,uuid,text) is 'Notes that the employee who calls has seen a notice.';
grant execute on function public.see_notice(uuid,uuid,text) to authenticated;

create or replace function public.acknowledge_notice(notice_id uuid, receipt_id uuid, acting_as text)
  returns jsonb
  language sql security definer
  set search_path = ''
as $$
  select jsonb_build_object('outcome', 'acknowledged', 'at', (private.keep_receipt(notice_id, receipt_id, acting_as, true)).acknowledged_at);
$$;
comment on function public.acknowledge_notice(uuid,uuid,text) is 'Acknowledges a notice for the employee who calls.';
grant execute on function public.acknowledge_notice(uuid,uuid,text) to authenticated;

create or replace function private.erase_notices(most integer)
  returns integer
  language plpgsql
  set search_path = ''
as $$
declare
  notices uuid[] := array(select n.id from public.notices n where n.published_at < now() - interval '24 months' order by n.published_at limit most);
begin
  perform set_config('parkering.erases', 'yes', true);
  perform private.erase_trail('{notices}', notices);
  delete from public.notices n where n.id = any (notices);
  perform set_config('parkering.erases', '', true);
  return cardinality(notices);
end;
$$;
comment on function private.erase_notices(integer) is 'Erases notices with their receipts after 24 months, at most so many. Gives their count.';

insert into private.staff_functions (function_name)
  values ('publish_notice'), ('see_notice'), ('acknowledge_notice');
