-- A step of refunds compares the whole account that the admin saw, and recovery codes are made after a fresh code alone (a borrowed session took them).

set local check_function_bodies = off;

create or replace function public.make_recovery_codes()
  returns text[]
  language plpgsql security definer
  set search_path = ''
as $$
declare
  caller uuid := (select auth.uid());
  codes text[];
begin
  if not private.is_login_alive() or not exists (
    select from auth.sessions s join auth.mfa_factors f on f.user_id = s.user_id and f.status::text = 'verified'
    where s.id = nullif(auth.jwt() ->> 'session_id', '')::uuid and s.user_id = caller and s.aal::text in ('aal2', 'aal3')
      -- A borrowed session could take codes that replace the factor for good.
      and exists (select from auth.mfa_amr_claims a where a.session_id = s.id
        and a.authentication_method in ('totp', 'recovery_code') and a.updated_at > now() - interval '15 minutes')
  ) then
    perform private.refuse('codes-without-factor');
  end if;
  select array_agg(regexp_replace(encode(extensions.gen_random_bytes(10), 'hex'), '(.{5})(?=.)', '\1-', 'g')) into codes
    from generate_series(1, 10);
  delete from private.recovery_codes where account_id = caller;
  insert into private.recovery_codes (account_id, code_hash) select caller, private.recovery_code_hash(c) from unnest(codes) c;
  return codes;
end;
$$;

create or replace function public.step_refunds(project text, step text, refunds jsonb, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  actor constant private.case_actor := private.money_keeper(project, acting_as);
  given record;
  fine public.fines;
  refund public.refunds;
begin
  if coalesce(step, '') not in ('proposed', 'approved', 'dropped') or jsonb_typeof(refunds) is distinct from 'array'
    or jsonb_array_length(refunds) not between 1 and 500 or exists (select from jsonb_array_elements(refunds) g
      where coalesce(g ->> 'id', '') !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$') then
    perform private.refuse('unreadable', 'refunds');
  end if;
  for given in
    select g.fine, g.refund, g.seen from (
      select f as fine, r as refund, g.row as seen
      from jsonb_array_elements(refunds) g (row)
      left join public.refunds r on r.id = (g.row ->> 'id')::uuid and r.file_id is null
      left join public.fines f on f.id = r.fine_id and coalesce(f.project_id, '') = any (private.codes_of_file(actor.project))
    ) g order by (g.fine).id
  loop
    if (given.fine).id is null then
      perform private.refuse('no-such-refund', 'refunds');
    end if;
    select f.* into fine from public.fines f where f.id = (given.fine).id for update;
    select r.* into refund from public.refunds r where r.id = (given.refund).id and r.file_id is null for update;
    -- Pages of the version before name the number alone.
    if refund.id is null or (step <> 'dropped' and (refund.kind, refund.payee_name, refund.clearing, refund.account, -fine.left_ore)
        is distinct from (coalesce(given.seen ->> 'kind', refund.kind), coalesce(given.seen ->> 'payee_name', refund.payee_name),
          coalesce(given.seen ->> 'clearing', refund.clearing), given.seen ->> 'account', (given.seen ->> 'amount_ore')::bigint)) then
      perform private.refuse('refund-changed', 'refunds', array[fine.case_number]);
    end if;
    if step = 'proposed' and refund.proposed_by is null then
      update public.refunds r set amount_ore = -fine.left_ore, proposed_by = actor.id, proposed_at = now() where r.id = refund.id;
    elsif step = 'approved' and refund.approved_by is null then
      if refund.amount_ore is distinct from -fine.left_ore then
        perform private.refuse('refund-changed', 'refunds', array[fine.case_number]);
      elsif private.id_key(refund.proposed_by) = private.id_key(actor.id) then
        perform private.refuse('own-refund', 'refunds');
      end if;
      update public.refunds r set approved_by = actor.id, approved_at = now() where r.id = refund.id;
    elsif step = 'dropped' then
      update public.refunds r set amount_ore = null, proposed_by = null, proposed_at = null, approved_by = null, approved_at = null
        where r.id = refund.id and r.proposed_by is not null;
    end if;
  end loop;
  return jsonb_build_object('outcome', step);
end;
$$;
