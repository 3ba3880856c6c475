-- Who objected is told when the case is withdrawn, and does not read the note, which the house writes for itself (document 4 §4).

-- As before; the note of a withdrawal stays with its event, which names the objection that it ends.
create or replace function private.keep_case_data(fine public.fines, kind text, event_id uuid, note text, data jsonb, actor private.case_actor) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  objection uuid := (select o.id from public.objections o where o.fine_id = fine.id and o.decision is null);
begin
  case kind
    when 'payment', 'refunded', 'payment_undone' then
      return (select jsonb_build_object('payment_id', p.id, 'amount_ore', p.amount_ore, 'value_date', p.value_date)
        from public.payments p where p.id = event_id);
    when 'objected' then
      insert into public.objections (id, fine_id, project_id, name, email, text, photos, ground, received_at, received_by, reply_key_hash)
        values (event_id, fine.id, fine.project_id, coalesce(data ->> 'name', ''), coalesce(data ->> 'email', ''), note,
          coalesce(data -> 'photos', '[]'), data ->> 'ground', coalesce((data ->> 'received_at')::timestamptz, now()),
          case when actor.kind <> 'driver' then actor.id end, data ->> 'reply_key_hash');
      return jsonb_build_object('objection_id', event_id);
    when 'supplemented' then
      update public.objections o set text = o.text || E'\n\n' || note where o.id = objection;
      return jsonb_build_object('objection_id', objection);
    when 'objection_accepted', 'objection_rejected' then
      update public.objections o set decision = substr(kind, 11), reply = note, decided_by = actor.id, decided_at = now() where o.id = objection;
      return jsonb_build_object('objection_id', objection, 'due_date', data -> 'due_date');
    when 'withdrawn' then
      update public.objections o set decision = 'withdrawn', reply = null, decided_by = actor.id, decided_at = now() where o.id = objection;
      return jsonb_strip_nulls(jsonb_build_object('ground', data ->> 'ground', 'objection_id', objection));
    when 'reminded' then
      return jsonb_build_object('due_date', data -> 'due_date', 'fee', fine.fee);
    when 'reopened' then
      return jsonb_build_object('due_date', data -> 'due_date');
    when 'recipient_set' then
      insert into public.case_recipients (id, fine_id, project_id, role, name, address, source)
        values (event_id, fine.id, fine.project_id, data ->> 'role', data ->> 'name', coalesce(data ->> 'address', ''), coalesce(data ->> 'source', ''));
      return jsonb_build_object('recipient_id', event_id);
    when 'delivered' then
      return jsonb_build_object('delivery', data ->> 'delivery');
    when 'photo_added' then
      if not exists (select from public.fine_photos p where p.id = (data ->> 'id')::uuid and p.fine_id = fine.id) then
        perform private.add_photos(fine, jsonb_build_array(data));
      end if;
      return jsonb_build_object('photo_id', data ->> 'id');
    else
      return '{}';
  end case;
end;
$$;

-- What was written already stands with its event as well.
alter table public.objections disable trigger user;
update public.objections set reply = null where decision = 'withdrawn';
alter table public.objections enable trigger user;

-- As before, and a withdrawal that ends an objection is a decision.
create or replace trigger fine_events_tell after insert on public.fine_events for each row
  when (new.kind in ('issued', 'objected', 'supplemented', 'objection_accepted', 'objection_rejected', 'withdrawn'))
  execute function private.tell_of_case();
