/**
 * The SQL that the gateway keeps in the database: one trigger function that tells of changes, one function
 * that reads changed rows as each subscriber would see them. It lives in schema `realtime`, outside the
 * migrations, because hosted Supabase has a realtime service of its own and must not carry ours.
 */

/** The NOTIFY channel of changes. Channels belong to one database, so databases of a cluster do not mix. */
export const CHANGES_CHANNEL = "parkering_realtime";

/** Rows that one statement may change before its subscribers are told to fetch again instead. */
export const MAX_ROWS_PER_STATEMENT = 1000;

/** Changes whenever the triggers do; part of their names, so that old ones are replaced at start. */
export const TRIGGER_VERSION = "1";

/**
 * Statement triggers with transition tables rather than row triggers: an import of 100 000 rows costs one
 * count, not 100 000 calls. Keys only: NOTIFY takes less than 8000 bytes and rows may be of any size.
 * The time in the payload keeps two equal changes of one transaction apart, which NOTIFY would merge.
 */
export const CAPTURE_FUNCTION = `
create or replace function realtime.gateway_capture() returns trigger
language plpgsql set search_path = '' as $function$
declare
  key_of constant text := tg_argv[0];
  most constant int := ${MAX_ROWS_PER_STATEMENT};
  head constant jsonb := jsonb_build_object(
    's', tg_table_schema, 't', tg_table_name,
    'at', to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'));
  came jsonb[] := '{}';
  went jsonb[] := '{}';
  stayed jsonb[] := '{}';
  part record;
begin
  if tg_op = 'TRUNCATE' then
    perform pg_notify('${CHANGES_CHANNEL}', (head || '{"o":"GAP"}')::text);
    return null;
  end if;
  if tg_op in ('INSERT', 'UPDATE') then
    execute format('select array(select jsonb_build_array(%s) from new_rows r limit %s)', key_of, most + 1) into came;
  end if;
  if tg_op in ('DELETE', 'UPDATE') then
    execute format('select array(select jsonb_build_array(%s) from old_rows r limit %s)', key_of, most + 1) into went;
  end if;
  if greatest(cardinality(came), cardinality(went)) > most then
    perform pg_notify('${CHANGES_CHANNEL}', (head || '{"o":"GAP"}')::text);
    return null;
  end if;
  if cardinality(came) + cardinality(went) = 0 then
    return null;
  end if;
  -- Nearly every statement: a few rows, whose keys stayed what they were.
  if (tg_op <> 'UPDATE' or came = went) and octet_length((came || went)::text) < 6500 then
    perform pg_notify('${CHANGES_CHANNEL}', (head || jsonb_build_object(
      'o', tg_op, 'k', to_jsonb(case tg_op when 'DELETE' then went else came end)))::text);
    return null;
  end if;
  if exists (select 1 from unnest(came || went) k where octet_length(k::text) > 700) then
    perform pg_notify('${CHANGES_CHANNEL}', (head || '{"o":"GAP"}')::text);
    return null;
  end if;
  if tg_op = 'UPDATE' then
    -- A changed key is told as a removal and an arrival: the transition tables do not say which became which.
    stayed := array(select unnest(came) intersect select unnest(went));
    came := array(select unnest(came) except select unnest(stayed));
    went := array(select unnest(went) except select unnest(stayed));
  end if;
  for part in
    select sized.o, jsonb_agg(sized.k order by sized.n) as keys
    from (
      select told.o, told.k, told.n,
        sum(octet_length(told.k::text) + 2) over (partition by told.o order by told.n) / 6500 as chunk
      from (
        select 1 as step, 'DELETE' as o, k, n from unnest(went) with ordinality as u(k, n)
        union all select 2, 'INSERT', k, n from unnest(came) with ordinality as u(k, n)
        union all select 3, 'UPDATE', k, n from unnest(stayed) with ordinality as u(k, n)
      ) told
    ) sized
    group by sized.o, sized.chunk
    order by array_position(array['DELETE', 'INSERT', 'UPDATE'], sized.o), sized.chunk
  loop
    perform pg_notify('${CHANGES_CHANNEL}', (head || jsonb_build_object('o', part.o, 'k', part.keys))::text);
  end loop;
  return null;
end
$function$`;

/**
 * Reads rows by key as each of several identities sees them, in one round trip. Answers rows
 * (kind, reader, visible, role_name, body):
 *   visible – the positions of the keys that identity \`reader\` may see
 *   row     – once a role: position \`reader\` of the keys, the row as JSON with the columns of that role
 *   delete  – a role that may hear of deleted rows: it may select some column, and some policy lets it read
 *   failed  – identity \`reader\` could not be asked; \`body\` says why, and it sees nothing
 * STABLE, so that every question inside is answered from one snapshot: a row that changes owner meanwhile is
 * shown to neither or to the right one. The transaction is made read-only first, as policies may call anything.
 * The search path is that of the table API, as policies may call functions that rely on it.
 */
export const READ_FUNCTION = `
create or replace function realtime.gateway_read(target oid, columns text[], wanted jsonb, readers jsonb)
returns table (kind text, reader int, visible int[], role_name text, body text)
language plpgsql stable set search_path = public, extensions as $function$
declare
  source text; key_match text; who jsonb; column_list text;
  fetched jsonb := '{}'; missing int[]; roles text[] := '{}'; seen int[];
begin
  perform set_config('transaction_read_only', 'on', true);
  select target::regclass::text,
    string_agg(format('t.%I = (w.value->>%s)::%s', a.attname, k.n - 1, a.atttypid::regtype), ' and ')
  into source, key_match
  from pg_index i
    cross join unnest(i.indkey::int2[]) with ordinality as k(attnum, n)
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
  where i.indrelid = target and i.indisprimary;
  source := format('jsonb_array_elements($1) with ordinality as w join %s t on %s', source, key_match);

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
      if not role_name = any(roles) then
        roles := roles || role_name;
        if has_any_column_privilege(role_name, target, 'select') and (
          not (select c.relrowsecurity from pg_class c where c.oid = target)
          or (select r.rolbypassrls or r.rolsuper from pg_roles r where r.rolname = role_name)
          or exists (select 1 from pg_policy p where p.polrelid = target and p.polpermissive and p.polcmd in ('r', '*')
            and (0 = any(p.polroles) or exists (select 1 from unnest(p.polroles) x where pg_has_role(role_name, x, 'member'))))
        ) then
          kind := 'delete'; visible := null; body := null; return next;
        end if;
      end if;
      if wanted <> '[]' then
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
    exception when others then
      kind := 'failed'; visible := null; body := sqlerrm; return next;
    end;
  end loop;
  perform set_config('role', 'none', true);
end
$function$`;
