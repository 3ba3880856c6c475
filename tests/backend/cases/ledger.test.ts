// The books of a site in both profiles: accounts and amounts of each kind, VAT as it was, what comes after a month was closed, and who may.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LEDGER_ACCOUNTS } from "#contract/ledger.ts";
import { SECURITY_PROFILES } from "#contract/states.ts";
import type { SiteLedger } from "#data/ledger_months/queries.ts";
import { addDays, toDateValue } from "#shared/format/dates.ts";
import { type Actor, fineOf, makeActor, OTHER_SITE, said, SITE } from "#tests/support/rows/cases.ts";
import { insertRow } from "#tests/support/rows/rows.ts";
import { startTestServer, type TestServer } from "#tests/support/server/server.ts";

const TODAY = toDateValue(new Date());
const THIS_MONTH = `${TODAY.slice(0, 7)}-01`;
const LAST_MONTH = `${addDays(THIS_MONTH, -1).slice(0, 7)}-01`;

/** The lines of a kind, without month, day and kind. */
const linesOf = ({ lines }: SiteLedger, kind: string) =>
  lines.filter((line) => line[2] === kind).map((line) => line.slice(3));
const inMonth = ({ lines }: SiteLedger, month: string) => lines.filter((line) => line[0] === month);

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

  // Spec rules §6: Cases are their site's admins'
  test("an attendant, and an admin of another site, read and close nothing", async () => {
    for (const who of [attendant, stranger]) {
      // The database of `specified` believes the screen; an ID of another site's admin is no admin here.
      expect((await who.call("site_ledger", { project: SITE, first: TODAY, last: TODAY })).refused?.code).toBe("42501");
      expect((await close(LAST_MONTH, who)).refused?.code).toBe("42501");
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
