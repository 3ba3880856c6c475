-- The list of unpaid cases sorts by its last day, too: the index of that order gets the cases at a debt collector.

set local check_function_bodies = off;

drop index public.fines_project_due_idx;

create index fines_project_due_idx on public.fines (project_id, due_date, id) where status in ('issued', 'reminded', 'collection');
