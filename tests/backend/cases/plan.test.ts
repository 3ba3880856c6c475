// How the database answers a check and a fine (document 4 §4) among many rows: by an index, as `npm run bench -- cases` measures it.
// `npm test` takes a fifth to a third of the rows: the planner that takes an index there takes it among more.
import { randomUUID } from "node:crypto";
import { QueryClient } from "@tanstack/react-query";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { WebSocket } from "ws";
import { CASE_LISTS, type CaseScope, type CaseSort, NO_FILTER } from "#data/fines/lists.ts";
import { VISITOR } from "#data/acting.ts";
import { fineQueries } from "#data/fines/queries.ts";
import { askedBy as askedByPerson } from "#data/use-query.ts";
import { openPool } from "#server/database/driver/connect.ts";
import { readWork } from "#server/table-api/calls.ts";
import { readQuery } from "#server/table-api/query.ts";
import { readSchema, tableOf } from "#server/table-api/schema.ts";
import { type TestDatabase, createTestDatabase } from "#tests/support/database/database.ts";
import { type Caller, logInAttendant, logInStaff, onDatabase, plansOf } from "#tests/support/database/plans.ts";
import { NOTICE_ADDRESS } from "#tests/support/rows/settled-sites.ts";
import { isWhole } from "#tests/support/run/whole.ts";

/** So many that reading all parkings would cost more than looking up every plate that looks like one. */
const PARKINGS = isWhole ? 100_000 : 30_000;
const ROWS = 20_000;
/** A car with a parking that runs, a permit, fines and checks. */
const PLATE = "ABC 012";

/** The bank's file whose rows have no case. */
const FILE = randomUUID();

const TABLES = ["parkings", "permits", "fines", "plate_checks", "fine_photos", "audit_trail", "case_numbers"];
const READ_WHOLE = new RegExp(`Seq Scan on (${TABLES.join("|")})`);

let database: TestDatabase;
let caller: Caller;
beforeAll(async () => {
  database = await createTestDatabase({ from: "hardened" });
  caller = await logInAttendant(database.url);
  await fill(database.url);
});
afterAll(() => database.drop());

async function fill(url: string): Promise<void> {
  await onDatabase(url, async (client) => {
    await client.query("set session_replication_role = replica");
    // Slow to fill, and no check asks it.
    await client.query("drop index public.parkings_search_idx");
    const project = "case when n % 2 = 0 then 'ostra-hamnen' else 'site-' || n % 40 end";
    // No trigger says it here.
    const site = "case when n % 2 = 0 then (select private.site_of('ostra-hamnen')) end";
    const plate = `case when n in (2, 9000) then '${PLATE}' else 'K' || n % 8000 end`;
    for (const insert of [
      `parkings (project_id, site_id, car_model, car_color, street, ref_number, start_time, end_time, created_at)
       select ${project}, ${site}, 'Volvo V60', 'Röd', 'Storgatan ' || n % 400, ${plate}, t, t + interval '1 hour', t`,
      `permits (project_id, site_id, plate, valid_from) select ${project}, ${site}, ${plate}, t`,
      `plate_checks (id, project_id, site_id, plate, outcome, checked_by, checked_at)
       select gen_random_uuid(), ${project}, ${site}, ${plate}, 'none', 'vakt01', t`,
      `fines (id, project_id, site_id, kind, case_number, public_key, plate, violation_text, amount, due_date, observed_from, issued_by, issued_at, created_at, last_event, status, needs_review, paid_ore)
       select gen_random_uuid(), ${project}, ${site}, 'report', lpad(n::text, 8, '0'), lpad(n::text, 22, 'p'), ${plate}, 'Parkerat på gångbana', 700, t::date, t,
         'vakt01', t, t, gen_random_uuid(), case when n % 50 = 4 then 'disputed' when n % 10 = 2 then 'issued' else 'paid' end, n % 200 = 6,
         case when n % 200 = 8 then 80000 when n % 10 = 2 or n % 50 = 4 then 0 else 70000 end`,
      `payments (id, project_id, site_id, amount_ore, value_date, by_id, file_id, created_at, payer_text)
       select id, ${project}, ${site}, 70000, t::date, 'admin01', case when n % 100 = 0 then '${FILE}'::uuid end, t, 'Åsa · ' || lpad(n::text, 8, '0')`,
      `fine_photos (id, fine_id, project_id, path, sha256, taken_at)
       select id, id, ${project}, id || '/' || id || '.jpg', repeat('a', 64), t`,
      `audit_trail (project_id, actor_kind, request_id, action, subject, row_id) select ${project}, 'visitor', 'r', case when n % 500 = 0 then 'update' else 'insert' end, 'parkings', id::text`,
    ]) {
      await client.query(`insert into public.${insert}
        from generate_series(1, ${insert.startsWith("parkings") ? PARKINGS : ROWS}) n, lateral (select now() - n * interval '1 minute' as t, gen_random_uuid() as id) moment
        on conflict do nothing`);
    }
    await client.query(
      `insert into public.payment_files (id, project_id, site_id, name, placed, unknown, already, sum_ore, by_id)
       values ($1, 'ostra-hamnen', private.site_of('ostra-hamnen'), 'f.csv', 0, 200, 0, 14000000, 'admin01')`,
      [FILE],
    );
    await client.query(`insert into public.payments (id, fine_id, project_id, site_id, amount_ore, value_date, by_id, created_at)
      select gen_random_uuid(), id, project_id, site_id, 70000, due_date, 'admin01', created_at from public.fines where status = 'paid'`);
    // Every fortieth case waits.
    await client.query(`insert into public.objections (id, fine_id, project_id, site_id, text, received_at, decision)
      select gen_random_uuid(), id, project_id, site_id, 'Nej.', created_at, case when case_number::int % 40 <> 0 then 'rejected' end from public.fines
      on conflict do nothing`);
    await client.query(`insert into private.case_numbers (case_number, request_id, reserved_by, used_at)
      select case_number, id, issued_by, issued_at from public.fines on conflict do nothing`);
    await client.query("vacuum (analyze)");
    // The planner knows nothing of these rows yet.
    await client.query(`insert into private.case_numbers (case_number, request_id, reserved_by, project_id)
      select (50000000 + n)::text, gen_random_uuid(), 'vakt01', 'ostra-hamnen' from generate_series(1, 3000) n`);
  });
}

