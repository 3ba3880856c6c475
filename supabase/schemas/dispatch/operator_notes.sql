-- Notes of operators from shift to shift (document 5 §3).

create table public.operator_notes (
  id uuid default gen_random_uuid() not null,
  created_at timestamptz default now() not null,
  text text not null,
  unit_id uuid,
  call_id uuid,
  about text default '' not null,
  by text not null,
  done_by text,
  done_at timestamptz,
  constraint operator_notes_pkey primary key (id),
  constraint operator_notes_text_length check (text ~ '\S' and length(text) <= 2000),
  constraint operator_notes_lengths check (length(about) <= 50 and length(by) <= 320 and length(done_by) <= 320),
  constraint operator_notes_one_subject check (num_nonnulls(unit_id, call_id) <= 1),
  constraint operator_notes_done check ((done_by is null) = (done_at is null)),
  constraint operator_notes_unit_id_fkey foreign key (unit_id) references public.units(id) on delete set null,
  constraint operator_notes_call_id_fkey foreign key (call_id) references public.calls(id) on delete set null,
  constraint operator_notes_moments check (private.is_moment(created_at) and private.is_moment(done_at))
);

comment on table public.operator_notes is 'Notes from shift to shift, of a unit, of a call or of neither, until somebody finished them. Functions alone change them.';
comment on column public.operator_notes.about is 'The number of the unit or call, which outlives both; empty for a note of neither.';

create index operator_notes_open_idx on public.operator_notes (created_at desc, id desc) where done_at is null;
create index operator_notes_done_idx on public.operator_notes (done_at desc, id desc) where done_at is not null;
create index operator_notes_oldest_idx on public.operator_notes (created_at);
create index operator_notes_unit_idx on public.operator_notes (unit_id) where unit_id is not null;
create index operator_notes_call_idx on public.operator_notes (call_id) where call_id is not null;

alter table public.operator_notes enable row level security;

create policy "Dispatch reads notes" on public.operator_notes
  for select to anon, authenticated
  using ((select private.is_specified()) or (select private.is_kind('operator', 'dispatch-admin')));

create trigger operator_notes_write_trail after insert or delete or update on public.operator_notes for each row execute function private.write_trail('721075');

alter publication supabase_realtime add table public.operator_notes;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('operator_notes', 'select', 'select', '', 'select', 'select');

insert into private.staff_functions (function_name)
  values ('keep_note');

insert into private.staff_functions (function_name)
  values ('finish_note');

create or replace function public.keep_note(note jsonb, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  actor constant text := private.dispatch_staff(acting_as);
  given public.operator_notes;
  kept public.operator_notes;
  answer jsonb;
begin
  begin
    given := jsonb_populate_record(null::public.operator_notes, jsonb_build_object('id', note -> 'id',
      'text', private.text_in(note, 'text'), 'unit_id', note -> 'unit_id', 'call_id', note -> 'call_id'));
  exception when data_exception then
    perform private.refuse('unreadable-values', 'note');
  end;
  if given.id is null or num_nonnulls(given.unit_id, given.call_id) > 1 then
    perform private.refuse('unreadable-values', 'note');
  elsif coalesce(length(given.text) > 2000, true) then
    perform private.refuse('no-call-text', 'text');
  end if;
  answer := private.answer_of(given.id, 'keep_note', private.id_key(actor));
  if answer is not null then
    return answer;
  end if;
  given.about := coalesce(
    (select left(u.unit_number, 50) from public.units u where u.id = given.unit_id for key share),
    (select c.number from public.calls c where c.id = given.call_id for key share));
  if given.about is null and num_nonnulls(given.unit_id, given.call_id) > 0 then
    answer := jsonb_build_object('outcome', 'gone');
  else
    insert into public.operator_notes as n (id, created_at, text, unit_id, call_id, about, by)
      values (given.id, clock_timestamp(), given.text, given.unit_id, given.call_id, coalesce(given.about, ''), actor)
      returning n.* into kept;
    answer := jsonb_build_object('outcome', 'kept', 'note', to_jsonb(kept));
  end if;
  return private.keep_answer(given.id, 'keep_note', private.id_key(actor), answer);
end;
$$;
comment on function public.keep_note(jsonb,text) is 'Keeps a note for the next shift, of a unit, of a call or of neither.';
grant execute on function public.keep_note(jsonb,text) to authenticated;

create or replace function public.finish_note(note_id uuid, event_id uuid, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  actor constant text := private.dispatch_staff(acting_as);
  answer jsonb := private.answer_of(event_id, 'finish_note', private.id_key(actor));
  note public.operator_notes;
begin
  if answer is not null then
    return answer;
  end if;
  select n.* into note from public.operator_notes n where n.id = finish_note.note_id for update;
  if note.id is null then
    answer := jsonb_build_object('outcome', 'gone');
  elsif note.done_at is not null then
    answer := jsonb_build_object('outcome', 'finished_already', 'by', note.done_by, 'at', note.done_at);
  else
    update public.operator_notes n set done_by = actor, done_at = clock_timestamp() where n.id = note.id returning n.* into note;
    answer := jsonb_build_object('outcome', 'finished', 'at', note.done_at);
  end if;
  return private.keep_answer(event_id, 'finish_note', private.id_key(actor), answer);
end;
$$;
comment on function public.finish_note(uuid,uuid,text) is 'Finishes a note. The second who does is told who was first.';
grant execute on function public.finish_note(uuid,uuid,text) to authenticated;
