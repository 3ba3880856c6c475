-- A move of money from or to a case.

create type private.money_move as (
  n bigint,
  id uuid,
  fine_id uuid,
  ore bigint,
  value_date date,
  method text,
  payer_text text,
  bank_key text,
  reading integer
);
