-- unit status moments: the moments before a press are moments that a browser can show, as in every table, and the reference to a status has its index.

set local check_function_bodies = off;

alter table public.unit_status_events drop constraint unit_status_events_moments;

alter table public.unit_status_events add constraint unit_status_events_moments check ((private.is_moment(created_at) and private.is_moment(at) and private.is_moment(received_at) and private.is_moment(since_before) and private.is_moment(checked_before)));

create index units_status_idx on public.units (status);
