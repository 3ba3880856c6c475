/** The functions that read changed rows as each subscriber would see them; in schema `realtime`, as the capture (capture-sql.ts). */

/**
 * Whether logins with the same rights (`private.rights_of_logins`) see the same rows of a table: its policies for SELECT call only
 * functions that those rights answer and PostgreSQL's own unchanging functions, and read no other table. The answer is read from the
 * policies as PostgreSQL keeps them, part by part. An unknown part makes the answer no, and each login is asked for.
 */
export const SHARES_FUNCTION = `
create or replace function realtime.gateway_shares(target oid) returns boolean
language sql stable set search_path = '' as $function$
  select not exists (
    select from pg_catalog.pg_policy p
      cross join lateral pg_catalog.regexp_matches(p.polqual::text,
        '\\{([A-Z_]+)(?: :funcid (\\d+)| :opno \\d+ :opfuncid (\\d+))?', 'g') as part
      left join pg_catalog.pg_proc f on f.oid = coalesce(part[2], part[3])::oid
    where p.polrelid = target and p.polcmd in ('r', '*') and not case
      when part[1] in ('FUNCEXPR', 'OPEXPR', 'DISTINCTEXPR', 'SCALARARRAYOPEXPR') then f.oid is not null and (
        f.oid = any (private.functions_of_rights()::oid[])
        or (f.provolatile = 'i' and f.pronamespace = 'pg_catalog'::regnamespace))
      else part[1] in ('VAR', 'CONST', 'BOOLEXPR', 'SUBLINK', 'QUERY', 'TARGETENTRY', 'FROMEXPR', 'COALESCE', 'COALESCEEXPR', 'NULLTEST',
        'BOOLEANTEST', 'RELABELTYPE', 'COERCEVIAIO', 'ARRAYCOERCEEXPR', 'CASETESTEXPR', 'ARRAY', 'ARRAYEXPR')
    end
  )
$function$`;

/**
 * Reads rows by key as each of several identities sees them, in one round trip. Answers rows
 * (kind, reader, visible, role_name, body):
 *   shares  – once: \`body\` says whether logins with the same rights see the same rows of the table (\`gateway_shares\`)
 *   now     – once: the snapshot that everything is answered from
 *   changed – an account whose rights may not be what they were in the snapshot \`since\`; null for all of them
 *   visible – the positions of the keys that identity \`reader\` may see
 *   row     – once a role: position \`reader\` of the keys, the row as JSON with the columns of that role
 *   gone    – the positions of the old rows (\`gone\`: pairs of statement and key) that identity \`reader\` could see
 *   present – once, when there are old rows: the positions of the keys that are still there, for servers of the version before
 *   failed  – identity \`reader\` could not be asked; \`body\` says why, and it sees nothing
 * STABLE, so that every question inside is answered from one snapshot: a row that changes owner meanwhile is
 * shown to neither or to the right one. The transaction is made read-only first, as policies may call anything.
 * For an old row the policies for SELECT are asked, as PostgreSQL would: permissive ones or-ed, restrictive ones and-ed. Other tables
 * that a policy looks into are read as they are now. A policy that needs more than the row's values (its ctid, say) fails, and nothing is
 * told. An UPDATE keeps some of its old rows only. A statement whose rows are all gone fails everything: the subscribers then fetch again.
 * The keys are a list of their own, whose length the planner knows: beside a policy no index is asked for a key that is read inside of the
 * join, and each change of a large table read the whole table, once for each login.
 * The search path is that of the table API, as policies may call functions that rely on it.
 */
