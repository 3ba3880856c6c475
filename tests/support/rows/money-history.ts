// Random histories of a site's money (document 4 §4): the steps that admins and banks take, and what the bank has after each.
import { randomUUID } from "node:crypto";
import * as fc from "fast-check";
import { type Actor, actorOf, fineOf, type Json } from "#tests/support/rows/cases.ts";
import { insertRow } from "#tests/support/rows/rows.ts";
import type { TestServer } from "#tests/support/server/server.ts";
import { toDateValue } from "#shared/format/dates.ts";

const AMOUNTS = [1, 6000, 30_000, 35_001, 70_000, 76_000, 90_000];
const WAYS = ["bankgiro", "plusgiro", "account"];
/** The way of all money by hand, so that money taken back by hand has one too. */
const BY_HAND = "swish";
const FINES = 3;

type Fine = Json & { id: string; case_number: string };
type BankRow = { bank_key: string; amount_ore: number; value_date: string; method: string; reference: string };
type File = { id: string; rows: BankRow[]; sum: number; isUndone: boolean };
type Unplaced = { id: string; left_ore: number; method: string };
type Told = { sums: Json; counts: Json; unplaced: { rows: Unplaced[] } };
type Cases = { fines: Json[]; events: string[] };
type Ending = { ground: string; ore: number; method: string };

const which = fc.nat(99);
const ore = fc.constantFrom(...AMOUNTS);

/** Steps whose money is of these days. */
export const stepsOf = (days: readonly string[]) =>
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant("book" as const),
        rows: fc.array(
          fc.record({ to: fc.nat(FINES), ore, day: fc.constantFrom(...days), way: fc.constantFrom(...WAYS) }),
          { minLength: 1, maxLength: 3 },
        ),
      }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("bookAgain" as const), which }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant("undo" as const), which }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constant("place" as const), which, to: which, ore }) },
    { weight: 4, arbitrary: fc.record({ do: fc.constant("move" as const), which }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant("end" as const), which }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("reopenEnded" as const), which }) },
    {
      weight: 6,
      arbitrary: fc.record({
        do: fc.constantFrom("payment" as const, "payment_undone" as const, "refunded" as const),
        which,
        ore,
        day: fc.constantFrom(...days),
      }),
    },
    {
      weight: 6,
      arbitrary: fc.record({
        do: fc.constantFrom(
          "written_off" as const,
          "reopened" as const,
          "withdrawn" as const,
          "reminded" as const,
          "reminder_undone" as const,
          "handed_to_collection" as const,
          "recalled" as const,
        ),
        which,
      }),
    },
  );
export type Step = ReturnType<typeof stepsOf> extends fc.Arbitrary<infer Made> ? Made : never;

/** A site of its own with a few cases that may be reminded, and what its bank has by the calls that were answered. */
export class History {
  readonly site: string;
  readonly #id: string;
  readonly #server: TestServer;
  readonly admin: Actor;
  readonly files: File[] = [];
  fines: Fine[] = [];
  /** What the database told last. */
  told: Told | undefined;
  /** The money that the site counts as its own. */
  bank = 0;
  /** The money at the bank, by `day way`; money that is another's stays there. */
  readonly atBank = new Map<string, number>();
  readonly #endings = new Map<string, Ending[]>();
  #began: Cases = { fines: [], events: [] };

