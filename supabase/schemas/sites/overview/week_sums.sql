-- Sums of each week of a site, for the statistics.

create table private.week_sums (
  place text not null,
  week date not null,
  part text not null,
  key text not null,
  count integer not null,
  ore bigint not null,
  constraint week_sums_pkey primary key (place, week, part, key)
);

comment on table private.week_sums is
  'Sums of private.day_sums by week, which is its Monday, but for parkings and states: a year of days has a hundred thousand rows.';

alter table private.week_sums enable row level security;
