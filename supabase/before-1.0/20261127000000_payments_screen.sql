-- What the screen of payments needs: which columns a bank's file was read by, and the rows that have no case yet.

-- The choice of columns is kept with the file that was booked by it: the latest one with the same columns is the site's.
alter table public.payment_files
  add column columns jsonb,
  add constraint payment_files_columns_object check (jsonb_typeof(columns) = 'object' and length(columns::text) <= 10000);

-- Booking keeps the columns, where they are some: its text, as it stands, gets one column more.
do $$
begin
  execute replace(replace(pg_get_functiondef('public.book_payments(text, jsonb, jsonb, text)'::regprocedure),
    'by_id, rows_hash)', 'by_id, rows_hash, columns)'),
    'actor.id, given_hash' || E'\n', 'actor.id, given_hash,' || E'\n'
      || '        case when jsonb_typeof(file -> ''columns'') = ''object'' and length(file ->> ''columns'') <= 10000 then file -> ''columns'' end' || E'\n');
end
$$;

-- The rows of files that have no case yet, oldest first, with what is left of each. Whoever asks is told of what they may read.
create function public.list_unplaced(project text) returns jsonb
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
    select jsonb_agg(to_jsonb(oldest) order by oldest.created_at, oldest.id)
    from (select * from unplaced order by created_at, id limit 100) oldest), '[]'));
$$;
comment on function public.list_unplaced is 'The oldest rows of bank files that have no case yet, and how many there are.';
revoke execute on function public.list_unplaced(text) from public, anon, authenticated, service_role;
grant execute on function public.list_unplaced(text) to anon, authenticated;
