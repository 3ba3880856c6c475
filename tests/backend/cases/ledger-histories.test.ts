// Random histories of two sites' books: on each day the books have what the bank has, each verification is in balance, claims are what is left
// to pay, and a closed month's file stays byte for byte what it was.
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PROTECTED_ADMIN_ID } from "#contract/projects.ts";
import type { SiteLedger } from "#data/ledger_months/queries.ts";
import { ledgerFiles } from "#parking/office/ledger/rules/ledger-files.ts";
import { addDays, toDateValue } from "#shared/format/dates.ts";
import { readSie } from "#tests/support/files/sie-reader.ts";
import { History, type Step, stepsOf } from "#tests/support/rows/money-history.ts";
import { startTestServer, type TestServer } from "#tests/support/server/server.ts";
import { isWhole } from "#tests/support/run/whole.ts";

const TODAY = toDateValue(new Date());
/** The first day of the month that began so many months ago. */
function monthAgo(months: number): string {
  const date = new Date(`${TODAY.slice(0, 7)}-01T12:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() - months);
  return date.toISOString().slice(0, 10);
}
const MONTHS = [1, 2, 3].map(monthAgo);
const DAYS = [TODAY, ...MONTHS.flatMap((month) => [addDays(month, 3), addDays(month, 20)])];
const BANKS = ["bank", "plusgiro", "swish", "cash"];

const add = (map: Map<string, number>, key: string, ore: number) => map.set(key, (map.get(key) ?? 0) + ore);

type BookStep = Step | { do: "close"; which: number };
const step = fc.oneof(
  { weight: 9, arbitrary: stepsOf(DAYS) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("close" as const), which: fc.nat(99) }) },
);

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ profile: "specified", rateLimits: "none" });
});
afterAll(() => server.stop());

/** A site whose months are closed along with its history. */
class Books {
  readonly history: History;
  readonly #closed = new Map<string, { sie: string; csv: string }>();

  constructor(history = new History(server)) {
    this.history = history;
  }

  async begin(vat: number | null): Promise<void> {
    await this.history.begin(vat);
    const { sql } = server;
    // The fines are of three months.
    for (const [at, { id }] of this.history.fines.entries())
      // oxlint-disable-next-line no-await-in-loop
      await sql`update fines set issued_at = ${`${addDays(MONTHS[at % 3] ?? TODAY, 5)}T10:00:00Z`} where id = ${id}`;
  }

  async take(made: BookStep): Promise<void> {
    if (made.do !== "close") return this.history.take(made);
    const month = MONTHS[made.which % 3] ?? "";
    const { admin, site: project } = this.history;
    const { outcome, refused } = await admin.call("close_ledger_month", { project, month });
    if (outcome !== "closed") throw new Error(JSON.stringify(refused));
    for (const each of MONTHS.filter((one) => one <= month))
      // oxlint-disable-next-line no-await-in-loop
      if (!this.#closed.has(each)) this.#closed.set(each, await this.filesOf(each));
  }

  async ask(first: string, last: string): Promise<SiteLedger> {
    const args = { project: this.history.site, first, last };
    const answer = await this.history.admin.call("site_ledger", args);
    if (answer.refused !== undefined) throw new Error(JSON.stringify(answer.refused));
    return answer as unknown as SiteLedger;
  }

  async filesOf(month: string): Promise<{ sie: string; csv: string }> {
    const period = { first: month, last: addDays(month, 27) };
    const { sie, csv } = ledgerFiles(await this.ask(period.first, period.last), period);
    readSie(sie);
    return { sie: Buffer.from(sie).toString("latin1"), csv };
  }

  /** What the books do not have as it is; nothing while all is equal. */
  async differences(): Promise<unknown[]> {
    const { lines } = await this.ask(addDays(TODAY, -500), addDays(TODAY, 100));
    const balances = new Map<string, number>();
    const atBank = new Map<string, number>();
    const sums = new Map<string, number>();
    for (const [month, day, kind, payee, account, ore] of lines) {
      add(balances, `${month} ${day} ${kind}`, ore);
      add(sums, account, ore);
      if (BANKS.includes(account)) add(atBank, `${day} ${payee}`, ore);
    }
    const [cases] = await server.sql<{ left: number }[]>`
      select coalesce(sum(left_ore), 0)::int as left from fines where project_id = ${this.history.site}`;
    const unplaced = (await this.history.unplaced()).reduce((sum, { left_ore }) => sum + left_ore, 0);
    const stored = [...this.#closed].map(async ([month, files]) => [month, await this.filesOf(month), files]);
    return [
      ...[...balances].map(([key, ore]) => [key, ore, 0]),
      ...[...new Set([...atBank.keys(), ...this.history.atBank.keys()])].map((key) => [
        key,
        atBank.get(key) ?? 0,
        this.history.atBank.get(key) ?? 0,
      ]),
      ["claims", sums.get("claim") ?? 0, cases?.left],
      ["unplaced", -(sums.get("unplaced") ?? 0), unplaced],
      ...lines.filter(([month, day]) => day >= addDays(month, 31)).map((line) => ["booked before its day", line, null]),
      ...(await Promise.all(stored)),
    ].filter(([, is, should]) => JSON.stringify(is) !== JSON.stringify(should));
  }
}

/** What the books of a company and its sites do not have together; nothing while all is equal. Each verification is in balance by itself. */
async function differencesOfAll(books: readonly Books[]): Promise<unknown[]> {
  const [atBank, bank, sums] = [new Map<string, number>(), new Map<string, number>(), new Map<string, number>()];
  const unbalanced: unknown[] = [];
  let [unplaced, left] = [0, 0];
  for (const each of books) {
    // oxlint-disable-next-line no-await-in-loop
    const { lines } = await each.ask(addDays(TODAY, -500), addDays(TODAY, 100));
    const balances = new Map<string, number>();
    for (const [month, day, kind, payee, account, ore] of lines) {
      add(balances, `${month} ${day} ${kind}`, ore);
      add(sums, account, ore);
      if (BANKS.includes(account)) add(atBank, `${day} ${payee}`, ore);
    }
    unbalanced.push(...[...balances].filter(([, ore]) => ore !== 0));
    for (const [key, ore] of each.history.atBank) add(bank, key, ore);
    // oxlint-disable-next-line no-await-in-loop
    for (const { left_ore } of await each.history.unplaced()) unplaced += left_ore;
    // oxlint-disable-next-line no-await-in-loop
    const [cases] = await server.sql<{ left: number }[]>`
      select coalesce(sum(left_ore), 0)::int as left from fines where project_id = ${each.history.site}`;
    left += cases?.left ?? 0;
  }
  return [
    ...unbalanced,
    ...[...new Set([...atBank.keys(), ...bank.keys()])].map((key) => [key, atBank.get(key) ?? 0, bank.get(key) ?? 0]),
    ["claims", sums.get("claim") ?? 0, left],
    ["unplaced", -(sums.get("unplaced") ?? 0), unplaced],
  ].filter((found) => !Array.isArray(found) || found.length !== 3 || found[1] !== found[2]);
}

const PATIENCE_MS = isWhole ? 1_800_000 : 240_000;

// Spec rules §14: The books have on each day
test(
  "whatever happens to money and cases of two sites, the books have on each day what the bank has, and closed months stay",
  { timeout: PATIENCE_MS },
  async () => {
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.nat(1), step), { minLength: 4, maxLength: 16 }), async (steps) => {
        const sites = [new Books(), new Books()];
        await sites[0]?.begin(null);
        await sites[1]?.begin(25);
        for (const [at, made] of steps) {
          const site = sites[at];
          // oxlint-disable-next-line no-await-in-loop -- a history has an order
          await site?.take(made);
          seen.add(made.do);
          // oxlint-disable-next-line no-await-in-loop
          expect([made, await site?.differences()]).toEqual([made, []]);
        }
        expect(await Promise.all(sites.map((site) => site.differences()))).toEqual([[], []]);
      }),
      // A part of the same histories in `npm test`.
      { numRuns: isWhole ? 500 : 20, seed: 20_261_127 },
    );
    expect(seen.size).toBe(18);
  },
);

// Spec rules §14: The books have on each day
test(
  "the books of a company and its sites have together what its bank has, wherever a file was read and a case is",
  { timeout: PATIENCE_MS },
  async () => {
    const { sql } = server;
    await sql`update company set issuer_name = 'Hamnbolaget',
      payment_methods = '[{"kind": "bankgiro", "value": "5555-5555", "text": "Bankgiro 5555-5555"}]'`;
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.nat(2), step), { minLength: 4, maxLength: 14 }), async (steps) => {
        // The company is one: its money of the history before goes.
        await sql.begin(async (transaction) => {
          await transaction`set local session_replication_role = replica`;
          await transaction`delete from payments where project_id = 'company' or file_id in (select id from payment_files where project_id = 'company')`;
          await transaction`delete from payment_files where project_id = 'company'`;
          await transaction`delete from ledger_months where project_id = 'company'`;
        });
        const sites = [new Books(), new Books()];
        // oxlint-disable-next-line no-await-in-loop
        for (const site of sites) await site.begin(null);
        const company = new Books(new History(server, "company", PROTECTED_ADMIN_ID));
        company.history.fines = sites.flatMap(({ history }) => history.fines.slice(0, 2));
        for (const [at, made] of steps) {
          // oxlint-disable-next-line no-await-in-loop -- a history has an order
          await [...sites, company][at]?.take(made);
          seen.add(`${made.do}${at === 2 ? " at the company" : ""}`);
          // oxlint-disable-next-line no-await-in-loop
          expect([made, await differencesOfAll([...sites, company])]).toEqual([made, []]);
        }
      }),
      { numRuns: isWhole ? 500 : 15, seed: 20_261_128 },
    );
    for (const done of ["book", "undo", "place", "move"]) expect([...seen]).toContain(`${done} at the company`);
  },
);
