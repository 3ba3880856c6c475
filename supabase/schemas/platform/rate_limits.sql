-- Counters of limited actions, for all processes of the server.

create unlogged table private.rate_limits (
  key text not null,
  points integer default 0 not null,
  expire bigint,
  constraint rate_limits_pkey primary key (key)
) with (fillfactor=50);

comment on table private.rate_limits is 'Counts of the rate limits, shared by all processes of the server.';

alter table private.rate_limits enable row level security;
