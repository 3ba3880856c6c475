-- As before; reminders and collection go through cases in the order of their index and stop at 500, so that the rule is asked of few of them.
create or replace function public.list_case_work(project text, step text, acting_as text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  actor constant private.case_actor := private.money_admin(project, acting_as);
  settings constant public.site_settings := private.settings_of(actor.project);
  today constant date := private.day_of(now());
  listed jsonb;
begin
  if step = 'exported' then
    select coalesce(jsonb_agg(private.case_paper(w.fine, null) || jsonb_build_object('asked_at', w.asked_at)
        order by w.asked_at is not null, (w.fine).due_date, (w.fine).id), '[]') into listed from (
      select f as fine, asked.at as asked_at from public.fines f
      cross join lateral (
        select max(e.at) as at from public.fine_events e
        where e.fine_id = f.id and e.kind = 'exported' and e.note = private.asked_for_owner()
      ) asked
      where f.project_id = actor.project and f.status in ('issued', 'reminded') and f.due_date < today
        and not exists (select from public.case_recipients r where r.fine_id = f.id)
      order by asked.at is not null, f.due_date, f.id limit 501
    ) w;
  elsif step in ('reminded', 'handed_to_collection') then
    select coalesce(jsonb_agg(private.case_paper(w.fine, null) || jsonb_build_object('asked_at', null)
        || case when step = 'reminded' then jsonb_build_object('fee', next.fee, 'left_ore',
          ((w.fine).amount + next.fee) * 100::bigint - (w.fine).paid_ore) else '{}' end
        order by (w.fine).due_date, (w.fine).id), '[]') into listed from (
      select f as fine from public.fines f
      where f.project_id = actor.project and f.status in ('issued', 'reminded') and (f.due_date < today or f.status = 'reminded')
        and exists (select from public.case_recipients r where r.fine_id = f.id)
        and exists (select from private.case_transitions t where t.kind = step and f.status = any (t.from_status)
          and t.needs <@ private.case_facts(f, f.left_ore, f.paid_ore, actor, now()))
      order by f.due_date, f.id limit 501
    ) w
    cross join lateral (
      -- Once a case, as when the reminder is recorded.
      select case when not settings.fee_is_agreed or exists (
          select from public.fine_events e where e.fine_id = (w.fine).id and (e.data ->> 'fee')::int > 0)
        then (w.fine).fee else settings.reminder_fee end as fee
    ) next;
  else
    perform private.refuse('PK008', 'step', 'Uppgiften saknas eller kan inte läsas.');
  end if;
  return jsonb_build_object('outcome', 'listed', 'has_more', jsonb_array_length(listed) > 500, 'cases', listed - 500);
end;
$$;