export const READ_FUNCTION = `
create or replace function realtime.gateway_read(
  target oid, columns text[], wanted jsonb, gone jsonb, readers jsonb, since text, until timestamptz)
returns table (kind text, reader int, visible int[], role_name text, body text)
language plpgsql stable set search_path = public, extensions as $function$
declare
  source text; key_values text; key_match text; who jsonb; column_list text;
  fetched jsonb := '{}'; missing int[]; seen int[];
  name text; row_type text;
  olds jsonb[]; conditions jsonb := '{}'; condition text;
begin
  perform set_config('transaction_read_only', 'on', true);
  if since is not null then
    kind := 'shares'; body := realtime.gateway_shares(target); return next;
    kind := 'now'; body := pg_current_snapshot(); return next;
    kind := 'changed';
    for body in
      select distinct c.account from realtime.gateway_rights_changes c
      where not pg_visible_in_snapshot(c.written_by, since::pg_snapshot)
      union all select null where until <= now()
    loop
      return next;
    end loop;
  end if;
  select c.relname, c.reltype::regtype::text into name, row_type from pg_class c where c.oid = target;
  select target::regclass::text, string_agg(format('(v.value->>%s)::%s as k%1$s', k.n - 1, a.atttypid::regtype), ', '),
    string_agg(format('t.%I = w.k%s', a.attname, k.n - 1), ' and ')
  into source, key_values, key_match
  from pg_index i
    cross join unnest(i.indkey::int2[]) with ordinality as k(attnum, n)
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
  where i.indrelid = target and i.indisprimary;
  source := format('(select v.ordinality, %s from jsonb_array_elements($1) with ordinality as v
    limit jsonb_array_length($1)) as w join %s t on %s',
    key_values, source, key_match);

  if gone <> '[]' then
    olds := array(select o.old_row from jsonb_array_elements(gone) with ordinality as w
      left join realtime.gateway_old_rows o on o.statement = (w.value->>0)::bigint and o.key = w.value->1 order by w.ordinality);
    if exists (select 1 from jsonb_array_elements(gone) w where not exists (
      select 1 from realtime.gateway_old_rows o where o.statement = (w.value->>0)::bigint)) then
      raise exception 'rows as they were before are not there any more';
    end if;
    seen := '{}';
    if wanted <> '[]' then
      execute 'select coalesce(array_agg(w.ordinality::int - 1), ''{}'') from ' || source into seen using wanted;
    end if;
    kind := 'present'; visible := seen; return next;
  end if;

  for position in 0 .. jsonb_array_length(readers) - 1 loop
    reader := position;
    who := readers->position;
    role_name := who->>'role';
    begin
      perform set_config('role', role_name, true),
        set_config('request.jwt.claims', (who->'claims')::text, true),
        set_config('request.jwt.claim.sub', coalesce(who->'claims'->>'sub', ''), true),
        set_config('request.jwt.claim.role', role_name, true),
        set_config('request.jwt.claim.email', coalesce(who->'claims'->>'email', ''), true);
      -- Who may not ask for the table sees no row of it, and nothing failed.
      if wanted <> '[]' and has_any_column_privilege(target, 'select') then
        execute 'select coalesce(array_agg(w.ordinality::int - 1), ''{}'') from ' || source into seen using wanted;
        kind := 'visible'; visible := seen; body := null; return next;
        missing := array(select unnest(seen) except select jsonb_array_elements(fetched->role_name)::int);
        if cardinality(missing) > 0 then
          select string_agg(format('t.%I', a.attname), ', ' order by a.attnum) into column_list
          from pg_attribute a
          where a.attrelid = target and a.attname = any(columns) and not a.attisdropped
            and has_column_privilege(role_name, target, a.attnum, 'select');
          return query execute format('select ''row'', w.ordinality::int - 1, null::int[], %L, to_json(r)::text from %s
            cross join lateral (select %s) r where w.ordinality - 1 = any($2)', role_name, source, column_list)
            using wanted, missing;
          fetched := jsonb_set(fetched, array[role_name], coalesce(fetched->role_name, '[]') || to_jsonb(missing));
        end if;
      end if;
      if gone <> '[]' and has_any_column_privilege(target, 'select') then
        if not row_security_active(target) then
          seen := array(select generate_series(0, cardinality(olds) - 1));
        else
          if not conditions ? role_name then
            select '(' || string_agg(asked.said, ' or ') filter (where p.polpermissive) || ')'
              || coalesce(' and ' || string_agg(asked.said, ' and ') filter (where not p.polpermissive), '')
            into condition
            from pg_policy p cross join lateral (select '(' || pg_get_expr(p.polqual, p.polrelid) || ')') as asked(said)
            where p.polrelid = target and p.polcmd in ('r', '*') and p.polqual is not null
              and (0 = any(p.polroles) or exists (select 1 from unnest(p.polroles) x where pg_has_role(x, 'usage')));
            conditions := conditions || jsonb_build_object(role_name, coalesce(condition, 'false'));
          end if;
          -- The row bears the table's name, as the policies call it; the names beside it can be no column's of theirs.
          execute format('select coalesce(array_agg("gateway position"::int - 1), ''{}'')
            from unnest($1) with ordinality as "gateway olds" ("gateway row", "gateway position")
            cross join lateral jsonb_populate_record(null::%s, "gateway row") as %I
            where "gateway row" is not null and %s', row_type, name, conditions->>role_name) into seen using olds;
        end if;
        kind := 'gone'; visible := seen; body := null; return next;
      end if;
    exception when others then
      kind := 'failed'; visible := null; body := sqlerrm; return next;
    end;
  end loop;
  perform set_config('role', 'none', true);
end
$function$`;
