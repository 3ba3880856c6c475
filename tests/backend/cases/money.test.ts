// Money by a bank's file (document 4 §4): booked once and taken back; and the sums add up.
import { randomUUID } from "node:crypto";
import type { SupabaseClient } from "@supabase/supabase-js";
import * as fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { SECURITY_PROFILES } from "#contract/states.ts";
import { type Actor, type Json, said, SITE } from "#tests/support/rows/cases.ts";
import { makeAccount } from "#tests/support/people/logged-in.ts";
import { type Fine, type Row, rowOf, listUnplaced, moneyOffice } from "#tests/support/rows/money-office.ts";
import type { TestServer } from "#tests/support/server/server.ts";
import { isWhole } from "#tests/support/run/whole.ts";

describe.each(SECURITY_PROFILES)("the profile %s", (profile) => {
  const { opened, newCase, book, undo, place, stateOf, paymentOf, differences, takenTwice } = moneyOffice(profile);
  let server: TestServer;
  let attendant: Actor;
  let admin: Actor;
  let stranger: Actor;
  beforeAll(() => {
    ({ server, attendant, admin, stranger } = opened());
  });

  // Spec rules §6: A bank's money
  test("more than a megabyte is read of whoever may book a file alone", async () => {
    // Refused for its length once it is read; 413 where it is not.
    const rows = [rowOf("", 1, { payer_text: "å".repeat(700_000) })];
    const args = { project: SITE, rows, file: { id: randomUUID(), name: "lang.csv" }, acting_as: "admin01" };
    const statusOf = async (client: SupabaseClient) => (await client.rpc("book_payments", args)).status;
    const unknown = await makeAccount(server.sql, null);
    expect(await statusOf(admin.client)).toBe(400);
    for (const client of [attendant.client, server.client({ accessToken: unknown.token })])
      expect((await statusOf(client)) === 413).toBe(profile === "hardened");
  });

  // Spec 4 §4: book_payments(project, rows, acting_as):
  // Spec 4 §3: payments (append-only): fine_id
  test("a file is booked in one call: what names a case is placed, the rest is kept, and read again it is nothing", async () => {
    const [paid, partly, twice, grouped] = [await newCase(), await newCase(), await newCase(), await newCase()];
    const grouping = `${grouped.case_number.slice(0, 4)} ${grouped.case_number.slice(4)}`;
    const rows = [
      rowOf(paid.case_number, 700),
      rowOf(`bot ${partly.case_number}.`, 699.99),
      rowOf(`${twice.case_number} ABC 123`, 700),
      rowOf(twice.case_number, 700),
      rowOf(`Ärende ${grouping}`, 700),
      rowOf("", 500, { payer_text: "Åsa Berg" }),
      rowOf(`${paid.case_number}0`, 1),
      rowOf(`${paid.case_number} ${partly.case_number}`, 1400),
    ];
    const file = { id: randomUUID(), name: "november.csv" };
    const matched = await admin.call("match_payments", { project: SITE, rows });
    expect((matched["rows"] as Json[]).map(({ state }) => state).join(" ")).toBe(
      "placed placed placed placed placed unknown unknown unknown",
    );
    const answer = { outcome: "booked", placed: 5, unknown: 3, already: 0, sum_ore: 540_099 };
    expect(await book(rows, file)).toEqual(answer);
    expect(await Promise.all([paid, partly, twice, grouped].map(stateOf))).toEqual([
      "paid 0",
      "issued 1",
      "paid -70000",
      "paid 0",
    ]);
    expect(await book(rows, file)).toEqual(answer);
    // Each case once, with what it was and became.
    const [changed, ...more] = await server.sql`
      select before ->> 'status' as was, after ->> 'status' as is, after ->> 'paid_ore' as paid, after ->> 'case_number' as number, site_id
      from audit_trail where subject = 'fines' and action = 'update' and row_id = ${twice.id}`;
    expect(changed).toMatchObject({ was: "issued", is: "paid", paid: "140000", number: twice.case_number });
    expect([more, changed?.["site_id"]]).toEqual([[], expect.any(String)]);
    // The same file with as many rows, one of which is another payment.
    expect(said(await book([...rows.slice(1), rowOf(paid.case_number, 700)], file))).toBe("PK010 file");
    expect(await book([...rows, rowOf(partly.case_number, 0.01)])).toMatchObject({ placed: 1, unknown: 0, already: 8 });
    expect(await stateOf(partly)).toBe("paid 0");
    expect(await differences()).toEqual([]);
  });

  // Spec rules §6: A site's payments
  test("of fifty that book the same rows at once one does, and a payment by hand meanwhile is kept", async () => {
    const fines = await Promise.all(Array.from({ length: 5 }, newCase));
    const rows = fines.map(({ case_number }) => rowOf(case_number, 700));
    const calls = Array.from({ length: 50 }, async (_, n) => await book(n % 2 === 0 ? rows : rows.toReversed()));
    const byHand = admin.record(fines[0] ?? {}, "payment", { data: { amount_ore: 100, value_date: "2026-11-20" } });
    const answers = await Promise.all(calls);
    expect(said(await byHand)).toBe("recorded");
    expect(answers.map((answer) => Number(answer["placed"])).reduce((sum, placed) => sum + placed, 0)).toBe(5);
    expect(answers.every(({ outcome }) => outcome === "booked")).toBe(true);
    expect(await differences()).toEqual([]);
  });

  // Spec 4 §4: book_payments(project, rows, acting_as):
  // Spec 4 §3: payments (append-only): fine_id
  test("a file is taken back whole, and can be read again; what was paid back from it holds it", async () => {
    const [paid, divided] = [await newCase(), await newCase()];
    const [named, unnamed] = [rowOf(paid.case_number, 700), rowOf("?", 800)];
    const file = { id: randomUUID(), name: "fel.csv" };
    await book([named, unnamed], file);
    await place(await paymentOf(unnamed), [{ fine_id: divided.id, amount_ore: 70_000 }]);
    expect(await undo(file)).toEqual({ outcome: "undone" });
    expect(await undo(file)).toEqual({ outcome: "undone" });
    expect(said(await book([named, unnamed], file))).toBe("PK005 file");
    expect(await Promise.all([paid, divided].map(stateOf))).toEqual(["issued 70000", "issued 70000"]);
    expect(said(await place(await paymentOf(unnamed), [{ fine_id: paid.id, amount_ore: 1 }]))).toBe("PK005 payment_id");
    expect(await differences()).toEqual([]);
    expect(await book([named, unnamed])).toMatchObject({ placed: 1, unknown: 1, already: 0 });
    expect(await book([named, unnamed])).toMatchObject({ placed: 0, unknown: 0, already: 2 });

    const refunded = await newCase();
    const much = { id: randomUUID(), name: "for-mycket.csv" };
    await book([rowOf(refunded.case_number, 900)], much);
    await admin.record(refunded, "refunded", { data: { amount_ore: 20_000 } });
    const held = await undo(much);
    expect(held.refused).toMatchObject({ code: "PK005", details: "file_id" });
    expect(held.refused?.message).toContain(refunded.case_number);
    expect(await stateOf(refunded)).toBe("paid 0");
    expect(await differences()).toEqual([]);
  });

  // Spec 4 §5: Exportera CSV (UTF-8
  test("the columns that a file was read by are kept with it, and nothing else that is called so", async () => {
    const columns = { headers: ["Dag", "Belopp", "Text"], date: 0, amount: 1, reference: [2], payer: -1, key: -1 };
    for (const [given, kept] of [
      [columns, columns],
      ["Dag", null],
      [{ headers: ["x".repeat(20_000)] }, null],
      [undefined, null],
    ] as const) {
      const file = { id: randomUUID(), name: "kolumner.csv", columns: given };
      expect(await book([rowOf("okänd", 10)], file)).toMatchObject({ outcome: "booked", unknown: 1 });
      expect(await server.sql`select columns from payment_files where id = ${file.id}`).toEqual([{ columns: kept }]);
    }
  });

  test("money of a file is not taken back by hand: only what came by hand is, and the file goes back whole after that", async () => {
    const fine = await newCase();
    const file = { id: randomUUID(), name: "for-hand.csv" };
    await admin.record(fine, "payment", { data: { amount_ore: 70_000, value_date: "2026-11-20" } });
    await book([rowOf(fine.case_number, 700)], file);
    expect(said(await admin.record(fine, "payment_undone", { data: { amount_ore: 70_000 } }))).toBe("recorded");
    expect(await stateOf(fine)).toBe("paid 0");
    const again = await admin.record(fine, "payment_undone", { data: { amount_ore: 70_000 } });
    expect([said(again), again.refused?.hint]).toEqual(["PK005 kind", "by-hand"]);
    expect(await undo(file)).toEqual({ outcome: "undone" });
    expect(await stateOf(fine)).toBe("issued 70000");
    expect(await differences()).toEqual([]);
  });

  test("a file's money of a case that was written off is a recovery, and goes back with the file", async () => {
    const fine = await newCase();
    await admin.record(fine, "written_off", { note: "Dödsbo" });
    const file = { id: randomUUID(), name: "efteråt.csv" };
    await book([rowOf(fine.case_number, 760)], file);
    const kept = async () =>
      (
        await server.sql`select status, left_ore::int, paid_ore::int, recovered_ore::int from fines where id = ${fine.id}`
      )[0];
    expect(await kept()).toEqual({ status: "written_off", left_ore: -6000, paid_ore: 76_000, recovered_ore: 70_000 });
    await undo(file);
    expect(await kept()).toEqual({ status: "written_off", left_ore: 0, paid_ore: 0, recovered_ore: 0 });
  });

  test("a reminder's fee is owed again when the file that had paid before its day is taken back", async () => {
    await server.sql`update site_settings set reminder_fee = 60, fee_is_agreed = true where project_id = ${SITE}`;
    try {
      const fine = await newCase();
      const recipient = { role: "owner", name: "Åsa Berg", address: "Gatan 1" };
      await admin.record(fine, "recipient_set", { data: recipient });
      await admin.record(fine, "delivered", { data: { delivery: "fixed" } });
      await server.sql`update fines set due_date = current_date - 60 where id = ${fine.id}`;
      expect(said(await admin.record(fine, "reminded", { data: { due_date: "2099-01-01" } }))).toBe("recorded");
      // Money of a day after the reminder's keeps it; that of the day before waives it.
      await server.sql`alter table fine_events disable trigger user`;
      await server.sql`update fine_events set at = at - interval '2 days' where fine_id = ${fine.id}`;
      await server.sql`alter table fine_events enable trigger user`;
      const file = { id: randomUUID(), name: "pamind.csv" };
      const early = rowOf(fine.case_number, 700, { value_date: "2020-01-02" });
      const looked = [early, rowOf(fine.case_number, 700, { value_date: "2099-01-01" }), rowOf("", 700)];
      const feesOf = async () =>
        ((await admin.call("match_payments", { project: SITE, rows: looked }))["rows"] as Json[]).map(
          ({ left_ore, fee_ore, lifts_fee_ore }) => [left_ore, fee_ore, lifts_fee_ore],
        );
      expect(await feesOf()).toEqual([
        [76_000, 6000, 70_000],
        [76_000, null, null],
        [null, null, null],
      ]);
      await server.sql`update site_settings set small_balance = 1 where project_id = ${SITE}`;
      expect((await feesOf())[0]).toEqual([76_000, 6000, 69_900]);
      await server.sql`update site_settings set small_balance = 0 where project_id = ${SITE}`;
      await book([early], file);
      expect(await stateOf(fine)).toBe("paid 0");
      expect((await feesOf())[0]).toEqual([0, null, null]);
      await undo(file);
      expect(await stateOf(fine)).toBe("reminded 76000");
      expect(await differences()).toEqual([]);
    } finally {
      await server.sql`update site_settings set reminder_fee = 0, fee_is_agreed = false, small_balance = 0 where project_id = ${SITE}`;
    }
  });

  test("who looks at a file waits for nobody, and who books one is told when another has the site's money", async () => {
    const rows = [rowOf("okänd", 10)];
    await server.sql`alter function private.money_keeper(text, text) set lock_timeout = '20ms'`;
    try {
      await server.sql.begin(async (transaction) => {
        await transaction`select pg_advisory_xact_lock(hashtextextended(${`money of ${SITE}`}, 0))`;
        expect(said(await admin.call("match_payments", { project: SITE, rows }))).toBe("matched");
        const held = await book(rows);
        expect(said(held)).toBe("PK005 project");
        expect(held.refused?.message).toBe("Någon annan bokför pengar just nu. Försök igen om en stund.");
      });
    } finally {
      await server.sql`alter function private.money_keeper(text, text) set lock_timeout = '5s'`;
    }
    expect(said(await book(rows))).toBe("booked");
  });

  // Spec 4 §4: book_payments(project, rows, acting_as):
  // Spec 4 §3: payments (append-only): fine_id
  // Spec rules §6: A hundred hostile
  test("a file with one row that nobody can read books nothing, and says which", async () => {
    const fine = await newCase();
    const good = rowOf(fine.case_number, 700);
    const bad: Partial<Record<keyof Row, unknown>>[] = [
      ...[-70_000, 0, 0.5, "=1+1", 1e15, null, "700,00"].map((amount_ore) => ({ amount_ore })),
      ...["2026-02-30", "2026-13-01", "i går", "", null, "20261120"].map((value_date) => ({ value_date })),
      ...["", null, "n".repeat(201)].map((bank_key) => ({ bank_key })),
      { reference: "r".repeat(501) },
      { payer_text: "p".repeat(501) },
    ];
    for (const part of bad) {
      const answer = await book([good, { ...good, bank_key: randomUUID(), ...part }]);
      expect([part, said(answer)]).toEqual([part, "PK008 rows"]);
      expect(answer.refused?.message).toBe("Rad 2 kan inte läsas. Ingenting är bokfört.");
    }
    for (const rows of [[], {}, null, "rader", Array.from({ length: 5001 }, () => good)])
      expect(said(await book(rows))).toBe("PK008 rows");
    // A column that holds no amounts: such a sum could not be taken back.
    const huge = [1, 2].map(() => ({ ...good, bank_key: randomUUID(), amount_ore: 500_000_000_000 }));
    expect(said(await book(huge))).toBe("PK008 rows");
    expect(said(await book([good], { id: null }))).toBe("PK008 file");
    // A text that the database cannot hold is refused as well.
    expect((await book([{ ...good, payer_text: "a\0b" }])).refused).toBeDefined();
    expect(await stateOf(fine)).toBe("issued 70000");
    // Formulas and quotes are texts like others.
    expect(await book([{ ...good, payer_text: `=HYPERLINK("x");'--` }])).toMatchObject({ placed: 1 });
    expect(await differences()).toEqual([]);
  });

  // Spec rules §6: A site's payments
  test("whatever is booked, placed, paid and taken back, in any order, the sums add up", async () => {
    const fines = await Promise.all(Array.from({ length: 3 }, newCase));
    const rows = Array.from({ length: 6 }, (_, n) => rowOf(fines[n % 4]?.case_number ?? "okänd", 350 + n));
    const files = Array.from({ length: 3 }, () => ({ id: randomUUID(), name: "ordning.csv" }));
    const step = fc.oneof(
      fc.record({ do: fc.constant("book" as const), file: fc.nat(2), from: fc.nat(5) }),
      fc.record({ do: fc.constant("undo" as const), file: fc.nat(2), from: fc.nat(5) }),
      fc.record({ do: fc.constant("place" as const), file: fc.nat(2), from: fc.nat(5) }),
      fc.record({ do: fc.constant("refund" as const), file: fc.nat(2), from: fc.nat(5) }),
      fc.record({ do: fc.constant("takeBack" as const), file: fc.nat(2), from: fc.nat(5) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 8 }), async (steps) => {
        const booked: string[] = [];
        for (const { do: what, file: at, from } of steps) {
          const file = files[at] ?? { id: randomUUID() };
          const fine = fines[at];
          if (what === "book") {
            // Its key may be another file's meanwhile.
            if ((await book(rows.slice(from), file)).refused === undefined) continue;
            files[at] = { id: randomUUID(), name: "ordning.csv" };
            booked.push(said(await book(rows.slice(from), files[at])));
          } else if (what === "takeBack")
            await admin.record(fine ?? {}, "payment_undone", { data: { amount_ore: 10_000 } });
          else if (what === "undo") await undo(file);
          else if (what === "refund") await admin.record(fine ?? {}, "refunded", { data: { amount_ore: 10_000 } });
          else await place(await paymentOf(rows[from] ?? rowOf("", 1)), [{ fine_id: fine?.id, amount_ore: 5000 }]);
        }
        expect(await differences()).toEqual([]);
        expect(await takenTwice()).toEqual([]);
        expect(booked.filter((answer) => answer !== "booked")).toEqual([]);
      }),
      { numRuns: isWhole ? 40 : 8 },
    );
  });

  // Spec 4 §4: book_payments(project, rows, acting_as):
  test("a file's rows do to a case what as many payments by hand do to its twin, and taking it back too", async () => {
    await server.sql`update site_settings set reminder_fee = 60, fee_is_agreed = true, small_balance = 1 where project_id = ${SITE}`;
    const make = async (hasReminder: boolean, toCollection: boolean) => {
      const fine = await newCase();
      if (!hasReminder) return fine;
      await admin.record(fine, "recipient_set", { data: { role: "owner", name: "Åsa Berg", address: "Gatan 1" } });
      await admin.record(fine, "delivered", { data: { delivery: "fixed" } });
      await server.sql`update fines set due_date = current_date - 60 where id = ${fine.id}`;
      expect(said(await admin.record(fine, "reminded", { data: { due_date: "2099-01-01" } }))).toBe("recorded");
      await server.sql`update fines set due_date = current_date - 30 where id = ${fine.id}`;
      const answer = toCollection ? said(await admin.record(fine, "handed_to_collection")) : "recorded";
      expect(answer).toBe("recorded");
      return fine;
    };
    const story = async ({ id }: Fine) => {
      const events = await server.sql`
        select number, kind, by_kind, by_id, note, status_before, status_after, data - 'payment_id' as data, data ->> 'payment_id' = id::text as is_own
        from fine_events where fine_id = ${id} and kind in ('payment', 'payment_undone') order by number`;
      const [fine] = await server.sql`
        select f.status, f.paid_ore, f.fee, f.left_ore, f.due_date, e.number as last
        from fines f join fine_events e on e.id = f.last_event where f.id = ${id}`;
      return [fine, ...events];
    };
    const amount = fc.constantFrom(100, 35_000, 69_900, 70_000, 76_000);
    const day = fc.constantFrom("2020-01-02", "2026-11-20", "2099-01-01");
    const given = fc.record({
      hasReminder: fc.boolean(),
      toCollection: fc.boolean(),
      isWithdrawn: fc.boolean(),
      byHand: fc.option(amount),
      paid: fc.array(fc.record({ amount, day }), { minLength: 1, maxLength: 4 }),
    });
    try {
      await fc.assert(
        fc.asyncProperty(given, async ({ hasReminder, toCollection, isWithdrawn, byHand, paid }) => {
          const [fine, twin] = [await make(hasReminder, toCollection), await make(hasReminder, toCollection)];
          for (const one of [fine, twin]) {
            const data = { amount_ore: byHand, value_date: "2026-11-19" };
            if (byHand !== null) await admin.record(one, "payment", { data });
            if (isWithdrawn) await admin.record(one, "withdrawn", { data: { ground: "stöld" } });
          }
          const file = { id: randomUUID(), name: "tvilling.csv" };
          await book(
            paid.map((row) => rowOf(fine.case_number, row.amount / 100, { value_date: row.day })),
            file,
          );
          for (const row of paid)
            await admin.record(twin, "payment", { data: { amount_ore: row.amount, value_date: row.day } });
          expect(await story(fine)).toEqual(await story(twin));
          await undo(file);
          // By days, as a file is taken back.
          for (const value_date of [...new Set(paid.map((row) => row.day))].toSorted()) {
            const amount_ore = paid.filter((row) => row.day === value_date).reduce((sum, row) => sum + row.amount, 0);
            await admin.record(twin, "payment_undone", { data: { amount_ore, value_date } });
          }
          expect(await story(fine)).toEqual(await story(twin));
        }),
        { numRuns: isWhole ? 40 : 6 },
      );
      expect(await differences()).toEqual([]);
    } finally {
      await server.sql`update site_settings set reminder_fee = 0, fee_is_agreed = false, small_balance = 0 where project_id = ${SITE}`;
    }
  });

  // Spec 4 §4: book_payments(project, rows, acting_as):
  test.runIf(isWhole)("the longest file is booked and taken back within the time of a statement", async () => {
    await server.sql`
      insert into fines (id, project_id, kind, case_number, public_key, plate, violation_text, amount, due_date, observed_from, issued_by,
        issued_at, last_event)
      select gen_random_uuid(), ${SITE}, 'report', lpad((n + 40000000)::text, 8, '0'), lpad('rad' || n, 22, '0'), 'RAD' || n, 'Parkerat', 700,
        '2026-12-24', now(), 'vakt01', now(), gen_random_uuid()
      from generate_series(1, 5000) n`;
    // The database does this by itself: a plan for a handful of cases is none for thousands.
    await server.sql`analyze fines`;
    const file = { id: randomUUID(), name: "lang.csv" };
    // More bytes than another call may bring.
    const payer_text = "Åsa Berg, Storgatan 17, 123 45 STOCKHOLM. ".repeat(5);
    const rows = Array.from({ length: 5000 }, (_, n) => rowOf(String(n + 40_000_001), 700, { payer_text }));
    expect(await book(rows, file)).toMatchObject({ placed: 5000, sum_ore: 350_000_000 });
    expect(await undo(file)).toEqual({ outcome: "undone" });
    expect(await differences()).toEqual([]);
  });

  // Spec rules §6: A bank's money
  test("attendants and other sites' admins book, place, match and take back nothing, and learn of no file", async () => {
    const [file, row] = [{ id: randomUUID(), name: "egen.csv" }, rowOf("okänd", 10)];
    await book([row], file);
    const [fine, payment] = [await newCase(), await paymentOf(row)];
    const theirs = rowOf("annan", 10);
    await book([theirs]);
    const ending = { payment_id: await paymentOf(theirs), ending_id: randomUUID(), ground: "returned", note: "Hyra" };
    expect(said(await admin.call("end_payment", ending))).toBe("ended");
    for (const who of [attendant, stranger]) {
      const parts = [{ fine_id: fine.id, amount_ore: 1 }];
      const [mine, none] = await Promise.all([undo(file, who), undo({ id: randomUUID() }, who)]);
      expect(mine).toEqual(none);
      expect(await place(payment, parts, randomUUID(), who)).toEqual(
        await place(randomUUID(), parts, randomUUID(), who),
      );
      if (profile === "specified" && who === stranger) continue;
      expect(said(await book([rowOf("", 1)], undefined, who))).toMatch(/^42501/);
      expect(said(await who.call("match_payments", { project: SITE, rows: [row] }))).toMatch(/^42501/);
    }
    if (profile === "specified") return;
    for (const who of [attendant, stranger]) {
      expect((await who.client.from("payment_files").select("id")).data).toEqual([]);
      expect((await who.client.rpc("sum_payments", { project: SITE })).data).toMatchObject({ all_ore: 0 });
      expect(await listUnplaced(who)).toMatchObject({ count: 0, rows: [] });
      expect((await who.client.rpc("list_ended", { project: SITE })).data).toMatchObject({ rows: [] });
    }
  });
});
