-- A shift that was rejected by mistake is approved after all (document 1 §4: unapproved shifts can be approved). The approval takes the
-- place of the review, so the rejection gets columns of its own: the admins and the attendant read both.
alter table public.shift_registrations
  add column rejected_at timestamptz,
  add column rejected_by text,
  add column rejection_note text,
  add constraint shift_registrations_rejected_by_length check (length(rejected_by) <= 320),
  add constraint shift_registrations_rejection_note_length check (length(rejection_note) <= 2000);

-- The database writes these columns. What a call says of them does not count.
create function private.keep_rejection() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if current_user in ('anon', 'authenticated', 'service_role') then
    new.rejected_at := case when tg_op = 'UPDATE' then old.rejected_at end;
    new.rejected_by := case when tg_op = 'UPDATE' then old.rejected_by end;
    new.rejection_note := case when tg_op = 'UPDATE' then old.rejection_note end;
  end if;
  if tg_op = 'UPDATE' and old.status = 'rejected' and new.status = 'approved' then
    new.rejected_at := old.reviewed_at;
    new.rejected_by := old.reviewed_by;
    new.rejection_note := old.review_note;
  end if;
  return new;
end;
$$;
revoke execute on function private.keep_rejection() from public;
-- The name comes after shift_registrations_follow_review, which decides the status first.
create trigger shift_registrations_keep_rejection before insert or update on public.shift_registrations
  for each row execute function private.keep_rejection();
