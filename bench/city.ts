// Rows of a measured database: a city's worth of parkings, and the other rows that a measurement needs.
import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";

export const MANY = 100_000;

/** Street of every parking that a measurement inserts, so that it can be taken out again. */
export const BENCH_STREET = "Mätgatan 1";

/**
 * Parkings number $1 to $2 as a subquery, ten minutes apart and back from now. The product and Parse Server are filled with the same rows.
 */
export const PARKINGS_OF_A_CITY = `(
  select n,
    case n % 3 when 0 then 'standard' else 'ostra-hamnen' end as project_id,
    (array['Volvo V70', 'Saab 9-5', 'Tesla Model 3', 'Kia Niro', 'Škoda Octavia'])[1 + n % 5] as car_model,
    (array['Blå', 'Röd', 'Svart', 'Vit', 'Grön', 'Silver'])[1 + n % 6] as car_color,
    (array['Åkergränd', 'Storgatan', 'Hamngatan', 'Östra Ågatan', 'Kungsgatan'])[1 + n % 5] || ' ' || n % 300 as street,
    -- One car parked three times at the same site, however many rows there are.
    case when n in (1, 30002, 90004) then 'ABC012'
      else chr(65 + n % 23) || chr(65 + (n / 23) % 23) || chr(65 + (n / 529) % 23) || lpad((n % 1000)::text, 3, '0')
    end as ref_number,
    case when n % 4 = 0 then 'förare' || n end as discord_username,
    now() - n * interval '10 minutes' as moment
  from generate_series($1::int, $2::int) as n
) as city`;

/** Works on a database as its owner, over a connection of its own. */
export async function onDatabase<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Adds the parkings number `from` to `to`. Triggers are off, and the index of the search is made afterwards. */
export async function fillParkings(databaseUrl: string, to = MANY, from = 1): Promise<void> {
  await onDatabase(databaseUrl, async (client) => {
    const { rows } = await client.query<{ indexdef: string }>(
      "select indexdef from pg_indexes where schemaname = 'public' and indexname = 'parkings_search_idx'",
    );
    const searchIndex = rows[0]?.indexdef;
    if (searchIndex === undefined) throw new Error("The table parkings has no index parkings_search_idx.");
    await client.query("set session_replication_role = replica");
    await client.query("drop index public.parkings_search_idx");
    await client.query(
      `insert into public.parkings
         (project_id, site_id, car_model, car_color, street, ref_number, discord_username, start_time, end_time, created_at)
       select project_id, site.id, car_model, car_color, street, ref_number, discord_username, moment, moment + interval '2 hours', moment
       from ${PARKINGS_OF_A_CITY}
       left join public.main_page_sites as site on site.path = project_id`,
      [from, to],
    );
    await client.query(searchIndex);
    await client.query("vacuum (analyze) public.parkings");
  });
}

/** Adds parkings like a busy hour does: through all indexes, with no vacuum after them. `removeInserted` takes them out again. */
export async function addFresh(databaseUrl: string, count: number): Promise<void> {
  await onDatabase(databaseUrl, async (client) => {
    await client.query("set session_replication_role = replica");
    await client.query(
      `insert into public.parkings (project_id, site_id, car_model, car_color, street, ref_number, start_time, end_time)
       select project_id, site.id, car_model, car_color, $3, ref_number, now(), now() + interval '2 hours'
       from ${PARKINGS_OF_A_CITY}
       left join public.main_page_sites as site on site.path = project_id`,
      [MANY + 1, MANY + count, BENCH_STREET],
    );
  });
}

/**
 * Removes the rows of a measurement, and leaves the table and its indexes as they were: the trigram index keeps new rows in a list that
 * every search has to read until the list is cleared.
 */
export async function removeInserted(databaseUrl: string): Promise<void> {
  await onDatabase(databaseUrl, async (client) => {
    await client.query("set session_replication_role = replica");
    await client.query("delete from public.parkings where street = $1", [BENCH_STREET]);
    await client.query("vacuum (analyze) public.parkings");
  });
}

