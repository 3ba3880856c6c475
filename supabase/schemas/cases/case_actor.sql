-- The person who acts on a case.

create type private.case_actor as (
  kind text,
  id text,
  account uuid,
  project text
);
