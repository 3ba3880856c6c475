-- Fines, each a case with a number of its own (document 4 §3, §4).

create table public.fines (
  id uuid not null,
  project_id text,
  site_id uuid,
  created_at timestamptz default now() not null,
  kind text not null,
  case_number text not null,
  public_key text not null,
  parking_id uuid,
  parking_snapshot jsonb,
  plate text not null,
  plate_key text collate "C" generated always as (private.plate_key(plate)) stored,
  car_model text default '' not null,
  car_color text default '' not null,
  street text default '' not null,
  discord_username text,
  violation_id uuid,
  violation_code text default '' not null,
  violation_text text not null,
  amount integer not null,
  due_date date not null,
  notes text default '' not null,
  observed_from timestamptz not null,
  observed_reason text,
  issued_by text not null,
  account_id uuid,
  issued_at timestamptz not null,
  received_at timestamptz default now() not null,
  delivery text,
  accepted_warnings jsonb default '[]'::jsonb not null,
  was_offline boolean default false not null,
  review_reasons jsonb default '[]'::jsonb not null,
  needs_review boolean default false not null,
  status text default 'issued' not null,
  last_event uuid not null,
  fee integer default 0 not null,
  paid_ore bigint default 0 not null,
  erased_at timestamptz,
  agreed_fee integer default 0 not null,
  recovered_ore bigint default 0 not null,
  vat_percent integer,
  left_ore bigint generated always as (
case
    when status in ('withdrawn', 'written_off') then 0::bigint
    else (amount + fee) * 100::bigint
end - paid_ore +
case status
    when 'written_off' then recovered_ore
    else 0::bigint
end) stored,
  constraint fines_pkey primary key (id),
  constraint fines_case_number_key unique (case_number),
  constraint fines_public_key_key unique (public_key),
  constraint fines_project_id_length check (length(project_id) >= 1 and length(project_id) <= 100),
  constraint fines_kind check (kind in ('ticket', 'report')),
  constraint fines_case_number_form check (case_number ~ '^\d{8}$'),
  constraint fines_public_key_form check (public_key ~ '^[A-Za-z0-9_-]{22}$'),
  constraint fines_parking_snapshot_size check (pg_column_size(parking_snapshot) <= 20000),
  constraint fines_plate_length check (length(plate) <= 50),
  constraint fines_plate_seen check (private.plate_key(plate) <> ''),
  constraint fines_car_model_length check (length(car_model) <= 200),
  constraint fines_car_color_length check (length(car_color) <= 100),
  constraint fines_street_length check (length(street) <= 200),
  constraint fines_discord_username_length check (length(discord_username) <= 100),
  constraint fines_violation_code_length check (length(violation_code) <= 20),
  constraint fines_violation_text_length check (length(violation_text) <= 500),
  constraint fines_amount_range check (amount >= 0 and amount <= 1000000),
  constraint fines_due_date check (due_date >= '1900-01-01'::date and due_date <= '9999-12-31'::date),
  constraint fines_notes_length check (length(notes) <= 2000),
  constraint fines_observed_reason_length check (length(observed_reason) <= 500),
  constraint fines_issued_by_length check (length(issued_by) >= 1 and length(issued_by) <= 50),
  constraint fines_delivery check (delivery in ('fixed', 'handed', 'not_delivered')),
  constraint fines_accepted_warnings check (jsonb_typeof(accepted_warnings) = 'array' and pg_column_size(accepted_warnings) <= 20000),
  constraint fines_review_reasons check (jsonb_typeof(review_reasons) = 'array' and pg_column_size(review_reasons) <= 20000),
  constraint fines_status check (status in ('issued', 'reminded', 'disputed', 'paid', 'withdrawn', 'written_off', 'collection')),
  constraint fines_fee_range check (fee >= 0 and fee <= 60),
  constraint fines_moments check (private.is_moment(created_at) and private.is_moment(observed_from) and private.is_moment(issued_at) and private.is_moment(received_at) and private.is_moment(erased_at)),
  constraint fines_agreed_fee_range check (agreed_fee >= 0 and agreed_fee <= 60),
  constraint fines_vat_percent check (vat_percent = 25),
  constraint fines_violation_id_fkey foreign key (violation_id) references public.violations(id)
);

