-- What of a place is over, by kind.

create type private.erasable as (
  activities uuid[],
  checks uuid[],
  parkings uuid[],
  removals uuid[],
  permits uuid[],
  cases uuid[],
  payers uuid[],
  extracts uuid[]
);
