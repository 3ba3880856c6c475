-- Fines whose plate looked like one with a parking that ran when they were issued: before a hand's mistakes were found they were issued
-- without a question. The office looks at them, withdraws and refunds (`Bot med liknande parkering`). A withdrawn fine leaves the list once
-- nothing of it is to be paid back.

-- A part of the site's fines, newest first: of 300 those with such a parking, and where the next part begins; null after the last one that
-- parkings are kept for.
create function public.list_similar_fines(project text, before_created timestamptz default null, before_id uuid default null) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  site constant uuid := private.site_of(project);
  kept constant timestamptz := now() - make_interval(days => (private.settings_of(project)).keep_parkings_days + 1);
begin
  if not private.may_count_cases(project) then
    raise exception 'Du har inte behörighet till detta.' using errcode = '42501';
  end if;
  return (
    with part as materialized (
      select f.id, f.created_at, f.case_number, f.plate, f.plate_key, f.project_id, f.issued_at, private.moment_of(f) as moment, f.status,
        f.needs_review, f.left_ore, f.erased_at
      from public.fines f
      where f.project_id = list_similar_fines.project and f.site_id is not distinct from site and f.created_at > kept
        and (before_id is null or (f.created_at, f.id) < (before_created, before_id))
      order by f.created_at desc, f.id desc limit 300
    ), alike as (
      select p.*, s.similar from part p, lateral (select private.similar_parkings(p.project_id, p.plate_key, p.moment) as similar) s
      where (p.status <> 'withdrawn' or p.left_ore < 0) and p.erased_at is null
    )
    select jsonb_build_object('outcome', 'listed',
      'rows', coalesce((select jsonb_agg(to_jsonb(a) - '{plate_key,project_id,moment,erased_at}'::text[] order by a.created_at desc, a.id desc)
        from alike a where a.similar <> '[]'), '[]'),
      'next', (select jsonb_build_object('created_at', p.created_at, 'id', p.id) from part p where (select count(*) from part) = 300
        order by p.created_at, p.id limit 1)));
end;
$$;
comment on function public.list_similar_fines is 'A part of a site''s fines: those whose plate looked like one with a parking that ran when they were issued.';
revoke execute on function public.list_similar_fines(text, timestamptz, uuid) from public, anon, authenticated, service_role;
grant execute on function public.list_similar_fines(text, timestamptz, uuid) to anon, authenticated;
