-- Sums of each day of a site, for the overview and the statistics.

create table private.day_sums (
  place text not null,
  day date not null,
  part text not null,
  key text not null,
  count integer not null,
  ore bigint default 0 not null,
  constraint day_sums_pkey primary key (place, day, part, key),
  constraint day_sums_part check (part in ('parkings', 'fines', 'violations', 'payments', 'objections', 'places', 'hours', 'templates', 'money')),
  constraint day_sums_count check (count > 0)
);

comment on table private.day_sums is 'Sums of a place by day, up to the day of private.summed_places.';
comment on column private.day_sums.ore is 'Money of the counted rows, in öre; 0 where the part has none.';

alter table private.day_sums enable row level security;
