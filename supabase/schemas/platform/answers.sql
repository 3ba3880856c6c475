-- Answers of calls that a person may send twice (document 5 §1).

create table private.answers (
  id uuid not null,
  function_name text not null,
  caller text not null,
  answer jsonb not null,
  created_at timestamptz default now() not null,
  constraint answers_pkey primary key (id)
);

comment on table private.answers is 'The first answer of each call with an id of its caller; a repeated call gets it again and changes nothing.';

create index answers_oldest_idx on private.answers (created_at);

alter table private.answers enable row level security;

create or replace function private.answer_of(event uuid, function_name text, caller text)
  returns jsonb
  language plpgsql
  set search_path = ''
as $$
declare
  known private.answers;
begin
  -- A second call with the id waits for the first one's answer.
  perform pg_advisory_xact_lock(hashtextextended(event::text, 5));
  select a.* into known from private.answers a where a.id = event;
  if known.id is not null and (known.function_name, known.caller) is distinct from (answer_of.function_name, answer_of.caller) then
    perform private.refuse('event-used', 'event_id');
  end if;
  return known.answer;
end;
$$;
comment on function private.answer_of(uuid,text,text) is
  'The answer that a call with this id got before; null for a new id. An id of another function or person is refused.';

create or replace function private.keep_answer(event uuid, function_name text, caller text, answer jsonb)
  returns jsonb
  language sql
  set search_path = ''
as $$
  insert into private.answers as a (id, function_name, caller, answer) values (event, function_name, caller, answer) returning a.answer;
$$;
comment on function private.keep_answer(uuid,text,text,jsonb) is 'Keeps the answer of a call for its repetitions, and gives it.';