// Spec rules §3: A check and
test("a check reads the car's rows alone", async () => {
  const plan = await plansOf(
    database.url,
    caller,
    `select public.check_plate('ostra-hamnen', '${PLATE}', '${randomUUID()}', 'vakt01')`,
    TABLES,
  );
  for (const index of [
    "parkings_plate_site_idx",
    "parkings_alike_site_idx",
    "permits_plate_idx",
    "fines_plate_idx",
    "plate_checks_plate_idx",
  ]) {
    expect(plan).toContain(index);
  }
  expect(plan).not.toMatch(READ_WHOLE);
});

// Spec rules §3: A check and
test("a fine with its photos and its parking reads the car's rows alone", async () => {
  const id = randomUUID();
  const fine = {
    id,
    project_id: "ostra-hamnen",
    plate: PLATE,
    parking_id: randomUUID(),
    street: "Kajen 1",
    violation_text: "Parkerat på gångbana",
    amount: 700,
    notice_address: NOTICE_ADDRESS,
    photos: [{ id, path: `${id}/${id}.jpg`, sha256: "a".repeat(64), taken_at: new Date().toISOString() }],
  };
  const [{ parking } = {}] = await database.sql<{ parking: string }[]>`
    select id as parking from parkings where ref_number = ${PLATE} and project_id = 'ostra-hamnen' limit 1`;
  const accepted = [
    { code: "valid-parking", reason: "Fel plats" },
    { code: "valid-permit", reason: "Fel plats" },
  ];
  const plan = await plansOf(
    database.url,
    caller,
    `select public.issue_fine('${JSON.stringify({ ...fine, parking_id: parking })}', '${JSON.stringify(accepted)}', 'vakt01')`,
    TABLES,
  );
  expect(await database.sql`select from fines where id = ${id}`).toHaveLength(1);
  expect(plan).toContain("audit_trail_parking_changes_idx");
  expect(plan).toContain("case_numbers_pkey");
  expect(plan).not.toMatch(/case_numbers_(unused|person)_idx/);
  expect(plan).not.toMatch(READ_WHOLE);
});

