// The books of a site in both profiles: accounts and amounts of each kind, VAT as it was, what comes after a month was closed, and who may.
import { randomUUID } from "node:crypto";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LEDGER_ACCOUNTS } from "#contract/ledger.ts";
import { SECURITY_PROFILES } from "#contract/states.ts";
import type { LedgerLine, LedgerRows, SiteLedger } from "#data/ledger_months/queries.ts";
import { prepareDatabase } from "#server/database/prepare.ts";
import { addDays, toDateValue } from "#shared/format/dates.ts";
import { createEarlierDatabase } from "#tests/support/database/earlier-database.ts";
import { type Actor, fineOf, type Json, makeActor, OTHER_SITE, said, SITE } from "#tests/support/rows/cases.ts";
import { insertRow } from "#tests/support/rows/rows.ts";
import { startTestServer, type TestServer } from "#tests/support/server/server.ts";

const TODAY = toDateValue(new Date());
const THIS_MONTH = `${TODAY.slice(0, 7)}-01`;
const LAST_MONTH = `${addDays(THIS_MONTH, -1).slice(0, 7)}-01`;

/** The lines of a kind, without month, day and kind. */
const linesOf = ({ lines }: SiteLedger, kind: string) =>
  lines.filter((line) => line[2] === kind).map((line) => line.slice(3));
const inMonth = ({ lines }: SiteLedger, month: string) => lines.filter((line) => line[0] === month);

const number = (fine: Json) => String(fine["case_number"]);
const add = (into: Map<string, number>, account: string, ore: number) =>
  into.set(account, (into.get(account) ?? 0) + ore);

