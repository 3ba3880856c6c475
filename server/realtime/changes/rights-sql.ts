/** Triggers that note whose rights may have changed; in schema `realtime`, like the capture (capture-sql.ts). */

/**
 * Accounts whose rights a transaction may have changed, null for all accounts. Triggers on the sources of rights
 * (`private.sources_of_rights`) write the notes. A reader of rows compares its own snapshot with the snapshot in which it learned the
 * rights, so that no change is overlooked, however late its news. The table is unlogged, and swept like old rows (old-rows.ts). A crash of
 * the database, or a standby that takes over, empties unlogged tables: the notes are gone, and earlier snapshots may mean other
 * transactions. `realtime.gateway_life` is emptied with them and then gets another name, to which learned rights are bound.
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
