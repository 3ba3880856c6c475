-- permits that end soon: the list of permits that end first reads them in this order.

set local check_function_bodies = off;

create index permits_project_ending_idx on public.permits (project_id, valid_until, id) where ended_at is null;