  /** A site and its admin, who are made anew; the company's, whose admin is the protected one, are there. */
  constructor(server: TestServer, site = `pengar-${randomUUID()}`, id = `admin-${randomUUID().slice(0, 8)}`) {
    this.#server = server;
    this.site = site;
    this.#id = id;
    this.admin = actorOf(server.client(), this.#id, this.site);
  }

  /** The cases are issued at these moments; now when left out. */
  async begin(vat: number | null = null, issued: readonly string[] = []): Promise<void> {
    await insertRow(this.#server.sql, "main_page_sites", { path: this.site });
    await insertRow(this.#server.sql, "admin_accounts", { user_id: this.#id, project_id: this.site });
    await this.#server
      .sql`update site_settings set reminder_fee = 60, fee_is_agreed = true, vat_percent = ${vat} where project_id = ${this.site}`;
    for (let n = 0; n < FINES; n += 1) {
      // The fines come one after the other: each has a number of its own.
      // oxlint-disable-next-line no-await-in-loop
      const fine = fineOf(await this.admin.issue({ delivery: "fixed" })) as Fine;
      // oxlint-disable-next-line no-await-in-loop
      await this.admin.record(fine, "recipient_set", { data: { role: "owner", name: "Åsa Berg", address: "Gatan 1" } });
      this.fines.push(fine);
    }
    const { sql } = this.#server;
    for (const [at, moment] of issued.entries())
      // oxlint-disable-next-line no-await-in-loop
      await sql`update fines set issued_at = ${moment} where id = ${this.fines[at]?.id ?? ""}`;
    await sql`update fines set due_date = current_date - 60 where project_id = ${this.site}`;
    this.#began = await this.#cases();
  }

  /** The cases' rows, and the keys of their events. */
  async #cases(): Promise<Cases> {
    const [rows] = await this.#server.sql<[Cases]>`
      select coalesce((select jsonb_agg(to_jsonb(f) order by f.id) from fines f where f.project_id = ${this.site}), '[]') as fines,
        coalesce((select jsonb_agg(e.id order by e.id) from fine_events e where e.project_id = ${this.site}), '[]') as events`;
    return rows;
  }

  /** The site as it began, without money: a new one takes ten times as long as a step. The company's has no cases. */
  async again(): Promise<void> {
    await this.#server.sql.begin(async (sql) => {
      await sql`set local session_replication_role = replica`;
      await sql`delete from payments where project_id = ${this.site}`;
      await sql`delete from payment_files where project_id = ${this.site}`;
      await sql`delete from ledger_months where project_id = ${this.site}`;
      await sql`delete from fine_events where project_id = ${this.site} and id::text <> all (${this.#began.events})`;
      await sql`update fines f set status = b.status, fee = b.fee, paid_ore = b.paid_ore, recovered_ore = b.recovered_ore, last_event = b.last_event,
        due_date = b.due_date from jsonb_populate_recordset(null::fines, ${sql.json(this.#began.fines as never)}) b where f.id = b.id`;
    });
    const cases = await this.#cases();
    if (JSON.stringify(cases) !== JSON.stringify(this.#began))
      throw new Error(`Not as it began: ${JSON.stringify(cases)}`);
    this.files.length = 0;
    this.bank = 0;
    this.atBank.clear();
    this.#endings.clear();
  }

  /** The step as a call, where there is something to do it with; the money that it moves at the bank. */
  async take(made: Step): Promise<void> {
    if (made.do === "book") {
      const rows = made.rows.map(({ to, ore: amount_ore, day: value_date, way: method }) => ({
        bank_key: randomUUID(),
        amount_ore,
        value_date,
        method,
        reference: this.fines[to]?.case_number ?? "okänd",
      }));
      return this.#book(rows);
    }
    if (made.do === "bookAgain") return this.#book(this.#pick(this.files, made.which)?.rows ?? []);
    if (made.do === "undo") return this.#undo(this.#pick(this.files, made.which));
    if (made.do === "place") return this.#place(made.which, made.to, made.ore);
    if (made.do === "move") return this.#moveBack(made.which);
    if (made.do === "end" || made.do === "reopenEnded") return this.#end(made.do, made.which);
    const fine = this.#pick(this.fines, made.which) ?? this.fines[0];
    if (!("ore" in made)) {
      if (made.do === "handed_to_collection")
        await this.#server.sql`update fines set due_date = current_date - 60 where id = ${fine?.id ?? ""}`;
      const more = { data: { due_date: "2099-01-01", ground: "stöld" }, note: "Skäl" };
      this.#answered(await this.admin.record(fine ?? {}, made.do, more));
      return;
    }
    const data = {
      amount_ore: made.ore,
      value_date: made.day,
      ...(made.do !== "payment_undone" && { method: BY_HAND }),
    };
    if (this.#answered(await this.admin.record(fine ?? {}, made.do, { data })))
      this.#move(made.day, BY_HAND, made.do === "payment" ? made.ore : -made.ore);
  }

  /** Money that comes to the bank, or leaves it. */
  #move(day: string, way: string, moved: number): void {
    this.bank += moved;
    const key = `${day} ${way}`;
    this.atBank.set(key, (this.atBank.get(key) ?? 0) + moved);
  }

  async #book(rows: BankRow[]): Promise<void> {
    if (rows.length === 0) return;
    const file = { id: randomUUID(), name: "historia.csv" };
    const answer = await this.admin.call("book_payments", { project: this.site, rows, file });
    if (answer.outcome !== "booked") throw new Error(JSON.stringify(answer));
    const sum = Number(answer["sum_ore"]);
    // All rows of a file are booked, or none of them again.
    if (sum > 0) for (const row of rows) this.#move(row.value_date, row.method, row.amount_ore);
    this.files.push({ id: file.id, rows, sum, isUndone: false });
  }

  async #undo(file: File | undefined): Promise<void> {
    if (file === undefined || !this.#answered(await this.admin.call("undo_import", { file_id: file.id }))) return;
    if (!file.isUndone && file.sum > 0)
      for (const row of file.rows) this.#move(row.value_date, row.method, -row.amount_ore);
    file.isUndone = true;
  }

  async #place(place: number, to: number, most: number): Promise<void> {
    const payment = this.#pick(await this.unplaced(), place);
    if (payment === undefined) return;
    const part = {
      fine_id: this.#pick(this.fines, to)?.id,
      event_id: randomUUID(),
      amount_ore: Math.min(most, payment.left_ore),
    };
    const args = { payment_id: payment.id, placing_id: randomUUID(), parts: [part] };
    const answer = await this.admin.call("place_payment", args);
    if (answer.outcome !== "placed") throw new Error(JSON.stringify(answer));
  }

  async #moveBack(place: number): Promise<void> {
    const payments = await this.#server.sql<{ id: string; fine_id: string }[]>`
      select p.id, p.fine_id from payments p join payment_files f on f.id = p.file_id
      where f.project_id = ${this.site} and p.fine_id is not null and p.amount_ore > 0 order by p.id`;
    const payment = this.#pick(payments, place);
    if (payment === undefined) return;
    this.#answered(
      await this.admin.record({ id: payment.fine_id }, "payment_moved", { data: { payment_id: payment.id } }),
    );
  }

  async #end(what: "end" | "reopenEnded", place: number): Promise<void> {
    const { data } = await this.admin.client.rpc("list_ended", { project: this.site });
    const ended = (data as { rows: { id: string; ended_ore: number }[] }).rows;
    const chosen = what === "end" ? this.#pick(await this.unplaced(), place) : this.#pick(ended, place);
    if (chosen === undefined) return;
    const ground = what === "reopenEnded" ? "reopened" : place % 2 === 0 ? "returned" : "not_ours";
    const args = { payment_id: chosen.id, ending_id: randomUUID(), ground, note: "Hyra" };
    if (!this.#answered(await this.admin.call("end_payment", args))) return;
    const ends = this.#endings.get(chosen.id) ?? [];
    if ("left_ore" in chosen) ends.push({ ground, ore: chosen.left_ore, method: chosen.method });
    for (const end of "left_ore" in chosen ? ends.slice(-1) : ends) {
      const ended = "left_ore" in chosen ? -end.ore : end.ore;
      if (end.ground === "returned") this.#move(toDateValue(new Date()), end.method, ended);
      else this.bank += ended;
    }
    this.#endings.set(chosen.id, "left_ore" in chosen ? ends : []);
  }

  async unplaced(): Promise<Unplaced[]> {
    const { data } = await this.admin.client.rpc("list_unplaced", { project: this.site });
    return (data as { rows: Unplaced[] }).rows;
  }

  /** What the site's own calls tell of its money. */
  async asked(): Promise<Told> {
    const count = { today: "2026-11-20", expires_before: "2020-01-01" };
    const [sums, counts, unplaced] = await Promise.all([
      this.admin.client.rpc("sum_payments", { project: this.site }),
      this.admin.client.rpc("count_cases", { project: this.site, ...count }),
      this.admin.client.rpc("list_unplaced", { project: this.site }),
    ]);
    return { sums: sums.data as Json, counts: counts.data as Json, unplaced: unplaced.data as Told["unplaced"] };
  }

  /** Sums that do not add up, in words; nothing while all is equal. All is of one moment, and one way to the database. */
  async differences(): Promise<unknown[]> {
    const [found] = await this.#server.sql<[Told & { cases: number; wrong: number; files: number; refunds: number }]>`
      select public.sum_payments(${this.site}) as sums, public.count_cases(${this.site}, '2026-11-20', '2020-01-01') as counts,
        public.list_unplaced(${this.site}) as unplaced,
        (select coalesce(sum(paid_ore), 0)::int from fines where project_id = ${this.site}) as cases,
        (select count(*)::int from fines f where project_id = ${this.site} and (f.paid_ore < 0 or f.recovered_ore < 0
          or f.recovered_ore > (f.amount + f.fee) * 100 or (f.status <> 'written_off' and f.recovered_ore <> 0)
          or f.left_ore <> case when f.status in ('withdrawn', 'written_off') then 0 else (f.amount + f.fee) * 100 end + f.recovered_ore - f.paid_ore
          or (f.status = 'paid') <> (f.left_ore <= 0 and f.status not in ('withdrawn', 'written_off')))) as wrong,
        (select count(*)::int from payment_files f where project_id = ${this.site} and case when undone_at is null then sum_ore else 0 end
          <> (select coalesce(sum(p.amount_ore), 0) from payments p where p.file_id = f.id)) as files,
        (select coalesce(-sum(least(left_ore, 0)), 0)::int from fines where project_id = ${this.site}) as refunds`;
    const { sums, counts, unplaced, cases, wrong, files, refunds } = found;
    this.told = { sums, counts, unplaced };
    const lies = unplaced.rows.reduce((sum, { left_ore }) => sum + left_ore, 0);
    return [
      ["the bank", this.bank, sums["all_ore"]],
      ["cases", cases, sums["placed_ore"]],
      ["unplaced", lies, sums["unknown_ore"]],
      ["all", this.bank, cases + lies],
      ["to be paid back", refunds, counts["refund_ore"]],
      ["wrong cases", wrong, 0],
      ["files", files, 0],
    ].filter(([, is, should]) => is !== should);
  }

  #pick = <Item>(items: readonly Item[], place: number): Item | undefined => items[place % items.length];

  /** Whether a call did something; a refusal is one of the money's own. */
  #answered(answer: Json & { refused?: { code: string } }): boolean {
    if (answer.refused === undefined) return true;
    if (!["PK005", "PK008"].includes(answer.refused.code)) throw new Error(JSON.stringify(answer.refused));
    return false;
  }
}
