-- An approval that says nothing but `approved` (document 1 §7) kept the note and the name of the rejection before it as its own. What
-- belongs to the rejection stands in columns of its own; the approval has no note, and nobody said who gave it.
create or replace function private.follow_shift_review() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new.approved <> old.approved and new.status = old.status then
    new.status := case when new.approved then 'approved' else 'rejected' end;
  end if;
  if current_user in ('anon', 'authenticated', 'service_role') then
    new.reviewed_at := old.reviewed_at;
  end if;
  if new.status <> old.status and new.status <> 'pending' and new.reviewed_at is not distinct from old.reviewed_at then
    new.reviewed_at := now();
  end if;
  if old.status = 'rejected' and new.status = 'approved'
    and (new.reviewed_by, new.review_note) is not distinct from (old.reviewed_by, old.review_note) then
    new.reviewed_by := null;
    new.review_note := null;
  end if;
  return new;
end;
$$;
