-- Payments, of cases or not placed yet (document 4 §6).

create table public.payments (
  id uuid not null,
  project_id text,
  site_id uuid,
  created_at timestamptz default now() not null,
  fine_id uuid,
  amount_ore bigint not null,
  value_date date not null,
  method text default '' not null,
  payer_text text,
  bank_key text,
  by_id text not null,
  file_id uuid,
  part_of uuid,
  reading integer default 0 not null,
  constraint payments_pkey primary key (id),
  constraint payments_project_id_length check (length(project_id) >= 1 and length(project_id) <= 100),
  constraint payments_amount_range check (((amount_ore <> 0) and ((amount_ore >= '-1000000000000'::bigint) and (amount_ore <= '1000000000000'::bigint)))),
  constraint payments_value_date check (value_date >= '1900-01-01'::date and value_date <= '9999-12-31'::date),
  constraint payments_method_length check (length(method) <= 50),
  constraint payments_payer_text_length check (length(payer_text) <= 500),
  constraint payments_bank_key_length check (length(bank_key) >= 1 and length(bank_key) <= 200),
  constraint payments_by_id_length check (length(by_id) <= 320),
  constraint payments_moments check (private.is_moment(created_at)),
  constraint payments_reading_range check (reading >= 0),
  constraint payments_fine_id_fkey foreign key (fine_id) references public.fines(id),
  constraint payments_file_id_fkey foreign key (file_id) references public.payment_files(id),
  constraint payments_part_of_fkey foreign key (part_of) references public.payments(id)
);

comment on table public.payments is 'Money that came and went; only added to.';

create index payments_fine_idx on public.payments (fine_id, value_date, id);
create index payments_project_newest_idx on public.payments (project_id, created_at desc, id desc);
create index payments_newest_idx on public.payments (created_at desc, id desc);
create unique index payments_bank_key_key on public.payments (bank_key, coalesce(project_id, ''), reading);
create index payments_file_idx on public.payments (file_id, fine_id);
create index payments_part_idx on public.payments (part_of);
create index payments_unplaced_idx on public.payments (project_id, created_at desc, id desc) where fine_id is null;
create index payments_payer_idx on public.payments (private.payer_key(payer_text), project_id) where fine_id is not null and payer_text is not null;
create index payments_project_value_idx on public.payments (project_id, value_date) where fine_id is not null;

alter table public.payments enable row level security;

create policy "Admins read their site's payments" on public.payments
  for select to anon, authenticated
  using ((select private.is_specified()) or coalesce(site_id::text, project_id, '') = any ((select private.own_places('admin'))::text[]));

create trigger payments_note_change after update on public.payments
  for each row when (coalesce(old.site_id::text, old.project_id) is distinct from coalesce(new.site_id::text, new.project_id))
  execute function private.note_changed_day('value_date');
create trigger payments_note_days after insert on public.payments referencing new table as added
  for each statement execute function private.note_value_days();
create trigger payments_note_removal after delete on public.payments for each row execute function private.note_changed_day('value_date');
create trigger payments_only_grow before update on public.payments for each row execute function private.refuse_other_past();
create trigger payments_place before update of project_id, site_id on public.payments for each row when (pg_trigger_depth() = 0) execute function private.place_row();
create trigger payments_place_new before insert on public.payments for each row execute function private.place_row();
create trigger payments_write_trail after insert or delete or update on public.payments for each row when (not private.moves_money()) execute function private.write_trail();

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('payments', 'select', 'select', '', 'select', 'select');
