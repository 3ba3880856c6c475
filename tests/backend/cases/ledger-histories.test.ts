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

type Files = { sie: string; csv: string };
/** The books of all time, what has no case, and what is left to pay of all cases. */
type Told = { ledger: SiteLedger; unplaced: { rows: { left_ore: number }[] }; left: number };

const PERIOD = { first: addDays(TODAY, -500), last: addDays(TODAY, 100) };
const periodOf = (month: string) => ({ first: month, last: addDays(month, 27) });

/** A site whose months are closed along with its history. */
class Books {
  readonly history: History;
  readonly #closed = new Map<string, Files>();
  readonly #rows = new Map<string, unknown>();

  constructor(history = new History(server)) {
    this.history = history;
  }

  async begin(vat: number | null): Promise<this> {
    // The fines are of three months.
    await this.history.begin(
      vat,
      MONTHS.map((month) => `${addDays(month, 5)}T10:00:00Z`),
    );
    return this;
  }

  async again(): Promise<void> {
    await this.history.again();
    this.#closed.clear();
    this.#rows.clear();
  }

  async take(made: BookStep): Promise<void> {
    if (made.do !== "close") return this.history.take(made);
    const month = MONTHS[made.which % 3] ?? "";
    const { admin, site: project } = this.history;
    const closing = MONTHS.filter((one) => one <= month && !this.#closed.has(one)).toSorted();
    const open = await Promise.all(closing.map((each) => this.#rowsOf(each)));
    const { outcome, refused } = await admin.call("close_ledger_month", { project, month });
    if (outcome !== "closed") throw new Error(JSON.stringify(refused));
    for (const each of closing) {
      // oxlint-disable-next-line no-await-in-loop
      this.#closed.set(each, await this.filesOf(each));
      // oxlint-disable-next-line no-await-in-loop
      this.#rows.set(each, await this.#rowsOf(each));
    }
    // A month keeps the rows that it had while it was open, late ones too.
    const kept = closing.map((each) => this.#rows.get(each));
    if (JSON.stringify(kept) !== JSON.stringify(open)) throw new Error(JSON.stringify({ closing, open, kept }));
  }

  async ask(first: string, last: string): Promise<SiteLedger> {
    const args = { project: this.history.site, first, last };
    const answer = await this.history.admin.call("site_ledger", args);
    if (answer.refused !== undefined) throw new Error(JSON.stringify(answer.refused));
    return answer as unknown as SiteLedger;
  }

  async filesOf(month: string): Promise<Files> {
    const period = periodOf(month);
    const files = filesIn(await this.ask(period.first, period.last), month);
    readSie(Buffer.from(files.sie, "latin1"));
    return files;
  }

  /** What the books do not have as it is, and closed months that changed; nothing while all is equal. */
  differences(told: Told): unknown[] {
    const { lines } = told.ledger;
    return [
      ...differencesOfAll([this], [told]),
      ...lines.filter(([month, day]) => day >= addDays(month, 31)).map((line) => ["booked before its day", line, null]),
      ...[...this.#closed]
        .map(([month, files]) => [month, filesIn(within(told.ledger, month), month), files])
        .filter(([, is, should]) => JSON.stringify(is) !== JSON.stringify(should)),
    ];
  }

  /**
   * The rows behind the books: of all, of each day and kind, and of each case, whose sums are the books' lines; and those of closed months,
   * which stay as they were.
   */
  async rowDifferences({ ledger }: Told): Promise<unknown[]> {
    const code = this.history.site;
    const [found] = await server.sql<[{ sums: unknown[]; apart: number; closed: Record<string, unknown> }]>`
      with site as (select private.site_of(${code}) as id),
      rows as materialized (select r.* from site s, private.ledger_entries(${code}, s.id, null, null, null) r),
      apart as (
        select r.* from site s, (select distinct day, kind from rows) v, private.ledger_entries(${code}, s.id, v.day, v.kind, null) r
        union all
        select r.* from site s, (select f.id from fines f where f.project_id = ${code}) f, private.ledger_entries(${code}, s.id, null, null, f.id) r
      )
      select (select coalesce(jsonb_agg(jsonb_build_array(s.month, s.day, s.kind, s.payee, s.account, s.ore) order by s.month, s.day, s.kind, s.payee, s.account), '[]')
          from (select month, day, kind, payee, account, sum(ore) as ore from rows group by 1, 2, 3, 4, 5 having sum(ore) <> 0) s) as sums,
        (select count(*)::int from (
          select month, day, kind, payee, source, fine_id, account, ore from (select a.*, 1 as n from apart a union all
            select r.*, -1 from rows r union all select r.*, -1 from rows r where r.fine_id is not null) x
          group by 1, 2, 3, 4, 5, 6, 7, 8 having sum(n) <> 0) wrong) as apart,
        (select coalesce(jsonb_object_agg(m.month, m.rows), '{}') from (
          select r.month, jsonb_agg(to_jsonb(r) order by to_jsonb(r)) as rows from rows r where r.month = any (${[...this.#rows.keys()]}::date[]) group by 1) m) as closed`;
    const kept = Object.fromEntries(
      [...this.#rows].filter(([, rows]) => rows !== undefined).toSorted(([one], [other]) => one.localeCompare(other)),
    );
    return [
      ["sums", found.sums, ledger.lines],
      ["asked apart", found.apart, 0],
      ["closed", found.closed, kept],
    ].filter(([, is, should]) => JSON.stringify(is) !== JSON.stringify(should));
  }

  /** Rows of a month, but for late ones of a day and kind that are even and so no verification: they stay open. */
  async #rowsOf(month: string): Promise<unknown> {
    const code = this.history.site;
    const [found] = await server.sql<[{ rows: unknown }]>`
      with rows as materialized (
        select r.* from private.ledger_entries(${code}, private.site_of(${code}), null, null, null) r where r.month = ${month}
      )
      select jsonb_agg(to_jsonb(r) order by to_jsonb(r)) as rows from rows r
      where r.day >= r.month or (r.day, r.kind) in (select s.day, s.kind from rows s group by s.day, s.kind, s.payee, s.account having sum(s.ore) <> 0)`;
    return found.rows ?? undefined;
  }

  /** Each answer of the site's own calls, of closed months too, beside what the database told at once. */
  async asked({ ledger, unplaced }: Told): Promise<[is: unknown, should: unknown]> {
    const months = [...this.#closed.keys()];
    return [
      [await this.ask(PERIOD.first, PERIOD.last), await this.history.unplaced(), await this.#askMonths(months)],
      [ledger, unplaced.rows, months.map((month) => this.#closed.get(month))],
    ];
  }

  #askMonths = (months: string[]) => Promise.all(months.map((month) => this.filesOf(month)));
}

/** What the database tells of books, all of one moment and by one way to it. */
async function tell(books: readonly Books[]): Promise<Told[]> {
  const codes = books.map(({ history }) => history.site);
  const told = await server.sql<Told[]>`
    select public.site_ledger(b.code, ${PERIOD.first}, ${PERIOD.last}, b.admin) as ledger, public.list_unplaced(b.code) as unplaced,
      (select coalesce(sum(left_ore), 0)::int from fines where project_id = b.code) as left
    from unnest(${codes}::text[], ${books.map(({ history }) => history.admin.id)}::text[]) with ordinality b (code, admin, n) order by b.n`;
  return [...told];
}

/** The answer of a month, as a part of that of all. */
function within(ledger: SiteLedger, of: string): SiteLedger {
  const { closed, lines } = ledger;
  return {
    ...ledger,
    closed: closed.filter(({ month }) => month === of),
    lines: lines.filter(([month]) => month === of),
  };
}

function filesIn(ledger: SiteLedger, month: string): Files {
  const { sie, csv } = ledgerFiles(ledger, periodOf(month));
  return { sie: Buffer.from(sie).toString("latin1"), csv };
}

/** What books do not have together; nothing while all is equal. Each verification is in balance by itself. */
function differencesOfAll(books: readonly Books[], told: readonly Told[]): unknown[] {
  const [atBank, bank, sums] = [new Map<string, number>(), new Map<string, number>(), new Map<string, number>()];
  const unbalanced: unknown[] = [];
  let [unplaced, left] = [0, 0];
  for (const [at, { history }] of books.entries()) {
    const balances = new Map<string, number>();
    for (const [month, day, kind, payee, account, ore] of told[at]?.ledger.lines ?? []) {
      add(balances, `${month} ${day} ${kind}`, ore);
      add(sums, account, ore);
      if (BANKS.includes(account)) add(atBank, `${day} ${payee}`, ore);
    }
    unbalanced.push(...[...balances].filter(([, ore]) => ore !== 0));
    for (const [key, ore] of history.atBank) add(bank, key, ore);
    for (const { left_ore } of told[at]?.unplaced.rows ?? []) unplaced += left_ore;
    left += told[at]?.left ?? Number.NaN;
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
    const sites = [await new Books().begin(null), await new Books().begin(25)];
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.nat(1), step), { minLength: 4, maxLength: 16 }), async (steps) => {
        // oxlint-disable-next-line no-await-in-loop
        for (const site of sites) await site.again();
        for (const [at, made] of steps) {
          const site = sites.slice(at, at + 1);
          // oxlint-disable-next-line no-await-in-loop -- a history has an order
          await site[0]?.take(made);
          seen.add(made.do);
          // oxlint-disable-next-line no-await-in-loop
          for (const told of await tell(site)) expect([made, site[0]?.differences(told)]).toEqual([made, []]);
        }
        for (const [at, told] of (await tell(sites)).entries()) {
          expect(sites[at]?.differences(told)).toEqual([]);
          // oxlint-disable-next-line no-await-in-loop
          const [is, should] = (await sites[at]?.asked(told)) ?? [];
          expect(is).toEqual(should);
          // oxlint-disable-next-line no-await-in-loop
          expect(await sites[at]?.rowDifferences(told)).toEqual([]);
        }
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
    const sites = [await new Books().begin(null), await new Books().begin(null)];
    // The company is one: its money of the history before goes, as that of the sites does.
    const company = new Books(new History(server, "company", PROTECTED_ADMIN_ID));
    company.history.fines = sites.flatMap(({ history }) => history.fines.slice(0, 2));
    const all = [...sites, company];
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.nat(2), step), { minLength: 4, maxLength: 14 }), async (steps) => {
        // oxlint-disable-next-line no-await-in-loop
        for (const books of all) await books.again();
        for (const [at, made] of steps) {
          // oxlint-disable-next-line no-await-in-loop -- a history has an order
          await all[at]?.take(made);
          seen.add(`${made.do}${at === 2 ? " at the company" : ""}`);
          // oxlint-disable-next-line no-await-in-loop
          expect([made, differencesOfAll(all, await tell(all))]).toEqual([made, []]);
        }
        for (const [at, told] of (await tell(all)).entries()) {
          // oxlint-disable-next-line no-await-in-loop
          const [is, should] = (await all[at]?.asked(told)) ?? [];
          expect(is).toEqual(should);
          // oxlint-disable-next-line no-await-in-loop
          expect(await all[at]?.rowDifferences(told)).toEqual([]);
        }
      }),
      { numRuns: isWhole ? 500 : 15, seed: 20_261_128 },
    );
    for (const done of ["book", "undo", "place", "move"]) expect([...seen]).toContain(`${done} at the company`);
  },
);
