-- Last day of each place whose sums are kept.

create table private.summed_places (
  place text not null,
  through date not null,
  constraint summed_places_pkey primary key (place)
);

comment on table private.summed_places is 'Through which day private.day_sums has a place''s days.';

alter table private.summed_places enable row level security;
