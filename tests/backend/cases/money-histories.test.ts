// Random histories of a site's money (document 4 §4): after each step what the bank has, what cases have and what lies unplaced are equal to the öre.
import { randomUUID } from "node:crypto";
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Actor, actorOf, fineOf, type Json } from "#tests/support/rows/cases.ts";
import { insertRow } from "#tests/support/rows/rows.ts";
import { startTestServer, type TestServer } from "#tests/support/server/server.ts";
import { isWhole } from "#tests/support/run/whole.ts";

const AMOUNTS = [1, 6000, 30_000, 35_001, 70_000, 76_000, 90_000];
const DAYS = ["2026-11-20", "2099-01-01"];
const FINES = 3;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ profile: "specified", rateLimits: "none" });
});
afterAll(() => server.stop());

type Fine = Json & { id: string; case_number: string };
type File = { id: string; rows: Json[]; sum: number; isUndone: boolean };

const which = fc.nat(99);
const ore = fc.constantFrom(...AMOUNTS);
const row = fc.record({ to: fc.nat(FINES), ore, day: fc.constantFrom(...DAYS) });
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant("book" as const), rows: fc.array(row, { minLength: 1, maxLength: 3 }) }),
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
      day: fc.constantFrom(...DAYS),
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
type Step = typeof step extends fc.Arbitrary<infer Made> ? Made : never;

