// The company above its sites (document 4 §7): one bank file finds the cases of all of them, and a handler works at several with one login.
import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PROTECTED_ADMIN_ID } from "#contract/projects.ts";
import { SECURITY_PROFILES } from "#contract/states.ts";
import { projectFolder } from "#server/database/migrations/project-files.ts";
import { type LoggedIn, makePerson } from "#tests/support/people/logged-in.ts";
import { type Actor, actorOf, fineOf, type Json, makeActor, said } from "#tests/support/rows/cases.ts";
import { type Fine, rowOf } from "#tests/support/rows/money-office.ts";
import { insertRow } from "#tests/support/rows/rows.ts";
import { startTestServer, type TestServer } from "#tests/support/server/server.ts";

/** Three sites of the company, and one with an issuer of its own. */
const [NORTH, SOUTH, EAST, OTHERS] = ["norra", "sodra", "ostra", "grannens"] as const;
const COMPANY = { issuer_name: "Hamnbolaget AB", org_number: "556000-0001" };
/** The numbers of the open cases that a search at the company finds. */
async function found(who: Actor, term: string): Promise<unknown[]> {
  const { data } = await who.client.rpc("find_cases", { project: "company", term });
  return (data as { cases: Json[] }).cases.map((each) => each["case_number"]);
}

/** Notes an export of the company's cases; gives the code of a refusal. */
async function noteExport({ client }: Actor): Promise<string | undefined> {
  const { error } = await client.rpc("record_access", { access: "export", subject: "fines", project: "company" });
  return error?.code;
}

/** Tables whose rows are of a site, each with rows of all of them. */
const OF_A_SITE = [
  "fines",
  "fine_events",
  "payments",
  "payment_files",
  "objections",
  "ledger_months",
  "site_settings",
  "violations",
] as const;

const PAYEES = [{ kind: "bankgiro", value: "5555-5551", text: "Bankgiro 5555-5551" }];