describe.each(SECURITY_PROFILES)("the profile %s", (profile) => {
  let server: TestServer;
  let attendant: Actor;
  let admin: Actor;
  let stranger: Actor;
  beforeAll(async () => {
    server = await startTestServer({ profile, rateLimits: "none" });
    for (const path of [SITE, OTHER_SITE]) await insertRow(server.sql, "main_page_sites", { path });
    await server.sql`update site_settings set vat_percent = 25, reminder_fee = 60, fee_is_agreed = true, issuer_name = 'Hamn AB'`;
    attendant = await makeActor(server, profile, { kind: "attendant", userId: "vakt01" });
    admin = await makeActor(server, profile, { kind: "admin", userId: "admin01" });
    stranger = await makeActor(server, profile, { kind: "admin", userId: "annan01", project: OTHER_SITE });
  });
  afterAll(() => server.stop());

  const ask = async (who = admin) =>
    (await who.call("site_ledger", {
      project: SITE,
      first: addDays(TODAY, -90),
      last: TODAY,
    })) as unknown as SiteLedger;
  const close = (month: string, who = admin) => who.call("close_ledger_month", { project: SITE, month });
  const issue = async (issued: string, more = {}) => {
    const fine = fineOf(await attendant.issue({ delivery: "fixed", ...more }));
    await server.sql`update fines set issued_at = ${`${issued}T10:00:00Z`} where id = ${fine.id}`;
    return fine;
  };
  const listRows = (of: Json, who = admin) => who.call("list_ledger_rows", { project: SITE, ...of });
  const rowsOf = async (of: Json) => {
    const answer = await listRows(of);
    if (answer.refused !== undefined) throw new Error(JSON.stringify(answer.refused));
    return answer as unknown as LedgerRows;
  };
  const book = (rows: Json[]) =>
    admin.call("book_payments", { project: SITE, rows, file: { id: randomUUID(), name: "bank.csv" } });
  const pay = (fine: Json, amount_ore: number, value_date: string) =>
    admin.record(fine, "payment", { data: { amount_ore, value_date, method: "bankgiro" } });
  /** The rows' sums by account, as rows and as the answer say them, are the lines of the books. */
  const expectSums = async ({ rows, sums }: LedgerRows, isOf: (line: LedgerLine) => boolean) => {
    const [ofRows, told, ofBooks] = [new Map<string, number>(), new Map<string, number>(), new Map<string, number>()];
    for (const [account, , ore] of rows.flatMap(({ lines }) => lines)) add(ofRows, account, ore);
    for (const [account, , debit, credit] of sums) add(told, account, debit - credit);
    for (const [, , , , account, ore] of (await ask()).lines.filter(isOf)) add(ofBooks, account, ore);
    expect(ofBooks.size).toBeGreaterThan(0);
    expect([ofRows, told]).toEqual([ofBooks, ofBooks]);
  };
  // Spec rules §14: The books have on each day
  test("each kind has its accounts, VAT as it was when the fine was issued, and the fee none", async () => {
    const day = addDays(LAST_MONTH, 4);
    const fine = await issue(day);
    const gone = await issue(day, { amount: 501 });
    await server.sql`update site_settings set vat_percent = null where project_id = ${SITE}`;
    const untaxed = await issue(day);
    await server.sql`update fines set due_date = current_date - 60`;
    await admin.record(fine, "recipient_set", { data: { role: "owner", name: "Åsa Berg", address: "Gatan 1" } });
    await admin.record(fine, "reminded", { data: { due_date: "2099-01-01" } });
    await admin.record(gone, "withdrawn", { data: { ground: "stöld" } });
    await admin.record(untaxed, "payment", { data: { amount_ore: 80_000, value_date: day, method: "plusgiro" } });
    await admin.record(untaxed, "refunded", { data: { amount_ore: 10_000, value_date: TODAY, method: "account" } });
    await admin.record(fine, "written_off", { note: "Skrotad" });
    // Money of the reminder's day would lift the fee.
    await admin.record(fine, "payment", {
      data: { amount_ore: 76_000, value_date: addDays(TODAY, 1), method: "other" },
    });
    const ledger = await ask();
    expect(linesOf(ledger, "issued")).toEqual([
      ["", "claim", 190_100],
      ["", "income", -70_000],
      ["", "income_vat", -96_080],
      ["", "vat", -24_020],
    ]);
    expect(linesOf(ledger, "fee")).toEqual([
      ["", "claim", 6000],
      ["", "fee", -6000],
    ]);
    expect(linesOf(ledger, "withdrawn")).toEqual([
      ["", "claim", -50_100],
      ["", "income_vat", 40_080],
      ["", "vat", 10_020],
    ]);
    expect(linesOf(ledger, "written_off")).toEqual([
      ["", "claim", -76_000],
      ["", "loss", 62_000],
      ["", "vat", 14_000],
    ]);
    expect(linesOf(ledger, "recovered")).toEqual([
      ["", "claim", 76_000],
      ["", "recovered", -62_000],
      ["", "vat", -14_000],
    ]);
    expect(linesOf(ledger, "payment")).toEqual([
      ["plusgiro", "claim", -80_000],
      ["plusgiro", "plusgiro", 80_000],
      ["other", "cash", 76_000],
      ["other", "claim", -76_000],
    ]);
    expect(linesOf(ledger, "refunded")).toEqual([
      ["account", "bank", -10_000],
      ["account", "claim", 10_000],
    ]);
    expect(ledger.books).toMatchObject({ company: "Hamn AB", code: SITE, year_start: 1 });
    expect(Object.keys(ledger.books.accounts).toSorted()).toEqual([...LEDGER_ACCOUNTS].toSorted());
  });

  // Spec rules §14: A closed month never changes
  test("a closed month keeps lines, accounts and company; what comes later for its days is booked in the open one", async () => {
    expect(said(await close(THIS_MONTH))).toBe("PK005 month");
    expect(said(await close(LAST_MONTH))).toBe("closed");
    const before = await ask();
    expect(before.closed_until).toBe(LAST_MONTH);
    const [noted] = await server.sql<{ after: object }[]>`
      select after from audit_trail where subject = 'ledger_months' and action = 'insert' and project_id = ${SITE}`;
    expect(Object.keys(noted?.after ?? {})).not.toContain("lines");

    const late = addDays(LAST_MONTH, 9);
    const fine = await issue(late);
    await server.sql`update site_settings set issuer_name = 'Nya AB', ledger_accounts = '{"claim": "1519"}' where project_id = ${SITE}`;
    await admin.record(fine, "payment", { data: { amount_ore: 70_000, value_date: late, method: "swish" } });
    expect(said(await close(LAST_MONTH))).toBe("closed");
    const after = await ask();
    expect(inMonth(after, LAST_MONTH)).toEqual(inMonth(before, LAST_MONTH));
    expect(after.closed).toEqual(before.closed);
    expect(after.closed[0]?.books).toMatchObject({ company: "Hamn AB", accounts: { claim: "1510" } });
    expect(after.books).toMatchObject({ company: "Nya AB", accounts: { claim: "1519", bank: "1930" } });
    expect(inMonth(after, THIS_MONTH).filter(([, day]) => day === late)).toEqual([
      [THIS_MONTH, late, "issued", "", "claim", 70_000],
      [THIS_MONTH, late, "issued", "", "income", -70_000],
      [THIS_MONTH, late, "payment", "swish", "claim", -70_000],
      [THIS_MONTH, late, "payment", "swish", "swish", 70_000],
    ]);
    await expect(server.sql`update ledger_months set lines = '[]'`).rejects.toThrow("What happened stays as it was");
  });

  // Spec rules §14: Each öre of the books
  test("a verification leads to the rows of its cases and payments, and a case to its verifications", async () => {
    const day = addDays(THIS_MONTH, -40);
    const late = addDays(LAST_MONTH, 3);
    const [first, second] = [await issue(late, { amount: 501 }), await issue(TODAY)];
    await pay(first, 20_000, TODAY);
    await pay(second, 70_001, TODAY);
    await book([{ bank_key: "rad 1", amount_ore: 33, value_date: TODAY, method: "bankgiro", reference: "okänd" }]);

    const paid = await rowsOf({ of_day: TODAY, of_kind: "payment", of_month: THIS_MONTH });
    expect(paid.rows).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          case_number: number(first),
          day: TODAY,
          month: THIS_MONTH,
          payee: "bankgiro",
          by_id: "admin01",
          at: expect.stringContaining(TODAY.slice(0, 8)) as unknown,
          lines: [
            ["bank", "1930", 20_000],
            ["claim", "1519", -20_000],
          ],
        }),
        expect.objectContaining({ case_number: number(second) }),
      ]),
    );
    const [unplaced] = (await rowsOf({ of_day: TODAY, of_kind: "unplaced" })).rows;
    expect(unplaced).toMatchObject({ case_number: null, file_name: "bank.csv", by_id: "admin01" });

    // An event of a closed month's day is in the open one, with its own day.
    const ofCase = await rowsOf({ of_case: number(first) });
    expect(ofCase.count).toBe(2);
    expect(ofCase.rows.map(({ kind, day: on, month }) => [kind, on, month])).toEqual([
      ["issued", late, THIS_MONTH],
      ["payment", TODAY, THIS_MONTH],
    ]);
    expect(ofCase.rows[0]).toMatchObject({
      by_id: "vakt01",
      lines: expect.arrayContaining([["claim", "1519", 50_100]]) as unknown,
    });
    for (const { month, day: of_day, kind } of ofCase.rows) {
      const verification = await rowsOf({ of_day, of_kind: kind, of_month: month });
      expect(verification.rows.map((row) => row.case_number)).toContain(number(first));
      await expectSums(verification, (line) => line[0] === month && line[1] === of_day && line[2] === kind);
    }

    // A page begins behind the last row of the one before.
    const all = await rowsOf({ of_day: TODAY });
    expect(all.rows.length).toBe(all.count);
    const [begin] = all.rows;
    expect((await rowsOf({ of_day: TODAY, after_key: begin?.key })).rows).toEqual(all.rows.slice(1));
    expect(await rowsOf({ of_case: "00000000" })).toMatchObject({ count: 0, rows: [] });
    for (const wrong of [{}, { of_day: "infinity" }, { of_day: "1800-01-01" }])
      expect(said(await listRows(wrong))).toBe("PK008 of_day");
    expect((await rowsOf({ of_day: day })).rows).toEqual([]);
  });

  // Spec rules §14: Each öre of the books
  test("rows of a closed month stay as they were when a case changes, and the change has a row of its own", async () => {
    const day = addDays(LAST_MONTH, 6);
    const fee = async () => {
      const fine = await issue(day, { amount: 700 });
      await server.sql`update fines set due_date = current_date - 60, agreed_fee = 60 where id = ${fine.id}`;
      await admin.record(fine, "recipient_set", { data: { role: "owner", name: "Åsa Berg", address: "Gatan 1" } });
      await admin.record(fine, "reminded", { data: { due_date: "2099-01-01" } });
      await server.sql`update fine_events set at = ${`${day}T12:00:00Z`} where fine_id = ${fine.id} and kind = 'reminded'`;
      return fine;
    };
    await server.sql`alter table fine_events disable trigger fine_events_only_grow`;
    const fine = await fee();
    await server.sql`delete from ledger_months`;
    expect(said(await close(LAST_MONTH))).toBe("closed");
    const kept = await rowsOf({ of_day: day, of_kind: "fee", of_month: LAST_MONTH });
    expect(kept.rows).toMatchObject([
      {
        case_number: fine["case_number"],
        lines: [
          ["claim", "1519", 6000],
          ["fee", "3990", -6000],
        ],
      },
    ]);
    // Money of the reminder's day lifts the fee.
    await admin.record(fine, "payment", { data: { amount_ore: 70_000, value_date: day, method: "bankgiro" } });
    await server.sql`alter table fine_events enable trigger fine_events_only_grow`;
    expect(await rowsOf({ of_day: day, of_kind: "fee", of_month: LAST_MONTH })).toEqual(kept);
    const changed = await rowsOf({ of_case: String(fine["case_number"]) });
    expect(changed.rows.filter(({ kind }) => kind === "fee")).toMatchObject([
      {
        month: LAST_MONTH,
        lines: [
          ["claim", "1519", 6000],
          ["fee", "3990", -6000],
        ],
      },
      {
        month: THIS_MONTH,
        lines: [
          ["fee", "3990", 6000],
          ["claim", "1519", -6000],
        ],
      },
    ]);
  });

  // Spec rules §6: Cases are their site's admins'
  test("an attendant, and an admin of another site, read and close nothing", async () => {
    for (const who of [attendant, stranger]) {
      // The database of `specified` believes the screen; an ID of another site's admin is no admin here.
      expect((await who.call("site_ledger", { project: SITE, first: TODAY, last: TODAY })).refused?.code).toBe("42501");
      expect((await close(LAST_MONTH, who)).refused?.code).toBe("42501");
      for (const of of [{ of_day: TODAY }, { of_case: "12345674" }])
        expect((await listRows(of, who)).refused?.code).toBe("42501");
    }
    expect((await ask()).lines.length).toBeGreaterThan(0);
  });

  test.each([{ claim: "151" }, { claim: 1510 }, { unknown: "1510" }, []])(
    "accounts are numbers of BAS: not %j",
    async (accounts) => {
      await expect(
        server.sql`update site_settings set ledger_accounts = ${server.sql.json(accounts)} where project_id = ${SITE}`,
      ).rejects.toThrow("site_settings_ledger_accounts");
    },
  );
});

