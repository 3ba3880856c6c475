-- Rows of a place whose period is over, by kind.

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