describe.each(SECURITY_PROFILES)("the profile %s", (profile) => {
  let server: TestServer;
  const sites: Record<string, string> = {};
  const attendants: Record<string, Actor> = {};
  /** Whoever has the company's money: the handler of all sites, or in `specified` the protected admin. */
  let office: Actor;
  let mainAdmin: LoggedIn | undefined;
  beforeAll(async () => {
    server = await startTestServer({ profile, rateLimits: "none" });
    const { sql } = server;
    for (const path of [NORTH, SOUTH, EAST, OTHERS]) sites[path] = await insertRow(sql, "main_page_sites", { path });
    for (const project of [NORTH, SOUTH, EAST, OTHERS])
      attendants[project] = await makeActor(server, profile, { kind: "attendant", userId: `vakt-${project}`, project });
    if (profile === "hardened")
      mainAdmin = await makePerson(server, { kind: "main-admin", project: null, userId: "huvudadmin" });
    await sql`update company set ${sql({ ...COMPANY, payment_methods: sql.json(PAYEES) })}`;
    await joinSites([NORTH, SOUTH, EAST]);
    office = profile === "hardened" ? await makeHandler([], true) : actorOf(server.client(), PROTECTED_ADMIN_ID, null);
  });
  afterAll(() => server.stop());

  const idsOf = (paths: readonly string[]) => paths.map((path) => sites[path]);
  const asMain = () => actorOf(server.client(mainAdmin && { accessToken: mainAdmin.token }), "huvudadmin", null);
  const joinSites = (paths: readonly string[]) =>
    asMain().call("set_company_sites", { sites: idsOf(paths), acting_as: undefined });
  const giveSites = (handler: string, paths: readonly string[], all_of_company: boolean) =>
    asMain().call("set_handler_sites", { handler, sites: idsOf(paths), all_of_company, acting_as: undefined });
  async function makeHandler(paths: readonly string[], isOfAll = false): Promise<Actor & { accountId: string }> {
    const userId = `handl-${randomUUID().slice(0, 8)}`;
    const { token, accountId } = await makePerson(server, { kind: "admin", project: "company", userId });
    expect(said(await giveSites(accountId, paths, isOfAll))).toBe("set");
    return { ...actorOf(server.client({ accessToken: token }), userId, null), accountId };
  }
  const newCase = async (site: string) => fineOf(await (attendants[site] as Actor).issue()) as Fine;
  const book = (
    rows: unknown,
    file: Json = { id: randomUUID(), name: "bgmax.txt" },
    who = office,
    project = "company",
  ) => who.call("book_payments", { project, rows, file });
  const place = (payment: string, parts: Json[], who = office) =>
    who.call("place_payment", {
      payment_id: payment,
      placing_id: randomUUID(),
      parts: parts.map((part) => ({ event_id: randomUUID(), ...part })),
    });
  const stateOf = async ({ id }: Fine) => {
    const [fine] = await server.sql<
      { status: string; left_ore: string }[]
    >`select status, left_ore from fines where id = ${id}`;
    return `${fine?.status} ${fine?.left_ore}`;
  };
  const sumsOf = async (project: string) =>
    (await office.client.rpc("sum_payments", { project })).data as Record<string, number>;
  const unplacedAt = async (project: string, who = office) =>
    ((await who.client.rpc("list_unplaced", { project })).data as { rows: Json[] }).rows;

  const waitingCalls = async () =>
    (await server.sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
      .length;

  // Spec rules §2: One bank file
  test("one file books cases of all of the company's sites, each site has its own money, and an undo takes all back", async () => {
    const [north, south, east, others] = [
      await newCase(NORTH),
      await newCase(SOUTH),
      await newCase(EAST),
      await newCase(OTHERS),
    ];
    const rows = [
      ...[north, south, east, others].map(({ case_number }) => rowOf(case_number, 700)),
      rowOf("hyra", 250),
    ];
    const matched = await office.call("match_payments", { project: "company", rows });
    const { rows: states } = matched as unknown as { rows: Json[] };
    expect(states.map(({ state, because }) => [state, because])).toEqual([
      ...[north, south, east].map(() => ["placed", null]),
      ["unknown", "not-here"],
      ["unknown", "no-number"],
    ]);
    const file = { id: randomUUID(), name: "bgmax.txt" };
    const before = await Promise.all(["company", NORTH, SOUTH, OTHERS].map(sumsOf));
    const booked = { outcome: "booked", placed: 3, unknown: 2, already: 0, sum_ore: 305_000 };
    // Once, however often the file is sent.
    expect(await Promise.all([book(rows, file), book(rows, file), book(rows, file)])).toEqual([booked, booked, booked]);
    expect(await Promise.all([north, south, east, others].map(stateOf))).toEqual([
      "paid 0",
      "paid 0",
      "paid 0",
      "issued 70000",
    ]);
    const added = (await Promise.all(["company", NORTH, SOUTH, OTHERS].map(sumsOf))).map(
      (sums, at) => (sums["all_ore"] ?? 0) - (before[at]?.["all_ore"] ?? 0),
    );
    // The company has its sites' money, and what has no case.
    expect(added).toEqual([305_000, 70_000, 70_000, 0]);
    expect(await book(rows)).toMatchObject({ placed: 0, unknown: 0, already: 5 });
    expect(said(await office.call("undo_import", { file_id: file.id }))).toBe("undone");
    expect(await Promise.all([north, south, east].map(stateOf))).toEqual(Array(3).fill("issued 70000"));
    expect(await Promise.all(["company", NORTH, SOUTH, OTHERS].map(sumsOf))).toEqual(before);
  });

  // Spec rules §2: One bank file
  test("a row that a site's file booked is known to the company's, and the other way round", async () => {
    const admin = await makeActor(server, profile, {
      kind: "admin",
      userId: `adm-${randomUUID().slice(0, 8)}`,
      project: NORTH,
    });
    const [north, south] = [await newCase(NORTH), await newCase(SOUTH)];
    const rows = [rowOf(north.case_number, 700), rowOf(south.case_number, 700)];
    const file = { id: randomUUID(), name: "bg.txt" };
    expect(await book(rows, file, admin, NORTH)).toMatchObject({ placed: 1, unknown: 1 });
    expect(await book(rows)).toMatchObject({ placed: 0, already: 2 });
    expect(said(await admin.call("undo_import", { file_id: file.id }))).toBe("undone");
    expect(await book(rows)).toMatchObject({ placed: 2, already: 0 });
    expect(await book(rows, { id: randomUUID(), name: "igen.txt" }, admin, NORTH)).toMatchObject({ already: 2 });
  });

  // Spec rules §2: One bank file
  test("rows of a site that left the company stay known to the company's files", async () => {
    const [north, south] = [await newCase(NORTH), await newCase(SOUTH)];
    const rows = [rowOf(north.case_number, 700), rowOf(south.case_number, 700)];
    expect(await book(rows)).toMatchObject({ placed: 2, already: 0 });
    // A row that was taken back at the site and at the company comes again, whoever of them is left to know it.
    const admin = await makeActor(server, profile, {
      kind: "admin",
      userId: `adm-${randomUUID().slice(0, 8)}`,
      project: NORTH,
    });
    const again = [rowOf("hyra", 300)];
    for (const [who, project] of [
      [admin, NORTH],
      [office, "company"],
    ] as const) {
      const file = { id: randomUUID(), name: "bg.txt" };
      expect(await book(again, file, who, project)).toMatchObject({ unknown: 1 });
      expect(said(await who.call("undo_import", { file_id: file.id }))).toBe("undone");
    }
    expect(said(await joinSites([SOUTH, EAST]))).toBe("set");
    expect(await book(rows)).toMatchObject({ placed: 0, unknown: 0, already: 2 });
    expect(await book(again)).toMatchObject({ unknown: 1, already: 0 });
    expect(said(await joinSites([NORTH, SOUTH, EAST]))).toBe("set");
  });

  // Spec rules §2: One bank file
  test("a removed site is the company's no more: a file leaves money for its cases without a case", async () => {
    const path = `bort-${randomUUID().slice(0, 8)}`;
    const id = await insertRow(server.sql, "main_page_sites", { path });
    const attendant = await makeActor(server, profile, { kind: "attendant", userId: "vakt-bort", project: path });
    const fine = fineOf(await attendant.issue()) as Fine;
    const stateNow = async () => {
      const rows = [rowOf(fine.case_number, 700)];
      const matched = await office.call("match_payments", { project: "company", rows });
      return (matched as unknown as { rows: Json[] }).rows[0]?.["state"];
    };
    expect(await stateNow()).toBe("placed");
    await server.sql`delete from main_page_sites where id = ${id}`;
    expect(await stateNow()).toBe("unknown");
    expect(await server.sql`select project_id from site_settings where of_company and site_id is null`).toEqual([]);
  });

  // Spec rules §2: One bank file
  test("a site joins or leaves when no file is being booked, whichever site's", async () => {
    const { sql } = server;
    const admin = await makeActor(server, profile, {
      kind: "admin",
      userId: `adm-${randomUUID().slice(0, 8)}`,
      project: OTHERS,
    });
    let asked: ReturnType<typeof book>[] = [];
    await sql.begin(async (transaction) => {
      // The lock that booking a file of the company takes.
      await transaction`select pg_advisory_xact_lock(hashtextextended('money of company', 0))`;
      asked = [joinSites([NORTH, SOUTH, EAST]), book([rowOf("hyra", 1)], undefined, admin, OTHERS)];
      await expect.poll(waitingCalls).toBe(2);
    });
    expect((await Promise.all(asked)).map(said)).toEqual(["set", "booked"]);
  });

  // Spec rules §2: One bank file
  test("money without a case lies at the company, is divided over cases of two sites, and moved back to it", async () => {
    const [north, south, others] = [await newCase(NORTH), await newCase(SOUTH), await newCase(OTHERS)];
    const row = rowOf("två böter", 1400);
    await book([row]);
    const [payment] = (await unplacedAt("company")).filter(({ payer_text }) => payer_text === "två böter");
    const id = String(payment?.["id"]);
    expect(said(await place(id, [{ fine_id: others.id, amount_ore: 1 }]))).toBe("PK007 fine_id");
    const parts = [north, south].map((fine) => ({ fine_id: fine.id, amount_ore: 70_000 }));
    expect(await place(id, parts)).toMatchObject({ outcome: "placed", left_ore: 0 });
    expect(await Promise.all([north, south].map(stateOf))).toEqual(["paid 0", "paid 0"]);
    const [part] = await server.sql<
      { id: string }[]
    >`select id from payments where part_of = ${id} and fine_id = ${south.id}`;
    expect(said(await office.record(south, "payment_moved", { data: { payment_id: part?.id } }))).toBe("recorded");
    expect(await unplacedAt(SOUTH)).toEqual([]);
    expect(await unplacedAt("company")).toContainEqual(
      expect.objectContaining({ id, left_ore: 70_000, moved_from: south.case_number }),
    );
    const ended = await office.call("end_payment", {
      payment_id: id,
      ending_id: randomUUID(),
      ground: "not_ours",
      note: "Hyra",
    });
    expect(said(ended)).toBe("ended");
    expect((await unplacedAt("company")).filter((each) => each["id"] === id)).toEqual([]);
  });

  // Spec rules §2: A site of the company
  test("a site of the company has its issuer and payees, and changes them nowhere but there", async () => {
    const { sql } = server;
    const settings = async (site: string) =>
      (await sql`select issuer_name, org_number, payment_methods from site_settings where project_id = ${site}`)[0];
    const others = await settings(OTHERS);
    expect(await settings(NORTH)).toMatchObject(COMPANY);
    const payees = [{ kind: "bankgiro", value: "991-2346", text: null }];
    await sql`update company set payment_methods = ${sql.json(payees)}`;
    expect(await Promise.all([NORTH, SOUTH].map(settings))).toEqual(
      [1, 2].map(() => ({ ...COMPANY, payment_methods: payees })),
    );
    expect(await settings(OTHERS)).toEqual(others);
    const admin = await makeActor(server, profile, {
      kind: "admin",
      userId: `adm-${randomUUID().slice(0, 8)}`,
      project: NORTH,
    });
    const change = async (values: Json) => {
      const { error } = await admin.client.from("site_settings").update(values).eq("project_id", NORTH).select("id");
      return error?.code;
    };
    expect(await change({ issuer_name: "Någon annan" })).toBe("PK005");
    expect(await change({ payment_methods: [] })).toBe("PK005");
    // What is the site's own is changed, also along with what is the company's as it is.
    expect(await change({ due_days: 20, issuer_name: COMPANY.issuer_name })).toBeUndefined();
    expect(await change({ of_company: false })).toBe("42501");
    const made = await insertRow(sql, "main_page_sites", { path: `ny-${randomUUID().slice(0, 8)}` });
    expect(await sql`select of_company from site_settings where site_id = ${made}`).toEqual([{ of_company: true }]);
    // A company without payees has no sites.
    await expect(sql`update company set payment_methods = '[]'`).rejects.toMatchObject({ code: "PK008" });
    // One that leaves keeps what it had as its own.
    expect(said(await joinSites([NORTH, SOUTH, EAST]))).toBe("set");
    expect(await sql`select of_company, payment_methods from site_settings where site_id = ${made}`).toMatchObject([
      { of_company: false },
    ]);
  });

  // Spec rules §2: A site of the company
  test("a site that joins or is made while the company changes has what it became", async () => {
    const { sql } = server;
    const path = `ny-${randomUUID().slice(0, 8)}`;
    for (const [value, site, come] of [
      ["5050-1055", OTHERS, () => joinSites([NORTH, SOUTH, EAST, OTHERS])],
      ["991-2346", path, () => sql`insert into main_page_sites (name, path) values (${path}, ${path})`.execute()],
    ] as const) {
      const payees = [{ kind: "bankgiro", value, text: null }];
      let asked: Promise<unknown> = Promise.resolve();
      await sql.begin(async (transaction) => {
        await transaction`update company set payment_methods = ${transaction.json(payees)}`;
        asked = come();
        await expect.poll(waitingCalls).toBe(1);
      });
      await asked;
      expect(await sql`select of_company, payment_methods from site_settings where project_id = ${site}`).toEqual([
        { of_company: true, payment_methods: payees },
      ]);
    }
    await sql`update company set payment_methods = ${sql.json(PAYEES)}`;
    expect(said(await joinSites([NORTH, SOUTH, EAST]))).toBe("set");
  });

  // Spec rules §2: One bank file
  test("a company's file that is cut off in the middle of its rows books nothing, and all of them when it is sent again", async () => {
    const fines = [await newCase(NORTH), await newCase(SOUTH), await newCase(EAST)];
    const unknown = Array.from({ length: 400 }, (_, at) => rowOf(`okänd ${at}`, 1));
    const last = rowOf(fines[2]?.case_number ?? "", 700);
    const rows = [...fines.slice(0, 2).map(({ case_number: number }) => rowOf(number, 700)), ...unknown, last];
    const file = { id: randomUUID(), name: "avbruten.xml" };
    const written = async () => {
      const keys = rows.map(({ bank_key: key }) => key);
      const [found] = await server.sql<{ payments: number; files: number }[]>`
        select (select count(*)::int from payments where bank_key = any (${keys})) as payments,
          (select count(*)::int from payment_files where id = ${file.id}) as files`;
      return { ...found };
    };
    let booking = Promise.resolve<Json>({});
    await server.sql.begin(async (transaction) => {
      // Another row with the last one's key, which nobody has decided on: the booking waits with all before it written.
      await transaction`insert into payments (id, project_id, amount_ore, value_date, method, bank_key, by_id)
        values (${randomUUID()}, ${EAST}, 1, '2026-11-20', 'i vägen', ${last.bank_key}, 'någon')`;
      booking = book(rows, file);
      await expect.poll(waitingCalls).toBe(1);
      await transaction`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`;
      await booking;
      await transaction`delete from payments where method = 'i vägen'`;
    });
    expect((await booking)["refused"]).toBeDefined();
    expect(await written()).toEqual({ payments: 0, files: 0 });
    expect(await Promise.all(fines.map(stateOf))).toEqual(Array(3).fill("issued 70000"));
    expect(await book(rows, file)).toMatchObject({ placed: 3, unknown: 400, already: 0, sum_ore: 250_000 });
    expect(await written()).toEqual({ payments: 403, files: 1 });
    expect(await Promise.all(fines.map(stateOf))).toEqual(Array(3).fill("paid 0"));
    expect(said(await office.call("undo_import", { file_id: file.id }))).toBe("undone");
  });

  test.runIf(profile === "specified")(
    "nobody is a handler in specified, and only the protected admin has the company's money",
    async () => {
      const admin = await makeActor(server, profile, { kind: "admin", userId: "admin-norr", project: NORTH });
      expect(said(await book([rowOf("x", 1)], undefined, admin))).toMatch(/^42501/);
      expect(
        said(
          await asMain().call("set_handler_sites", {
            handler: randomUUID(),
            sites: [],
            all_of_company: true,
            acting_as: undefined,
          }),
        ),
      ).toMatch(/^42501/);
    },
  );

  test.runIf(profile === "hardened")(
    "the company's money is for handlers of all of its sites, and no other admin",
    async () => {
      const some = await makeHandler([NORTH, SOUTH, EAST]);
      const admin = await makeActor(server, profile, { kind: "admin", userId: "admin-norr", project: NORTH });
      const rows = [rowOf("x", 1)];
      for (const who of [some, admin, asMain()]) {
        expect(said(await book(rows, undefined, who))).toMatch(/^42501/);
        expect(said(await who.call("match_payments", { project: "company", rows }))).toMatch(/^42501/);
        expect(
          said(await who.call("site_ledger", { project: "company", first: "2026-11-01", last: "2026-11-30" })),
        ).toMatch(/^42501/);
        expect(await unplacedAt("company", who)).toEqual([]);
      }
      const { data } = await some.client.from("payment_files").select("id").eq("project_id", "company");
      expect(data).toEqual([]);
    },
  );

  // Spec rules §2: A handler works
  test.runIf(profile === "hardened")(
    "a handler of three sites sees and does there what an admin does, and of a fourth nothing",
    async () => {
      const own = [NORTH, SOUTH, OTHERS];
      const handler = await makeHandler(own);
      const fines = new Map<string, Fine>();
      for (const site of [...own, EAST]) fines.set(site, await newCase(site));
      for (const site of [...own, EAST]) {
        // Each site's own file, so that rows of each table are there.
        const admin = await makeActor(server, profile, {
          kind: "admin",
          userId: `adm-${randomUUID().slice(0, 8)}`,
          project: site,
        });
        const rows = [rowOf(fines.get(site)?.case_number ?? "", 100), rowOf("hyra", 7)];
        expect(await book(rows, undefined, admin, site)).toMatchObject({ placed: 1, unknown: 1 });
        const data = { name: "Bo Ek", email: "", received_on: "2026-11-20" };
        expect(said(await admin.record(fines.get(site) as Fine, "objected", { data, note: "Nej" }))).toBe("recorded");
        expect(said(await admin.call("close_ledger_month", { project: site, month: "2026-01-01" }))).toBe("closed");
      }
      for (const table of OF_A_SITE) {
        const { data } = await handler.client.from(table).select("project_id");
        expect([table, [...new Set((data ?? []).map(({ project_id: site }) => site as string))].toSorted()]).toEqual([
          table,
          own.toSorted(),
        ]);
        expect((await handler.client.from(table).select("id").eq("project_id", EAST)).data).toEqual([]);
      }
      const { data: told } = await handler.client.rpc("list_own_sites");
      expect((told as { path: string }[]).map(({ path }) => path).toSorted()).toEqual(own.toSorted());
      const isFound = async (site: string) => (await found(handler, fines.get(site)?.case_number ?? "")).length;
      expect(await Promise.all([...own, EAST].map(isFound))).toEqual([1, 1, 1, 0]);
      const noted = [...own, EAST].map((site) => handler.record(fines.get(site) as Fine, "noted", { note: "Ringde" }));
      expect((await Promise.all(noted)).map(said)).toEqual(["recorded", "recorded", "recorded", "PK007 fine_id"]);
      const unplaced = await Promise.all([...own, EAST].map((site) => unplacedAt(site, handler)));
      expect(unplaced.map((rows) => rows.some(({ payer_text: text }) => text === "hyra"))).toEqual([
        true,
        true,
        true,
        false,
      ]);
      const counts = async (project: string) =>
        said(
          await handler.call("count_cases", {
            project,
            today: "2026-11-20",
            expires_before: "2020-01-01",
            acting_as: undefined,
          }),
        );
      const books = async (project: string) =>
        said(await handler.call("site_ledger", { project, first: "2026-11-01", last: "2026-11-30" }));
      expect(await Promise.all([...own, EAST].map(counts))).toEqual(["counted", "counted", "counted", "42501 null"]);
      expect(await Promise.all([...own, EAST].map(books))).toEqual(["told", "told", "told", "42501 null"]);
      expect(said(await book([rowOf("x", 1)], undefined, handler, SOUTH))).toBe("booked");
      expect(said(await book([rowOf("x", 1)], undefined, handler, EAST))).toMatch(/^42501/);
      const south = fines.get(SOUTH) as Fine;
      // Another day another site: what was taken is gone at once.
      expect(said(await giveSites(handler.accountId, [EAST], false))).toBe("set");
      expect([await counts(SOUTH), await counts(EAST)]).toEqual(["42501 null", "counted"]);
      expect(said(await handler.record(south, "noted", { note: "Ringde" }))).toBe("PK007 fine_id");
      // A site that goes is nobody's, nor are the rows that are set apart.
      const [gone] = [await insertRow(server.sql, "main_page_sites", { path: "rivs" })];
      sites["rivs"] = gone;
      await giveSites(handler.accountId, ["rivs"], false);
      await server.sql`delete from main_page_sites where id = ${gone}`;
      expect((await handler.client.from("site_settings").select("project_id")).data).toEqual([]);
      expect(await server.sql`select from handler_sites where account_id = ${handler.accountId}`).toHaveLength(0);
    },
  );

  // Spec rules §2: A handler works
  test.runIf(profile === "hardened")(
    "a handler's letters, collection and statistics are of the handler's sites together, and of the third nothing",
    async () => {
      const handler = await makeHandler([NORTH, SOUTH]);
      const fines: Fine[] = [];
      for (const site of [NORTH, SOUTH, EAST])
        fines.push(fineOf(await (attendants[site] as Actor).issue({ delivery: "fixed" })) as Fine);
      const [north, south] = fines as [Fine, Fine, Fine];
      const numbers = [north, south].map(({ case_number: number }) => number).toSorted((a, b) => a.localeCompare(b));
      const many = async (kind: string, data: Json | null, who: Actor = handler) => {
        const events = fines.map(({ id }) => ({ fine_id: id, event_id: randomUUID(), data }));
        const answer = await who.call("record_case_events", { project: "company", kind, events });
        return (answer["results"] as Json[] | undefined)?.map(({ outcome, code }) => code ?? outcome) ?? said(answer);
      };
      const listed = async (name: string, args: Json, who: Actor = handler) => {
        const answer = await who.call(name, { project: "company", ...args });
        const found = (answer["cases"] as Json[] | undefined)?.filter(({ id }) => fines.some((fine) => fine.id === id));
        return found?.map((fine) => String(fine["case_number"])).toSorted((a, b) => a.localeCompare(b)) ?? said(answer);
      };
      const overdue = () =>
        server.sql`update fines set due_date = private.day_of(now()) - 30 where id = any (${fines.map(({ id }) => id)}::uuid[])`;

      await overdue();
      expect(await listed("list_case_work", { step: "exported" })).toEqual(numbers);
      const rows = fines.map((fine) => ({ case_number: fine.case_number, plate: fine["plate"] }));
      const matched = (await handler.call("match_owners", { project: "company", rows }))["rows"] as Json[];
      expect(matched.map(({ state }) => state)).toEqual(["placed", "placed", "unknown"]);
      const owner = { role: "owner", name: "Åsa Berg", address: "Gatan 1\n123 45 Malmö", source: "Register" };
      expect(await many("recipient_set", owner)).toEqual(["recorded", "recorded", "PK007"]);
      expect(await listed("list_case_work", { step: "reminded" })).toEqual(numbers);
      expect(await many("reminded", { due_date: "2099-01-01" })).toEqual(["recorded", "recorded", "PK007"]);
      await overdue();
      expect(await listed("list_case_work", { step: "handed_to_collection" })).toEqual(numbers);
      expect(await many("handed_to_collection", null)).toEqual(["recorded", "recorded", "PK007"]);
      const day = new Date().toLocaleDateString("sv-SE", { timeZone: "Europe/Stockholm" });
      const step = { step: "handed_to_collection", day, ids: null };
      expect(await listed("list_sent_cases", step)).toEqual(numbers);
      // Each site's trail says what of its own left the house.
      const left = await server.sql<Json[]>`
        select project_id, after -> 'case_number' as numbers from audit_trail
        where action = 'export' and after ->> 'kind' = 'handed_to_collection' and actor_id = ${handler.id} order by project_id`;
      expect([...left]).toEqual([
        { project_id: NORTH, numbers: [north.case_number] },
        { project_id: SOUTH, numbers: [south.case_number] },
      ]);
      expect(await handler.record(south, "payment", { data: { amount_ore: 70_000, value_date: day } })).toMatchObject({
        status: "paid",
      });
      expect(await listed("list_case_work", { step: "collection_told" })).toEqual([south.case_number]);

      const period = { first: "2026-01-01", last: day };
      const leftOre = async (project: string) => {
        const told = await handler.call("site_statistics", { project, ...period });
        return (told["left"] as [string, number, number][]).reduce((sum, [, , ore]) => sum + ore, 0);
      };
      expect(await leftOre("company")).toBe((await leftOre(NORTH)) + (await leftOre(SOUTH)));
      const weeks = async (project: string) => {
        const told = await handler.call("site_statistics", { project, ...period });
        const issued = (told["weeks"] as [string, string, string, number][]).filter(([, part]) => part === "issued");
        return issued.reduce((sum, [, , , count]) => sum + count, 0);
      };
      expect(await weeks("company")).toBe((await weeks(NORTH)) + (await weeks(SOUTH)));

      const none = await makeHandler([]);
      const admin = await makeActor(server, profile, {
        kind: "admin",
        userId: `adm-${randomUUID().slice(0, 8)}`,
        project: NORTH,
      });
      expect(await listed("list_case_work", { step: "collection_told" }, none)).toEqual([]);
      expect(await many("noted", null, none)).toBe("PK008 kind");
      expect(await many("exported", null, none)).toEqual(["PK007", "PK007", "PK007"]);
      for (const who of [admin, attendants[NORTH] as Actor, asMain()]) {
        expect(await listed("list_case_work", { step: "collection_told" }, who)).toMatch(/^42501/);
        expect(await listed("list_sent_cases", step, who)).toMatch(/^42501/);
        expect(await many("exported", null, who)).toMatch(/^42501/);
        expect(said(await who.call("site_statistics", { project: "company", ...period }))).toMatch(/^42501/);
        expect(said(await who.call("match_owners", { project: "company", rows }))).toMatch(/^42501/);
      }
    },
  );

  // Spec rules §2: A handler works
  test.runIf(profile === "hardened")(
    "a handler's counts, search, objections and overview are of the handler's sites together",
    async () => {
      const handler = await makeHandler([NORTH, SOUTH]);
      const none = await makeHandler([]);
      const [north, south, east] = [await newCase(NORTH), await newCase(SOUTH), await newCase(EAST)];
      for (const fine of [north, south, east])
        expect(
          said(
            await office.record(fine, "objected", {
              data: { name: "Bo Ek", email: "", received_on: "2026-11-20" },
              note: "Nej",
            }),
          ),
        ).toBe("recorded");
      const days = { today: "2026-11-20", expires_before: "2020-01-01", acting_as: undefined };
      const counts = (who: Actor, project: string) => who.call("count_cases", { project, ...days });
      const [ofNorth, ofSouth] = [await counts(handler, NORTH), await counts(handler, SOUTH)];
      expect(await counts(handler, "company")).toEqual(
        Object.fromEntries(
          Object.entries(ofNorth).map(([key, n]) => [key, key === "outcome" ? n : Number(n) + Number(ofSouth[key])]),
        ),
      );
      expect(await counts(none, "company")).toMatchObject({ outcome: "counted", all: 0, disputed: 0, refund_ore: 0 });
      // Rows of no site are nobody's.
      expect(said(await none.call("count_cases", { project: null, ...days }))).toMatch(/^42501/);
      const admin = await makeActor(server, profile, {
        kind: "admin",
        userId: `adm-${randomUUID().slice(0, 8)}`,
        project: NORTH,
      });
      expect(await noteExport(handler)).toBeUndefined();
      for (const who of [admin, attendants[NORTH] as Actor]) {
        expect(said(await counts(who, "company"))).toMatch(/^42501/);
        expect(await noteExport(who)).toBe("42501");
      }

      expect(await found(handler, south.case_number)).toEqual([south.case_number]);
      expect(await found(handler, east.case_number)).toEqual([]);
      const { data: listed } = await handler.client.rpc("list_objections", {
        project: "company",
        whose: "all",
        own_id: handler.id,
      });
      const rows = (listed as { rows: Json[] }).rows;
      expect([north, south, east].map(({ id }) => rows.some((row) => row["fine_id"] === id))).toEqual([
        true,
        true,
        false,
      ]);
      const period = { first: "2026-11-01", last: "2026-12-31" };
      const overview = async (who: Actor, project: string) =>
        (await who.call("site_overview", { project, ...period }))["figures"] as Record<string, number> | undefined;
      const [both, one, other] = [
        await overview(handler, "company"),
        await overview(handler, NORTH),
        await overview(handler, SOUTH),
      ];
      expect(both?.["objections"]).toBe((one?.["objections"] ?? 0) + (other?.["objections"] ?? 0));
      expect(both?.["unpaid_ore"]).toBe((one?.["unpaid_ore"] ?? 0) + (other?.["unpaid_ore"] ?? 0));
      expect(await overview(none, "company")).toMatchObject({ unpaid: 0, oldest_objection: null });
      expect(await overview(admin, "company")).toBeUndefined();
      const { data: sites } = await handler.client.rpc("list_own_sites");
      expect((sites as { path: string }[]).map(({ path }) => path).toSorted()).toEqual([NORTH, SOUTH]);
    },
  );

  // Spec rules §2: A handler works
  test.runIf(profile === "hardened")(
    "a handler deactivates people of the handler's own sites, no other handler and nobody elsewhere; the main admin all of them",
    async () => {
      const [all, some] = [await makeHandler([], true), await makeHandler([NORTH])];
      const [atNorth, atOthers] = [
        await makePerson(server, { kind: "attendant", project: NORTH, userId: "vakt-n2" }),
        await makePerson(server, { kind: "attendant", project: OTHERS, userId: "vakt-g2" }),
      ];
      const people = { all: all.accountId, some: some.accountId, north: atNorth.accountId, others: atOthers.accountId };
      const deactivate = async (who: Actor, person_id: string, active = false) =>
        said(
          await who.call("set_person_active", {
            kind: [all.accountId, some.accountId].includes(person_id) ? "admin" : "attendant",
            person_id,
            event_id: randomUUID(),
            expected: active ? "deactivated" : "active",
            active,
            reason: "Slutat",
          }),
        );
      const listed = async (who: Actor) => {
        const args = { project: null, kinds: null, state: null, search: null, after: null };
        const { people: rows } = (await who.call("list_people", args)) as unknown as { people: Json[] };
        const ids = rows.map(({ id }) => id);
        return Object.entries(people).flatMap(([name, id]) => (ids.includes(id) ? [name] : []));
      };
      expect([await listed(all), await listed(some)]).toEqual([["north"], ["north"]]);
      for (const [who, other] of [
        [all, some],
        [some, all],
      ] as const)
        for (const id of [other.accountId, people.others]) expect(await deactivate(who, id)).toMatch(/^42501/);
      expect(await deactivate(some, people.north)).toBe("set");
      const main = { ...asMain(), id: "huvudadmin" };
      for (const id of [people.all, people.some]) {
        expect(await deactivate(main, id)).toBe("set");
        expect(await deactivate(main, id, true)).toBe("set");
      }
      // Their logins are over: what they could do before, they cannot now.
      expect(said(await book([rowOf("x", 1)], undefined, all))).toMatch(/^42501/);
    },
  );

  test.runIf(profile === "hardened")(
    "handlers and their sites are the main admin's, and told to no other",
    async () => {
      const handler = await makeHandler([NORTH]);
      const listed = (await asMain().client.rpc("list_handlers")).data as Json[];
      expect(listed).toContainEqual(
        expect.objectContaining({ account_id: handler.accountId, serves_all: false, sites: [sites[NORTH]] }),
      );
      expect((await handler.client.rpc("list_handlers")).data).toEqual([]);
      const args = { handler: handler.accountId, sites: idsOf([EAST]), all_of_company: true, acting_as: undefined };
      for (const who of [handler, office]) {
        expect(said(await who.call("set_handler_sites", args))).toMatch(/^42501/);
        expect(said(await who.call("set_company_sites", { sites: [], acting_as: undefined }))).toMatch(/^42501/);
      }
      const attendant = await makePerson(server, { kind: "attendant", project: NORTH, userId: "vakt77" });
      expect(said(await giveSites(attendant.accountId, [EAST], true))).toBe("PK007 handler");
      expect(said(await asMain().call("set_handler_sites", { ...args, sites: [randomUUID()] }))).toBe("PK008 sites");
    },
  );
});

// Spec rules §2: A site of the company
test("a database of before gets its company from the sites that say the same, and the others keep their own", async () => {
  const folder = join(projectFolder(), "supabase", "migrations");
  const [name = ""] = readdirSync(folder).filter((each) => each.endsWith("_company.sql"));
  const [, data = ""] = readFileSync(join(folder, name), "utf8").split("-- Sites that say the same");
  const server = await startTestServer({ profile: "specified", rateLimits: "none" });
  const undo = new Error("undo");
  const after = async (issuers: readonly string[]) => {
    let found: unknown;
    await server.sql
      .begin(async (sql) => {
        await sql`delete from company`;
        await sql`delete from main_page_sites`;
        for (const [at, issuer] of issuers.entries()) {
          const id = await insertRow(sql, "main_page_sites", { path: `plats-${at}` });
          await sql`update site_settings set issuer_name = ${issuer} where site_id = ${id}`;
        }
        await sql.unsafe(`--${data}`);
        const [company] = await sql<{ issuer_name: string }[]>`select issuer_name from company`;
        const rows = await sql<{ of_company: boolean }[]>`
          select of_company from site_settings where site_id is not null order by project_id`;
        found = [company?.issuer_name, rows.map(({ of_company: isOf }) => isOf)];
        throw undo;
      })
      .catch((error: unknown) => {
        if (error !== undo) throw error;
      });
    return found;
  };
  expect(await after(["A", "A", "B"])).toEqual(["A", [true, true, false]]);
  expect(await after(["A", "B"])).toEqual(["", [false, false]]);
  expect(await after(["A"])).toEqual(["", [false]]);
  expect(await after(["", "A", "A"])).toEqual(["A", [false, true, true]]);
  await server.stop();
});
