-- The moment of a rejection is one that browsers can show, as all others are.
alter table public.shift_registrations
  drop constraint shift_registrations_moments,
  add constraint shift_registrations_moments check (
    private.is_moment(start_time) and private.is_moment(end_time)
    and private.is_moment(reviewed_at) and private.is_moment(rejected_at) and private.is_moment(created_at)
  ) not valid;
