-- The answer to whether a plate has a right to stand at a site.

create type private.parking_right as (
  outcome text,
  until timestamptz,
  since timestamptz,
  registered_at timestamptz,
  parking_id uuid,
  permit_id uuid
);