/** SQL that makes a plate from a number. */
const plateOf = (n: string) =>
  `'K' || chr(65 + (${n}) % 23) || chr(65 + (${n}) / 23 % 23) || ' ' || lpad(((${n}) * 7 % 1000)::text, 3, '0')`;

/** A company's year beside its parkings: 2000 running parkings, permits, fines with their numbers, and a check of each fined car. */
export async function fillCases(
  databaseUrl: string,
  { permits, fines }: { permits: number; fines: number },
): Promise<void> {
  await onDatabase(databaseUrl, async (client) => {
    await client.query("set session_replication_role = replica");
    const site = "(select id from public.main_page_sites where path = 'ostra-hamnen')";
    await client.query(
      `insert into public.parkings (project_id, site_id, car_model, car_color, street, ref_number, start_time, end_time, created_at)
       select 'ostra-hamnen', ${site}, 'Volvo V70', 'Blå', 'Hamngatan ' || n % 300, 'R' || ${plateOf("n")}, now() - interval '1 hour', now() + interval '6 hours',
         now() - n * interval '1 second' from generate_series(1, 2000) n`,
    );
    await client.query(
      `insert into public.permits (project_id, site_id, plate, valid_from, valid_until, created_by)
       select 'ostra-hamnen', ${site}, 'P' || ${plateOf("n")}, now() - interval '90 days', case when n % 3 > 0 then now() + n * interval '1 minute' end, 'admin01'
       from generate_series(1, $1::int) n`,
      [permits],
    );
    await client.query(
      `insert into public.fines (id, project_id, site_id, kind, case_number, public_key, plate, street, violation_text, amount, due_date, observed_from,
         issued_by, issued_at, received_at, created_at, last_event)
       select gen_random_uuid(), 'ostra-hamnen', ${site}, 'report', lpad(n::text, 8, '0'), lpad(n::text, 22, 'm'), ${plateOf("n % 60000")}, 'Hamngatan ' || n % 300,
         'Parkerat längre än tillåten tid', 700, (t + interval '14 days')::date, t, 'vakt01', t, t, t, gen_random_uuid()
       from generate_series(1, $1::int) n, lateral (select now() - n * interval '2 minutes' as t) moment`,
      [fines],
    );
    await client.query(`insert into private.case_numbers (case_number, request_id, reserved_by, used_at)
      select case_number, id, issued_by, issued_at from public.fines on conflict do nothing`);
    await client.query(`insert into public.plate_checks (id, project_id, site_id, plate, outcome, checked_by, checked_at, created_at)
      select gen_random_uuid(), project_id, site_id, plate, 'none', issued_by, issued_at, issued_at from public.fines`);
    await client.query("vacuum (analyze)");
    // A checkpoint is made, since a year's rows are not written in the last minute: a measurement does not wait for them to reach the disk.
    await client.query("checkpoint");
  });
}

