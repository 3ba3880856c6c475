-- Days whose sums have to be counted again.

create table private.changed_days (
  id bigint generated always as identity not null,
  place text not null,
  day date not null,
  is_of_parkings boolean not null,
  constraint changed_days_pkey primary key (id)
);

comment on table private.changed_days is 'Days whose sums are out of date.';

create index changed_days_place_idx on private.changed_days (place);

alter table private.changed_days enable row level security;