// Spec rules §14: Each öre of the books
test("months that were closed before rows were kept get them, and a row without a source for what changed since", async () => {
  const database = await createEarlierDatabase("20261128123423", "specified");
  try {
    const { sql } = database;
    await insertRow(sql, "main_page_sites", { path: SITE });
    await insertRow(sql, "admin_accounts", { user_id: "admin01", project_id: SITE });
    const issued = { project_id: SITE, amount: 700, issued_at: `${addDays(LAST_MONTH, 4)}T10:00:00Z` };
    const stays = await insertRow(sql, "fines", issued);
    const changes = await insertRow(sql, "fines", { ...issued, case_number: "12345682", public_key: "k".repeat(22) });
    await sql`select public.close_ledger_month(${SITE}, ${LAST_MONTH}, 'admin01')`;
    await sql`update fines set amount = 500 where id = ${changes}`;
    await prepareDatabase({ url: database.url, profile: "specified", seed: "none", log: pino({ level: "silent" }) });
    const rows = await sql`select month::text, fine_id, ore::int
      from private.ledger_entries(${SITE}, private.site_of(${SITE}), null, null, null) where account = 'claim' order by month, ore desc`;
    expect([...rows]).toEqual([
      { month: LAST_MONTH, fine_id: stays, ore: 70_000 },
      { month: LAST_MONTH, fine_id: changes, ore: 50_000 },
      { month: LAST_MONTH, fine_id: null, ore: 20_000 },
      { month: THIS_MONTH, fine_id: null, ore: -20_000 },
    ]);
  } finally {
    await database.drop();
  }
});