/** Fates for the fines of `fillCases`: states, 300 streets, five events each, money for those that are paid, an objection to every tenth. */
export async function fillOffice(databaseUrl: string): Promise<void> {
  await onDatabase(databaseUrl, async (client) => {
    await client.query("set session_replication_role = replica");
    for (const statement of [
      `update public.fines set status = (array['paid', 'paid', 'paid', 'paid', 'paid', 'paid', 'issued', 'withdrawn', 'reminded', 'disputed'])
           [1 + case_number::int % 10],
         paid_ore = case when case_number::int % 10 < 6 then 70000 else 0 end,
         street = translate((case_number::int % 300)::text, '0123456789', 'abcdefghij') || 'gatan ' || case_number::int % 40,
         violation_id = (array(select v.id from public.violations v where v.project_id = 'ostra-hamnen' order by v.sort_order))[1 + case_number::int % 5]`,
      `insert into public.payments (id, fine_id, project_id, site_id, amount_ore, value_date, by_id, created_at)
         select gen_random_uuid(), id, project_id, site_id, 70000, issued_at::date + case_number::int % 50, 'admin01', issued_at + interval '9 days'
         from public.fines where status = 'paid'`,
      `insert into public.objections (id, fine_id, project_id, site_id, text, reply, received_at, created_at, decision)
         select gen_random_uuid(), id, project_id, site_id, 'Jag hade betalat.', case when case_number::int % 100 <> 9 then 'Boten står fast.' end,
           issued_at + interval '3 days', issued_at + interval '3 days',
           case when case_number::int % 100 <> 9 then (array['accepted', 'rejected'])[1 + case_number::int / 10 % 2] end
         from public.fines where case_number::int % 10 = 9
         -- The seed's fine may have an open one.
         on conflict do nothing`,
      `insert into public.fine_events (id, fine_id, project_id, site_id, number, kind, by_kind, at, created_at, status_after)
         select gen_random_uuid(), id, project_id, site_id, 100 + n, 'noted', 'admin', issued_at + n * interval '1 day', issued_at + n * interval '1 day', status
         from public.fines, generate_series(1, 5) n`,
    ])
      await client.query(statement);
    await client.query("vacuum (analyze)");
  });
}

/** Case numbers that the seed's attendant has reserved, as many as a measurement needs. */
export async function givenNumbers(databaseUrl: string, count: number, userId = "vakt01"): Promise<string[]> {
  const { rows } = await onDatabase(databaseUrl, (client) =>
    client.query<{ numbers: string[] }>(
      `select private.new_case_numbers(gen_random_uuid(), $1::int, row('attendant', s.user_id, s.account_id, 'ostra-hamnen')) as numbers
       from public.staff_accounts s where s.kind = 'attendant' and s.user_id = $2 and s.project_id = 'ostra-hamnen'`,
      [count, userId],
    ),
  );
  return rows[0]?.numbers ?? [];
}

/** Adds properties for sale, with descriptions of so many letters. */
export async function fillProperties(databaseUrl: string, count: number, letters: number): Promise<void> {
  await onDatabase(databaseUrl, async (client) => {
    await client.query("set session_replication_role = replica");
    await client.query(
      `insert into public.properties (title, seller_name, short_description, description, price, address, city, created_at)
       select 'Villa ' || n, 'Parkering Hus', 'Ljust och lugnt', repeat('å', $2::int), 1000000 + n, 'Åkergränd ' || n, 'Kalmar',
         now() - n * interval '1 hour'
       from generate_series(1, $1::int) as n`,
      [count, letters],
    );
    await client.query("vacuum (analyze) public.properties");
  });
}

/** Adds messages with signatures of so many letters. */
export async function fillMessages(databaseUrl: string, count: number, letters: number): Promise<void> {
  await onDatabase(databaseUrl, (client) =>
    client.query(
      `insert into public.contact_messages (name, subject, email, message, signature)
       select 'Åsa', 'Fråga ' || n, 'asa@example.com', 'Hej!', rpad('data:image/png;base64,', $2::int, md5(n::text))
       from generate_series(1, $1::int) as n`,
      [count, letters],
    ),
  );
}

/**
 * Waits until nothing runs on the PostgreSQL any more. A server goes on with work of clients that have left, and that work would be charged
 * to the next measurement.
 */
export async function waitUntilQuiet(databaseUrl: string): Promise<void> {
  await onDatabase(databaseUrl, async (client) => {
    for (let quiet = 0; quiet < 3; await pause(50)) {
      const { rowCount } = await client.query(
        `select from pg_stat_activity
         where pid <> pg_backend_pid() and state = 'active' and backend_type in ('client backend', 'autovacuum worker')`,
      );
      quiet = rowCount === 0 ? quiet + 1 : 0;
    }
  });
}
