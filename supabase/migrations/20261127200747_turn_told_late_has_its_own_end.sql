-- A turn told late, after the turn that took its id had ended, got that one's end: the two overlapped, and the hours counted twice (document 5 §6).

set local check_function_bodies = off;

create or replace function private.part_turn(turn public.work_turns, own_id uuid, ends timestamp with time zone, by text)
  returns public.work_turns
  language plpgsql
  set search_path = ''
as $$
declare
  parted public.work_turns := turn;
begin
  delete from private.work_turn_ids i where i.id = own_id returning i.said_at into parted.started_at;
  parted.id := own_id;
  parted.created_at := now();
  parted.started_at := private.first_free(turn.person_id, parted.started_at);
  -- The end, the note and the review are those of the turn that ran: an end of its own follows (clock_out).
  parted.ended_at := null;
  parted.is_forgotten := false;
  parted.note := null;
  parted.reviewed_by := null;
  parted.reviewed_at := null;
  parted.review_note := null;
  parted.shift_registration_id := null;
  parted.planned_shift_id := null;
  parted.status := 'waiting';
  parted.needs_check := true;
  insert into public.work_turns select parted.*;
  perform private.note_turn(parted, 'started', by, parted.started_at, '{}');
  return parted;
end;
$$;
