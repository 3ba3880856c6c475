-- Recovery codes of second factors.

create table private.recovery_codes (
  account_id uuid not null,
  code_hash text not null,
  created_at timestamptz default now() not null,
  used_at timestamptz,
  constraint recovery_codes_pkey primary key (account_id, code_hash),
  constraint recovery_codes_account_id_fkey foreign key (account_id) references auth.users(id) on delete cascade
);

comment on table private.recovery_codes is 'Hashes of the codes that stand in for a lost second factor.';

alter table private.recovery_codes enable row level security;

create trigger recovery_codes_write_trail after insert on private.recovery_codes
  for each statement execute function private.write_recovery_trail();
create trigger recovery_codes_write_use after update on private.recovery_codes
  for each row execute function private.write_recovery_trail();

create or replace function private.recovery_code_hash(code text)
  returns text
  language sql immutable
  set search_path = ''
as $$ select encode(sha256(convert_to(regexp_replace(lower(code), '[^0-9a-f]', '', 'g'), 'UTF8')), 'hex'); $$;
comment on function private.recovery_code_hash(text) is 'The SHA-256 of a recovery code, without blanks, hyphens and capitals.';

create or replace function private.write_recovery_trail()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  account text := (private.who_acts()).account;
begin
  perform private.add_to_trail(lower(tg_op), 'recovery_codes',
    (select s.project_id from public.staff_accounts s where s.account_id = account::uuid), account, null, null);
  return null;
end;
$$;
comment on function private.write_recovery_trail() is 'Recovery codes: made, or one of them used. Their hashes stay where they are.';

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
comment on function public.make_recovery_codes() is 'Gives ten codes that stand in for the second factor, each once.';
grant execute on function public.make_recovery_codes() to authenticated;

create or replace function public.use_recovery_code(code text)
  returns boolean
  language plpgsql security definer
  set search_path = ''
as $$
declare
  login uuid := nullif((select auth.jwt()) ->> 'session_id', '')::uuid;
begin
  if not private.is_login_alive() then
    return false;
  end if;
  update private.recovery_codes set used_at = now()
    where account_id = (select auth.uid()) and code_hash = private.recovery_code_hash(code) and used_at is null;
  if not found then
    return false;
  end if;
  update auth.sessions set aal = 'aal2', updated_at = now() where id = login and user_id = (select auth.uid());
  insert into auth.mfa_amr_claims (id, session_id, authentication_method, created_at, updated_at)
    values (gen_random_uuid(), login, 'recovery_code', now(), now())
    on conflict (session_id, authentication_method) do update set updated_at = now();
  perform private.end_oldest_logins((select auth.uid()), login);
  return true;
end;
$$;
comment on function public.use_recovery_code(text) is 'Takes a recovery code instead of the second factor.';
grant execute on function public.use_recovery_code(text) to authenticated;