test("a fetch of a phone's data reads the parkings and the fines of its days alone", async () => {
  const plan = await plansOf(database.url, caller, "select public.offline_data('ostra-hamnen', 'vakt01')", [
    "parkings",
    "fines",
  ]);
  expect(plan).toMatch(/parkings_site_end_idx[^]*?Index Cond: \(\(site_id = .*end_time > /);
  expect(plan).toMatch(/fines_project_newest_idx[^]*?Index Cond: \(\(project_id = .*created_at >= /);
  expect(plan).not.toMatch(/Seq Scan on (parkings|fines)/);
});

// Spec 4 §5: Bestridna is a
test("the queue of objections reads those that wait alone, from its place on", async () => {
  const admin = await logInStaff(database.url, "admin", "admin01");
  const place = "now() - interval '9000 minutes', '00000000-0000-0000-0000-000000000000'";
  const plan = await plansOf(
    database.url,
    admin,
    `select public.list_objections('ostra-hamnen', 'all', 'admin01', ${place})`,
    ["objections", "fines"],
  );
  expect(plan).toMatch(/objections_project_open_idx[^]*?Index Cond: \(\(project_id = .*received_at, id\) > ROW/i);
  expect(plan).not.toMatch(/Seq Scan on (objections|fines) /);
});

/** The address that the screens' own code asks the table API by, for the first page of a list of cases. */
async function askedBy(scope: CaseScope): Promise<URL> {
  const asked: URL[] = [];
  vi.stubGlobal("fetch", async (input: string | URL) => {
    if (input === "/config.json")
      return Response.json({ supabaseUrl: "http://localhost", publishableKey: "k", securityProfile: "specified" });
    asked.push(new URL(input));
    return Response.json([]);
  });
  vi.stubGlobal("WebSocket", WebSocket);
  vi.stubGlobal("window", { location: { origin: "http://localhost" } });
  await new QueryClient().fetchInfiniteQuery(askedByPerson(VISITOR, fineQueries.list(scope)));
  vi.unstubAllGlobals();
  const [url] = asked;
  if (url === undefined) throw new Error("Nothing was asked.");
  return url;
}

/** The plan of what the table API makes of it, for an admin of the site. */
async function planOf(scope: CaseScope): Promise<string> {
  const { search } = await askedBy(scope);
  const pool = openPool(database.url, { name: "plans", max: 1 });
  const schema = await readSchema(pool);
  await pool.end();
  const wishes = { isSingle: false, wantsRows: false, wantsCount: false };
  const { write, values } = readWork(tableOf(schema, "fines"), readQuery(search.slice(1)), wishes, false);
  const admin = await logInStaff(database.url, "admin", "admin01");
  return plansOf(database.url, admin, write(), ["fines"], values);
}

const OF_SITE = { project: "ostra-hamnen", list: "all", search: "", filter: NO_FILTER } as const;

// Spec rules §6: Lists, search, counts,
test.each(CASE_LISTS)("a page of the list %s is read from an index of its site", async (list) => {
  const plan = await planOf({ ...OF_SITE, list });
  expect(plan).toMatch(/Limit[^]*Index (Only )?(Scan|Cond)[^]*project_id = /);
  expect(plan).not.toMatch(/Seq Scan on fines/);
});

// Spec rules §6: Lists, search, counts,
test.each([
  // Of a site with half of all cases, the handlers' index of all sites reads hardly more rows.
  ["all", "oldest", "fines_(project_)?newest_idx"],
  ["overdue", "due", "fines_project_due_idx"],
  ["unpaid", "due", "fines_project_due_idx"],
] as const)("the list %s sorted by %s is read in the order of an index", async (list, sort: CaseSort, index) => {
  const plan = await planOf({ ...OF_SITE, list, sort });
  expect(plan).toMatch(new RegExp(`Index Scan (Backward )?using ${index}`));
  expect(plan).not.toMatch(/\bSort\b/);
});

// Spec rules §6: Lists, search, counts,
test.each([
  ["a number", "00000002", /fines_case_number\w*|fines_project/],
  ["a plate in any way of writing", "abc-012", /fines_plate_idx/],
])("a search by %s reads its cases alone", async (_what, search, index) => {
  const plan = await planOf({ ...OF_SITE, search });
  expect(plan).toMatch(index);
  expect(plan).toMatch(/Index Cond: .*(case_number|plate_key) = /);
  expect(plan).not.toMatch(/Seq Scan on fines/);
});

// Spec rules §6: Lists, search, counts,
test("the overview of 90 days reads its sums, and the rows of the latest days alone", async () => {
  const admin = await logInStaff(database.url, "admin", "admin01");
  const [{ last, first } = { last: "", first: "" }] = await database.sql<{ last: string; first: string }[]>`
    select private.day_of(now())::text as last, (private.day_of(now()) - 89)::text as first`;
  const ask = () =>
    plansOf(database.url, admin, `select public.site_overview('ostra-hamnen', '${first}', '${last}', 'admin01')`, [
      "fines",
      "objections",
      "parkings",
      "day_sums",
    ]);
  // The first question has the days counted.
  await ask();
  const plan = await ask();
  expect(plan).toMatch(/day_sums/);
  expect(plan).toMatch(/Index (Only )?Scan[^\n]* on fines/);
  expect(plan).not.toMatch(/Seq Scan on (fines|objections|parkings) /);
});

// Spec rules §6: Lists, search, counts,
test("the statistics of 52 weeks read their sums, and the rows of the latest days alone", async () => {
  const admin = await logInStaff(database.url, "admin", "admin01");
  const [{ last, first } = { last: "", first: "" }] = await database.sql<{ last: string; first: string }[]>`
    select private.day_of(now())::text as last, (private.day_of(now()) - 363)::text as first`;
  // A connection keeps one plan for all values after five questions.
  const query = `select set_config('plan_cache_mode', 'force_generic_plan', true),
    public.site_statistics('ostra-hamnen', '${first}', '${last}', 'admin01')`;
  const ask = () => plansOf(database.url, admin, query, ["fines", "objections", "payments", "day_sums", "week_sums"]);
  // The first question has the days counted.
  await ask();
  const plan = await ask();
  expect(plan).toMatch(/Index (Only )?Scan[^\n]* on week_sums/);
  expect(plan).not.toMatch(/on day_sums/);
  expect(plan).toMatch(/Index (Only )?Scan[^\n]* on fines/);
  expect(plan).not.toMatch(/Seq Scan on (fines|objections|payments) /);
  // That plan does not know how few days are asked for: a join would read all payments.
  expect(plan).toContain("payments_fine_idx");
  expect(plan).toMatch(/One-Time Filter/);
});

// Spec rules §14: `/` finds an open case
test("a part of a plate, a number or a name is found by its trigrams", async () => {
  const admin = await logInStaff(database.url, "admin", "admin01");
  const tables = ["fines", "case_recipients", "objections"];
  const plan = await plansOf(database.url, admin, "select public.find_cases('ostra-hamnen', '0012')", tables);
  expect(plan).toContain("fines_open_search_idx");
  expect(plan).not.toMatch(READ_WHOLE);
});

// Spec rules §6: Lists, search, counts,
test("money without a case is found by an index of its own, and the cases that it names by their numbers", async () => {
  const admin = await logInStaff(database.url, "admin", "admin01");
  const plan = await plansOf(database.url, admin, "select public.list_unplaced('ostra-hamnen')", ["payments", "fines"]);
  expect(plan).toMatch(/Index Scan using payments_(unplaced|file)_idx/);
  expect(plan).not.toMatch(/Seq Scan on payments p\b/);
  expect(plan).toMatch(/Index Scan (using|on) fines_case_number_key/);
  expect(plan).not.toMatch(READ_WHOLE);
});

test("the books of a year read a site's cases from the index of their days alone", async () => {
  const admin = await logInStaff(database.url, "admin", "admin01");
  const plan = await plansOf(
    database.url,
    admin,
    "select public.site_ledger('ostra-hamnen', current_date - 365, current_date, 'admin01')",
    ["fines", "payments"],
  );
  expect(plan).toMatch(/Index Only Scan using fines_project_issued_idx/);
  expect(plan).not.toMatch(/Seq Scan on fines/);
});

// Spec rules §6: Lists, search, counts,
// Spec rules §6: Sums and counts
test("the counts of the lists and what is unpaid read an index alone", async () => {
  const counts = "select public.count_cases('ostra-hamnen', '2026-11-22', '2025-01-01')";
  // Visitors may count in `specified` only. This test changes the profile, so it is the file's last.
  await onDatabase(database.url, (client) =>
    client.query("update private.settings set security_profile = 'specified'"),
  );
  const plan = await plansOf(database.url, { role: "anon", claims: {} }, counts, ["fines"]);
  expect(plan).toMatch(/GroupAggregate[^]*Index Only Scan using fines_counted_idx/);
  expect(plan).not.toMatch(/Seq Scan on fines/);
});
