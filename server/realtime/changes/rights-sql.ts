/** Triggers that note whose rights may have changed; in schema `realtime`, like the capture (capture-sql.ts). */

/**
 * The accounts whose rights a transaction may have changed, null for all of them. Triggers on what rights are made of
 * (`private.sources_of_rights`) write it, and who asks for rows compares its own snapshot with the one in which it learned the rights:
 * no change is overlooked, however late the news of it. Unlogged and swept as the rows that are gone (old-rows.ts).
 *
 * A crash of the database, and a standby that takes over, empty unlogged tables: the notes are gone, and snapshots of before may mean other
 * transactions. `realtime.gateway_life` is emptied with them and gets another name then, which learned rights are bound to.
 */
export const RIGHTS_CHANGES = `
create unlogged table if not exists realtime.gateway_rights_changes (
  account text,
  written_by xid8 not null default pg_current_xact_id()
);
revoke all on table realtime.gateway_rights_changes from public, anon, authenticated, service_role;

create unlogged table if not exists realtime.gateway_life (
  id uuid not null default gen_random_uuid()
);
revoke all on table realtime.gateway_life from public, anon, authenticated, service_role;
insert into realtime.gateway_life select where not exists (select from realtime.gateway_life);

create or replace function realtime.gateway_note_rights() returns trigger
language plpgsql security definer set search_path = '' as $function$
declare
  account_column constant text := tg_argv[0];
begin
  if account_column is null or tg_op = 'TRUNCATE' then
    insert into realtime.gateway_rights_changes (account) values (null);
    return null;
  end if;
  if tg_op in ('INSERT', 'UPDATE') then
    execute format('insert into realtime.gateway_rights_changes (account) select distinct %I::text from new_rows', account_column);
  end if;
  if tg_op in ('DELETE', 'UPDATE') then
    execute format('insert into realtime.gateway_rights_changes (account) select distinct %I::text from old_rows', account_column);
  end if;
  return null;
end
$function$;`;