comment on table public.fines is 'Fines, each a case with a number of its own.';
comment on column public.fines.agreed_fee is 'The fee of a reminder, in kronor, as it was agreed when the fine was issued.';
comment on column public.fines.vat_percent is 'The VAT in the amount, in per cent, as the site had it when the fine was issued; null without VAT.';
comment on column public.fines.recovered_ore is 'What came of the claim, in öre, after it was written off; 0 where it was not.';

create index fines_project_newest_idx on public.fines (project_id, created_at desc, id desc);
create index fines_newest_idx on public.fines (created_at desc, id desc);
create index fines_project_status_idx on public.fines (project_id, status, created_at desc, id desc);
create index fines_project_due_idx on public.fines (project_id, due_date, id) where status in ('issued', 'reminded', 'collection');
create index fines_project_review_idx on public.fines (project_id, created_at desc, id desc) where needs_review;
create index fines_issuer_newest_idx on public.fines (issued_by, issued_at desc, id desc);
create index fines_account_newest_idx on public.fines (account_id, issued_at desc, id desc);
create index fines_violation_idx on public.fines (violation_id);
create index fines_project_open_idx on public.fines (project_id, issued_at) where status in ('issued', 'reminded', 'disputed', 'collection');
-- private.ledger_lines reads a site's cases of a year from it alone: their rows lie among those of all sites.
create index fines_project_issued_idx on public.fines (project_id, issued_at) include (site_id, id, amount, fee, vat_percent);
create index fines_plate_idx on public.fines (plate_key, project_id, issued_at desc);
create index fines_counted_idx on public.fines (project_id, site_id, status, due_date, left_ore);
create index fines_project_refund_idx on public.fines (project_id, created_at desc, id desc) where left_ore < 0;

alter table public.fines enable row level security;

create policy "Admins read their site's fines, attendants their own" on public.fines
  for select to anon, authenticated
  using (
    (select private.is_specified())
    or coalesce(site_id::text, project_id, '') = any ((select private.own_places('admin'))::text[])
    or (account_id = (select auth.uid())
      and coalesce(site_id::text, project_id, '') = any ((select private.own_places('attendant'))::text[])));

create trigger fines_forget_driver_calls after update of erased_at on public.fines
  for each row when (new.erased_at is not null) execute function private.forget_driver_calls();
create trigger fines_keep_keys_apart before insert on public.fines for each row execute function private.keep_keys_apart();
create trigger fines_note_change after update on public.fines
  for each row when ((old.issued_at < now() - interval '12 hours' or new.issued_at < now() - interval '12 hours')
    and (old.issued_at, old.status, old.violation_id, old.street, old.amount, old.paid_ore, coalesce(old.site_id::text, old.project_id))
      is distinct from
        (new.issued_at, new.status, new.violation_id, new.street, new.amount, new.paid_ore, coalesce(new.site_id::text, new.project_id)))
  execute function private.note_changed_day('issued_at');
create trigger fines_note_old after insert on public.fines
  for each row when (new.issued_at < now() - interval '12 hours') execute function private.note_changed_day('issued_at');
create trigger fines_note_removal after delete on public.fines
  for each row when (old.issued_at < now() - interval '12 hours') execute function private.note_changed_day('issued_at');
create trigger fines_place before update of project_id, site_id on public.fines for each row when (pg_trigger_depth() = 0) execute function private.place_row();
create trigger fines_place_new before insert on public.fines for each row execute function private.place_row();
create trigger fines_settle_agreed_fee before insert on public.fines for each row execute function private.keep_agreed_fee();
create trigger fines_write_trail after insert or delete on public.fines for each row execute function private.write_trail();
create trigger fines_write_trail_of_change after update on public.fines for each row when ((pg_trigger_depth() = 0 or not old.project_id is distinct from new.project_id) and not private.moves_money()) execute function private.write_trail();

alter publication supabase_realtime add table public.fines;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('fines', 'select', 'select', '', 'select', 'select');
