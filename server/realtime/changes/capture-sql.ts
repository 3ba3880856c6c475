/**
 * The trigger function that tells of changes. The function lives in schema `realtime` and outside the migrations, like all SQL of the
 * gateway, because hosted Supabase has a realtime service of its own and must not carry ours.
 */

/** The NOTIFY channel of changes. Channels belong to one database, so databases of a cluster do not mix. */
export const CHANGES_CHANNEL = "parkering_realtime";

/** Rows that one statement may change before its subscribers are told to fetch again instead. */
export const MAX_ROWS_PER_STATEMENT = 1000;

/** Bytes of old rows that one statement may leave behind before its subscribers are told to fetch again instead. */
const MAX_OLD_BYTES = 32 * 1024 * 1024;

/** Setting of a connection that itself sends the notices of its changes, after the transaction that made them. */
export const TELLS_BEHIND = { "parkering.tells": "behind" };

/**
 * Statement that sends the notices of the transaction before it on the same connection, and forgets them. A transaction that was rolled
 * back has none.
 */
export const TELL_BEHIND = {
  name: "tell",
  text: `select count(pg_notify('${CHANGES_CHANNEL}', notice)), set_config('parkering.told', '', false)
    from string_to_table(nullif(current_setting('parkering.told', true), ''), chr(10)) as notice`,
};

/**
 * A transaction with NOTIFY holds one lock of the whole PostgreSQL from its commit until its rows are on the disk: all such transactions
 * commit one after the other, and no two of them share a wait for the disk. So a connection may promise to send the notices itself (the
 * table API's connections do). Then the notices are kept for a statement behind the transaction, which writes no row and so waits for
 * nothing.
 */
export const TELL_FUNCTION = `
create or replace function realtime.gateway_tell(notice text) returns void
language plpgsql set search_path = '' as $function$
begin
  if current_setting('parkering.tells', true) = 'behind' then
    perform set_config('parkering.told', concat_ws(chr(10), nullif(current_setting('parkering.told', true), ''), notice), false);
  else
    perform pg_notify('${CHANGES_CHANNEL}', notice);
  end if;
end
$function$`;

/** Version of the triggers. It is part of their names, so that old triggers are replaced at start. */
export const TRIGGER_VERSION = "1";

/**
 * Statement triggers with transition tables rather than row triggers: an import of 100 000 rows costs one
 * count, not 100 000 calls. Keys only: NOTIFY takes less than 8000 bytes and rows may be of any size.
 * The time in the payload keeps two equal changes of one transaction apart, which NOTIFY would merge.
 *
 * Rows that are gone, or may have been hidden from somebody, are kept as they were (old-rows.ts), and the notice carries the
 * number of the statement as `b`: all rows of a DELETE; of an UPDATE those whose key changed, and those of which a column
 * changed that a policy for SELECT reads. Security definer, because who writes may not write there.
 */
export const CAPTURE_FUNCTION = `
create or replace function realtime.gateway_capture() returns trigger
language plpgsql security definer set search_path = '' as $function$
declare
  key_of constant text := tg_argv[0];
  most constant int := ${MAX_ROWS_PER_STATEMENT};
  head jsonb := jsonb_build_object(
    's', tg_table_schema, 't', tg_table_name,
    'at', to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'));
  came jsonb[] := '{}';
  went jsonb[] := '{}';
  stayed jsonb[] := '{}';
  part record;
  kept_from text;
  hiding text;
  statement bigint;
  kept bigint;
  size bigint;
begin
  if tg_op = 'TRUNCATE' then
    perform realtime.gateway_tell((head || '{"o":"GAP"}')::text);
    return null;
  end if;
  if tg_op = 'INSERT' and key_of = 'r.id::text' then
    -- Nearly every table and the most frequent change: planned once a connection.
    came := array(select jsonb_build_array(r.id::text) from new_rows r limit most + 1);
  elsif tg_op in ('INSERT', 'UPDATE') then
    execute format('select array(select jsonb_build_array(%s) from new_rows r limit %s)', key_of, most + 1) into came;
  end if;
  if tg_op in ('DELETE', 'UPDATE') then
    execute format('select array(select jsonb_build_array(%s) from old_rows r limit %s)', key_of, most + 1) into went;
  end if;
  if greatest(cardinality(came), cardinality(went)) > most then
    perform realtime.gateway_tell((head || '{"o":"GAP"}')::text);
    return null;
  end if;
  if cardinality(came) + cardinality(went) = 0 then
    return null;
  end if;
  if tg_op = 'DELETE' then
    kept_from := format('select jsonb_build_array(%s) as k, to_jsonb(r) as was from old_rows r', key_of);
  elsif tg_op = 'UPDATE' then
    select string_agg(distinct format('o.was -> %1$L is distinct from n.was -> %1$L', a.attname), ' or ') into hiding
    from pg_policy p
      join pg_depend d on d.classid = 'pg_policy'::regclass and d.objid = p.oid
        and d.refclassid = 'pg_class'::regclass and d.refobjid = p.polrelid
      join pg_attribute a on a.attrelid = p.polrelid and a.attnum = d.refobjsubid and a.attnum > 0
    where p.polrelid = tg_relid and p.polcmd in ('r', '*');
    if hiding is not null or came <> went then
      -- As JSON at once: a whole row of a transition table cannot be carried further where a column of the table was dropped.
      kept_from := format('select o.k, o.was
        from (select jsonb_build_array(%1$s) as k, to_jsonb(r) as was from old_rows r) o
        left join (select jsonb_build_array(%1$s) as k, to_jsonb(r) as was from new_rows r) n on n.k = o.k
        where n.k is null or %2$s', key_of, coalesce(hiding, 'false'));
    end if;
  end if;
  if kept_from is not null then
    begin
      statement := nextval('realtime.gateway_statements');
      execute format('with gone as (%s), kept as (
          insert into realtime.gateway_old_rows (statement, key, old_row) select $1, k, was from gone
          returning pg_column_size(old_row) as size)
        select count(*), sum(size) from kept', kept_from) into kept, size using statement;
      if size > ${MAX_OLD_BYTES} then
        raise exception 'too much to keep';
      end if;
    exception when others then
      -- Whatever cannot be kept must not keep anybody from writing.
      perform realtime.gateway_tell((head || '{"o":"GAP"}')::text);
      return null;
    end;
    if kept > 0 then
      head := head || jsonb_build_object('b', statement::text);
    end if;
  end if;
  -- Nearly every statement: a few rows, whose keys stayed what they were.
  if (tg_op <> 'UPDATE' or came = went) and octet_length((came || went)::text) < 6500 then
    perform realtime.gateway_tell((head || jsonb_build_object(
      'o', tg_op, 'k', to_jsonb(case tg_op when 'DELETE' then went else came end)))::text);
    return null;
  end if;
  if exists (select 1 from unnest(came || went) k where octet_length(k::text) > 700) then
    perform realtime.gateway_tell((head || '{"o":"GAP"}')::text);
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
    perform realtime.gateway_tell((head || jsonb_build_object('o', part.o, 'k', part.keys))::text);
  end loop;
  return null;
end
$function$`;
