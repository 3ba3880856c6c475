-- Rows without a case come in pages: a hundred that are not the site's never hide the newer ones (document 4 §5).

drop function public.list_unplaced(text);

-- The rows of files that have no case yet, oldest first, with what is left of each, a hundred behind the row that is named. Whoever asks is
-- told of what they may read.
create function public.list_unplaced(project text, after_created timestamptz default null, after_id uuid default null) returns jsonb
language sql stable set search_path = ''
as $$
  with unplaced as (
    select p.id, p.created_at, p.amount_ore, p.value_date, p.method, p.payer_text, f.name as file_name, p.amount_ore + taken.ore as left_ore
    from public.payments p
    join public.payment_files f on f.id = p.file_id and f.undone_at is null
    cross join lateral (
      select coalesce(sum(part.amount_ore), 0) as ore from public.payments part where part.part_of = p.id and part.fine_id is null
    ) taken
    where p.project_id = project and p.fine_id is null and p.part_of is null and p.amount_ore > 0 and p.amount_ore + taken.ore > 0
  )
  select jsonb_build_object('outcome', 'listed', 'count', (select count(*) from unplaced), 'rows', coalesce((
    select jsonb_agg(to_jsonb(page) order by page.created_at, page.id)
    from (select * from unplaced u where after_id is null or (u.created_at, u.id) > (after_created, after_id)
      order by u.created_at, u.id limit 100) page), '[]'));
$$;
comment on function public.list_unplaced is 'Rows of bank files that have no case yet, oldest first in pages, and how many there are.';
revoke execute on function public.list_unplaced(text, timestamptz, uuid) from public, anon, authenticated, service_role;
grant execute on function public.list_unplaced(text, timestamptz, uuid) to anon, authenticated;
