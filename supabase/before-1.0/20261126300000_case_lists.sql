-- The lists of cases (document 4 §5, `Ärenden`): how many each of them holds, in one call.

-- Of `Preskriberas snart`.
create index fines_project_open_idx on public.fines (project_id, issued_at) where status in ('issued', 'reminded', 'disputed', 'collection');

-- Whoever asks counts what they may read: the policies of the table hold. The two days come from the screen, whose lists ask the same.
create function public.count_cases(project text, today date, expires_before timestamptz) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('outcome', 'counted',
    'all', count(*),
    'unpaid', count(*) filter (where f.status in ('issued', 'reminded', 'collection')),
    'disputed', count(*) filter (where f.status = 'disputed'),
    'overdue', count(*) filter (where f.status in ('issued', 'reminded') and f.due_date < today),
    'review', count(*) filter (where f.needs_review),
    'refund', count(*) filter (where f.left_ore < 0),
    'expiring', count(*) filter (where f.status in ('issued', 'reminded', 'disputed', 'collection') and f.issued_at < expires_before))
  from public.fines f where f.project_id = project;
$$;
comment on function public.count_cases is 'How many cases of a site each list holds, of those that the caller may read.';
revoke execute on function public.count_cases(text, date, timestamptz) from public, anon, authenticated, service_role;
grant execute on function public.count_cases(text, date, timestamptz) to anon, authenticated;