/** A site of its own with a few cases that may be reminded, and what its bank has by the calls that were answered. */
class History {
  readonly site = `pengar-${randomUUID()}`;
  readonly #id = `admin-${randomUUID().slice(0, 8)}`;
  readonly admin: Actor = actorOf(server.client(), this.#id, this.site);
  readonly files: File[] = [];
  fines: Fine[] = [];
  bank = 0;

  async begin(): Promise<void> {
    await insertRow(server.sql, "main_page_sites", { path: this.site });
    await insertRow(server.sql, "admin_accounts", { user_id: this.#id, project_id: this.site });
    await server.sql`update site_settings set reminder_fee = 60, fee_is_agreed = true where project_id = ${this.site}`;
    for (let n = 0; n < FINES; n += 1) {
      // The fines come one after the other: each has a number of its own.
      // oxlint-disable-next-line no-await-in-loop
      const fine = fineOf(await this.admin.issue({ delivery: "fixed" })) as Fine;
      // oxlint-disable-next-line no-await-in-loop
      await this.admin.record(fine, "recipient_set", { data: { role: "owner", name: "Åsa Berg", address: "Gatan 1" } });
      this.fines.push(fine);
    }
    await server.sql`update fines set due_date = current_date - 60 where project_id = ${this.site}`;
  }

  /** The step as a call, where there is something to do it with; the money that it moves at the bank. */
  async take(made: Step): Promise<void> {
    if (made.do === "book") {
      const rows = made.rows.map(({ to, ore: amount_ore, day: value_date }) => ({
        bank_key: randomUUID(),
        amount_ore,
        value_date,
        reference: this.fines[to]?.case_number ?? "okänd",
      }));
      return this.#book(rows);
    }
    if (made.do === "bookAgain") return this.#book(this.#pick(this.files, made.which)?.rows ?? []);
    if (made.do === "undo") return this.#undo(this.#pick(this.files, made.which));
    if (made.do === "place") return this.#place(made.which, made.to, made.ore);
    if (made.do === "move") return this.#move(made.which);
    if (made.do === "end" || made.do === "reopenEnded") return this.#end(made.do, made.which);
    const fine = this.#pick(this.fines, made.which) ?? this.fines[0];
    if (!("ore" in made)) {
      if (made.do === "handed_to_collection")
        await server.sql`update fines set due_date = current_date - 60 where id = ${fine?.id ?? ""}`;
      const more = { data: { due_date: "2099-01-01", ground: "stöld" }, note: "Skäl" };
      this.#answered(await this.admin.record(fine ?? {}, made.do, more));
      return;
    }
    const data = { amount_ore: made.ore, value_date: made.day };
    if (this.#answered(await this.admin.record(fine ?? {}, made.do, { data })))
      this.bank += made.do === "payment" ? made.ore : -made.ore;
  }

  async #book(rows: Json[]): Promise<void> {
    if (rows.length === 0) return;
    const file = { id: randomUUID(), name: "historia.csv" };
    const answer = await this.admin.call("book_payments", { project: this.site, rows, file });
    if (answer.outcome !== "booked") throw new Error(JSON.stringify(answer));
    const sum = Number(answer["sum_ore"]);
    this.bank += sum;
    this.files.push({ id: file.id, rows, sum, isUndone: false });
  }

  async #undo(file: File | undefined): Promise<void> {
    if (file === undefined || !this.#answered(await this.admin.call("undo_import", { file_id: file.id }))) return;
    if (!file.isUndone) this.bank -= file.sum;
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

  async #move(place: number): Promise<void> {
    const payments = await server.sql<{ id: string; fine_id: string }[]>`
      select id, fine_id from payments where project_id = ${this.site} and fine_id is not null and file_id is not null and amount_ore > 0 order by id`;
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
    const ground = what === "end" ? "returned" : "reopened";
    const args = { payment_id: chosen.id, ending_id: randomUUID(), ground, note: "Hyra" };
    if (!this.#answered(await this.admin.call("end_payment", args))) return;
    this.bank += "ended_ore" in chosen ? chosen.ended_ore : -chosen.left_ore;
  }

  async unplaced(): Promise<{ id: string; left_ore: number }[]> {
    const { data } = await this.admin.client.rpc("list_unplaced", { project: this.site });
    return (data as { rows: { id: string; left_ore: number }[] }).rows;
  }

  /** Sums that do not add up, in words; nothing while all is equal. */
  async differences(): Promise<unknown[]> {
    const { data } = await this.admin.client.rpc("sum_payments", { project: this.site });
    const sums = data as Record<string, number>;
    const [tables] = await server.sql<Record<string, number>[]>`
      select (select coalesce(sum(paid_ore), 0)::int from fines where project_id = ${this.site}) as cases,
        (select count(*)::int from fines f where project_id = ${this.site} and (f.paid_ore < 0 or f.recovered_ore < 0
          or f.recovered_ore > (f.amount + f.fee) * 100 or (f.status <> 'written_off' and f.recovered_ore <> 0)
          or f.left_ore <> case when f.status in ('withdrawn', 'written_off') then 0 else (f.amount + f.fee) * 100 end + f.recovered_ore - f.paid_ore
          or (f.status = 'paid') <> (f.left_ore <= 0 and f.status not in ('withdrawn', 'written_off')))) as wrong,
        (select count(*)::int from payment_files f where project_id = ${this.site} and case when undone_at is null then sum_ore else 0 end
          <> (select coalesce(sum(p.amount_ore), 0) from payments p where p.file_id = f.id)) as files,
        (select coalesce(-sum(least(left_ore, 0)), 0)::int from fines where project_id = ${this.site}) as refunds`;
    const { data: counts } = await this.admin.client.rpc("count_cases", {
      project: this.site,
      today: "2026-11-20",
      expires_before: "2020-01-01",
    });
    const lies = (await this.unplaced()).reduce((sum, { left_ore }) => sum + left_ore, 0);
    return [
      ["the bank", this.bank, sums["all_ore"]],
      ["cases", tables?.["cases"], sums["placed_ore"]],
      ["unplaced", lies, sums["unknown_ore"]],
      ["all", this.bank, (tables?.["cases"] ?? 0) + lies],
      ["to be paid back", tables?.["refunds"], (counts as Json)["refund_ore"]],
      ["wrong cases", tables?.["wrong"], 0],
      ["files", tables?.["files"], 0],
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

const PATIENCE_MS = isWhole ? 900_000 : 120_000;

test(
  "whatever is booked, placed, moved, undone, paid back, ended, reopened and recovered, no öre is lost or found",
  { timeout: PATIENCE_MS },
  async () => {
    const seen: Record<string, number> = {};
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
        const history = new History();
        await history.begin();
        for (const made of steps) {
          // oxlint-disable-next-line no-await-in-loop -- a history has an order
          await history.take(made);
          seen[made.do] = (seen[made.do] ?? 0) + 1;
          // oxlint-disable-next-line no-await-in-loop
          expect([made, await history.differences()]).toEqual([made, []]);
        }
      }),
      // A part of the same histories in `npm test`.
      { numRuns: isWhole ? 500 : 20, seed: 20_261_214 },
    );
    // Each kind of step was taken.
    expect(Object.keys(seen).toSorted()).toHaveLength(17);
  },
);
