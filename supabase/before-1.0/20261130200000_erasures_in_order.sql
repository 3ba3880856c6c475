-- The moments of what is erased only go on, also where the clock goes back: the lists beside the database end at their last line's moment
-- (server/erasure/erased-list.ts), and what came before it would never stand in them.
-- As it was (20261129340000_erasures_kept.sql), but for the moment.
create or replace function private.erase_rows(place text, given private.erasable) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  counts constant jsonb := private.count_erasable(given);
  before constant text := coalesce(current_setting('parkering.erases', true), '');
  moment timestamptz;
begin
  -- One at a time, so that hashes are seen in the order of their moments.
  perform pg_advisory_xact_lock(hashtextextended('erasure', 0));
  moment := greatest(clock_timestamp(), (select max(e.erased_at) from private.erased_rows e) + interval '1 microsecond');
  perform set_config('parkering.erases', 'yes', true);
  -- Who asked for extracts is kept as long as cases.
  update public.audit_trail t set after = t.after - '{plate,asked_by,verified}'::text[] where t.id = any (given.extracts);
  perform private.erase_trail('{parkings}', given.parkings
    || array(select l.parking_id from public.parking_deletion_logs l where l.id = any (given.removals)));
  delete from public.parkings p where p.id = any (given.parkings);
  update public.parking_deletion_logs l set ref_number = null, car_model = null, car_color = null, street = null, discord_username = null
    where l.id = any (given.removals);
  update public.web_activity_logs l set additional_data = null where l.id = any (given.activities);
  delete from public.plate_checks c where c.id = any (given.checks);
  perform private.erase_trail('{permits}', given.permits);
  delete from public.permits m where m.id = any (given.permits);
  perform private.erase_trail('{payments}', given.payers);
  update public.payments p set payer_text = null where p.id = any (given.payers);
  perform private.erase_cases(given.cases);
  perform set_config('parkering.erases', before, true);
  insert into private.erased_rows (kind, id_hash, erased_at)
    select k.key, private.hash_of(i.id::uuid), moment
    from jsonb_each(to_jsonb(given)) k, jsonb_array_elements_text(k.value) i (id)
    on conflict do nothing;
  if exists (select from jsonb_each(counts) c where c.value <> '0') then
    perform private.add_to_trail('delete', 'erasures', place, null, null, counts);
  end if;
  return counts;
end;
$$;
