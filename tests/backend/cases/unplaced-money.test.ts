// Money of a bank's file without a case (document 4 §4): listed, divided over cases, moved back, and ended where it is not the site's.
import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { SECURITY_PROFILES } from "#contract/states.ts";
import { type Actor, type Json, said, SITE } from "#tests/support/rows/cases.ts";
import { type Fine, rowOf, listUnplaced, moneyOffice } from "#tests/support/rows/money-office.ts";
import type { TestServer } from "#tests/support/server/server.ts";

describe.each(SECURITY_PROFILES)("the profile %s", (profile) => {
  const { opened, newCase, book, undo, place, stateOf, paymentOf, differences } = moneyOffice(profile);
  let server: TestServer;
  let attendant: Actor;
  let admin: Actor;
  let stranger: Actor;
  beforeAll(() => {
    ({ server, attendant, admin, stranger } = opened());
  });

  // Spec rules §6: A site's payments
  test("of fifty that place the same money at once it is placed once, with one id or with fifty", async () => {
    const rows = [rowOf("fel ett", 700), rowOf("fel två", 700)] as const;
    await book(rows);
    const [fine, other] = [await newCase(), await newCase()];
    const [payment, another] = [await paymentOf(rows[0]), await paymentOf(rows[1])];
    const [placing, event_id] = [randomUUID(), randomUUID()];
    const part = { fine_id: fine.id, amount_ore: 70_000, event_id };
    const same = await Promise.all(Array.from({ length: 50 }, () => place(payment, [part], placing)));
    expect(new Set(same.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(same[0]?.refused).toBeUndefined();
    const each = await Promise.all(
      Array.from({ length: 50 }, () => place(another, [{ fine_id: other.id, amount_ore: 70_000 }])),
    );
    expect(each.filter(({ refused }) => refused === undefined)).toHaveLength(1);
    expect(await Promise.all([fine, other].map(stateOf))).toEqual(["paid 0", "paid 0"]);
    expect(await differences()).toEqual([]);
  });

  // Spec 4 §4: book_payments(project, rows, acting_as):
  // Spec 4 §3: payments (append-only): fine_id
  test("money without a case is divided over cases, once, and no more than there is", async () => {
    const [one, other] = [await newCase(), await newCase()];
    const row = rowOf("hyra", 1500);
    await book([row]);
    const payment = await paymentOf(row);
    const placing = randomUUID();
    const parts = [one, other].map(({ id }) => ({ fine_id: id, event_id: randomUUID(), amount_ore: 70_000 }));
    expect(await place(payment, parts, placing)).toEqual({ outcome: "placed", left_ore: 10_000 });
    expect(await place(payment, parts, placing)).toEqual({ outcome: "placed", left_ore: 10_000 });
    expect(await Promise.all([one, other].map(stateOf))).toEqual(["paid 0", "paid 0"]);
    // The same money divided otherwise; an event twice in one call; one that is there.
    const otherwise = parts.map((part, at) => ({ ...part, amount_ore: 70_000 + (at === 0 ? 1 : -1) }));
    expect(said(await place(payment, otherwise, placing))).toBe("PK010 placing_id");
    const last = { fine_id: one.id, event_id: randomUUID(), amount_ore: 1000 };
    expect(said(await place(payment, [last, last]))).toBe("PK010 event_id");
    expect(said(await place(payment, [last, { ...last, event_id: parts[0]?.event_id }]))).toBe("PK010 event_id");
    expect(said(await place(payment, [{ fine_id: one.id, amount_ore: 10_001 }]))).toBe("PK008 amount_ore");
    expect(said(await place(payment, [{ fine_id: randomUUID(), amount_ore: 1 }]))).toBe("PK007 fine_id");
    for (const part of [{ fine_id: "x", amount_ore: 1 }, { fine_id: one.id, amount_ore: -1 }, { fine_id: one.id }])
      expect(said(await place(payment, [part]))).toBe("PK008 parts");
    expect(await differences()).toEqual([]);
  });

  // Spec 4 §5: Exportera CSV (UTF-8
  test("the rows without a case are listed, oldest first, with what is left of each, until they are placed or taken back", async () => {
    const before = await listUnplaced(admin);
    const fine = await newCase();
    const [first, second] = [rowOf("hyra ett", 1500, { payer_text: "Åsa Berg" }), rowOf("hyra två", 500)];
    const [file, later] = ["ett.csv", "två.csv"].map((name) => ({ id: randomUUID(), name }));
    await book([first, rowOf(fine.case_number, 1)], file);
    await book([second], later);
    await place(await paymentOf(first), [{ fine_id: fine.id, amount_ore: 70_000 }]);
    const { rows, count } = await listUnplaced(admin);
    expect(count).toBe(before.count + 2);
    expect(rows.slice(-2).map((row) => [row.payer_text, row.file_name, row.left_ore])).toEqual([
      ["Åsa Berg · hyra ett", "ett.csv", 80_000],
      ["hyra två", "två.csv", 50_000],
    ]);
    await place(await paymentOf(first), [{ fine_id: fine.id, amount_ore: 80_000 }]);
    await undo(later ?? { id: "" });
    expect((await listUnplaced(admin)).count).toBe(before.count);
  });

  // Spec rules §4: A payment without a case
  test("the cars that a payer paid for before are told, but for one who pays for many", async () => {
    const [before, company] = [await newCase(), randomUUID()];
    await book([rowOf(before.case_number, 700, { payer_text: "Gunvor  Ödmark" })]);
    const rows = [
      rowOf("hyra", 1, { payer_text: "GUNVOR ÖDMARK" }),
      rowOf("hyra", 2, { payer_text: company }),
      rowOf("hyra", 3),
    ];
    await book(rows);
    for (let at = 0; at < 6; at += 1) await book([rowOf((await newCase()).case_number, 700, { payer_text: company })]);
    const told = async (row: (typeof rows)[number], who = admin) => {
      const { data } = await who.client.rpc("list_payer_plates", { project: SITE, payment_id: await paymentOf(row) });
      return data as string[];
    };
    const [first, second, third] = rows as [(typeof rows)[0], (typeof rows)[0], (typeof rows)[0]];
    expect(await told(first)).toEqual([String(before["plate"]).toUpperCase()]);
    expect([await told(second), await told(third)]).toEqual([[], []]);
    expect(await told(first, stranger)).toEqual(profile === "hardened" ? [] : [String(before["plate"]).toUpperCase()]);
  });

  test("rows without a case come in pages: a hundred that stay do not hide the newer ones", async () => {
    const file = { id: randomUUID(), name: "många.csv" };
    await book(
      Array.from({ length: 120 }, (_, n) => rowOf(`okänd ${n}`, 1)),
      file,
    );
    type Row = { id: string; created_at: string };
    const pageBehind = async (last?: Row): Promise<Row[]> => {
      const behind = { after_created: last?.created_at, after_id: last?.id };
      const { data } = await admin.client.rpc("list_unplaced", { project: SITE, ...behind });
      return (data as { rows: Row[] }).rows;
    };
    const found = await pageBehind();
    expect(found).toHaveLength(100);
    for (let more = found; more.length > 0; found.push(...more)) more = await pageBehind(found.at(-1));
    const ids = found.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toHaveLength((await listUnplaced(admin)).count);
    const kept = await server.sql<{ id: string }[]>`select id from payments where file_id = ${file.id}`;
    expect(kept).toHaveLength(120);
    expect(kept.filter(({ id }) => !ids.includes(id))).toEqual([]);
    await undo(file);
  });

  test("a row that was placed wrongly is moved back among those without a case, and placed rightly", async () => {
    const [wrong, right, third] = [await newCase(), await newCase(), await newCase()];
    const file = { id: randomUUID(), name: "felplacerad.csv" };
    const row = rowOf(wrong.case_number, 700, { payer_text: "Bo Ek" });
    await book([row, rowOf(third.case_number, 700)], file);
    const sums = async () => (await admin.client.rpc("sum_payments", { project: SITE })).data as Record<string, number>;
    const [before, listed] = [await sums(), await listUnplaced(admin)];
    const payment_id = await paymentOf(row);
    const event_id = randomUUID();
    const move = (fine: Fine, more: Json = {}, who = admin) =>
      who.record(fine, "payment_moved", { data: { payment_id }, ...more });
    expect(said(await move(right))).toBe("PK008 payment_id");
    expect(said(await move(wrong, {}, attendant))).toMatch(/^42501/);
    expect(await move(wrong, { event_id })).toMatchObject({ outcome: "recorded", status: "issued", left_ore: 70_000 });
    expect(await move(wrong, { event_id })).toMatchObject({ outcome: "recorded", status: "issued" });
    expect(said(await move(wrong))).toBe("PK005 payment_id");
    // The bank has what it had, and the row waits where it was unknown.
    expect(await sums()).toEqual({
      ...before,
      placed_ore: (before["placed_ore"] ?? 0) - 70_000,
      unknown_ore: (before["unknown_ore"] ?? 0) + 70_000,
    });
    const { rows, count } = await listUnplaced(admin);
    expect(count).toBe(listed.count + 1);
    expect(rows.find(({ id }) => id === payment_id)).toMatchObject({
      payer_text: "Bo Ek",
      left_ore: 70_000,
      file_name: "felplacerad.csv",
      moved_from: wrong.case_number,
    });
    expect(await book([row])).toMatchObject({ placed: 0, unknown: 0, already: 1 });
    expect(await place(payment_id, [{ fine_id: right.id, amount_ore: 50_000 }])).toMatchObject({ left_ore: 20_000 });
    expect(said(await place(payment_id, [{ fine_id: third.id, amount_ore: 20_001 }]))).toBe("PK008 amount_ore");
    expect(await place(payment_id, [{ fine_id: third.id, amount_ore: 20_000 }])).toMatchObject({ left_ore: 0 });
    expect(await Promise.all([wrong, right, third].map(stateOf))).toEqual([
      "issued 70000",
      "issued 20000",
      "paid -20000",
    ]);
    // A part is moved as well, and ended where it is not the site's.
    const [part] = await server.sql<
      { id: string }[]
    >`select id from payments where part_of = ${payment_id} and fine_id = ${third.id}`;
    expect(await admin.record(third, "payment_moved", { data: { payment_id: part?.id } })).toMatchObject({
      left_ore: 0,
    });
    const end = (ground: string) =>
      admin.call("end_payment", { payment_id, ending_id: randomUUID(), ground, note: "Hyra" });
    expect(await end("returned")).toMatchObject({ left_ore: 0 });
    expect(said(await undo(file))).toBe("PK005 file_id");
    expect(await end("reopened")).toMatchObject({ left_ore: 20_000 });
    // The places of its money, in order.
    const { data } = await admin.client.rpc("list_file_rows", { file_id: file.id });
    const told = (data as { rows: { id: string; left_ore: number; steps: Json[] }[] }).rows.find(
      ({ id }) => id === payment_id,
    );
    expect(told?.left_ore).toBe(20_000);
    expect(told?.steps.map(({ kind, case_number, amount_ore }) => [kind, case_number, amount_ore])).toEqual([
      ["placed", wrong.case_number, 70_000],
      ["moved", wrong.case_number, 70_000],
      ["placed", right.case_number, 50_000],
      ["placed", third.case_number, 20_000],
      ["moved", third.case_number, 20_000],
      ["returned", null, 20_000],
      ["reopened", null, 20_000],
    ]);
    expect(await differences()).toEqual([]);
    expect(await undo(file)).toEqual({ outcome: "undone" });
    expect(said(await move(wrong))).toBe("PK005 payment_id");
    expect(await Promise.all([wrong, right, third].map(stateOf))).toEqual([
      "issued 70000",
      "issued 70000",
      "issued 70000",
    ]);
    expect(await differences()).toEqual([]);
  });

  test("money that was paid back to its payer is not moved to another case", async () => {
    const fine = await newCase();
    const row = rowOf(fine.case_number, 900);
    await book([row]);
    await admin.record(fine, "refunded", { data: { amount_ore: 20_000 } });
    const held = await admin.record(fine, "payment_moved", { data: { payment_id: await paymentOf(row) } });
    expect([said(held), held.refused?.message]).toEqual([
      "PK005 payment_id",
      "Pengarna är redan återbetalda. Betalningen kan inte tas tillbaka.",
    ]);
    expect(await stateOf(fine)).toBe("paid 0");
  });

  test("a row without a case says why: no number, one of no case of the site, or several cases'", async () => {
    const [one, other] = [await newCase(), await newCase()];
    const rows = [
      rowOf("", 1),
      rowOf("hyra mars", 2),
      rowOf("99999999", 3),
      rowOf(`${one.case_number} ${other.case_number}`, 4),
    ];
    const matched = (await admin.call("match_payments", { project: SITE, rows }))["rows"] as Json[];
    expect(matched.map(({ because }) => because)).toEqual(["none", "no-number", "not-here", "several"]);
    await book(rows);
    const told = (await listUnplaced(admin)).rows.slice(-4).toSorted((a, b) => a.left_ore - b.left_ore);
    expect(told.map(({ because }) => because)).toEqual(["none", "no-number", "not-here", "several"]);
  });

  // Spec rules §6: Money without a
  test("money that is not the site's is ended with a reason, and opened again; its file stays meanwhile", async () => {
    const fine = await newCase();
    const sums = async () => (await admin.client.rpc("sum_payments", { project: SITE })).data as Record<string, number>;
    const ended = async () => {
      const { data } = await admin.client.rpc("list_ended", { project: SITE });
      return (data as { rows: Json[] }).rows;
    };
    const row = rowOf("fel bankgiro", 1500, { payer_text: "Bo Ek" });
    const file = { id: randomUUID(), name: "frammande.csv" };
    await book([row], file);
    const payment_id = await paymentOf(row);
    await place(payment_id, [{ fine_id: fine.id, amount_ore: 50_000 }]);
    const [before, listed] = [await sums(), await listUnplaced(admin)];
    const end = (ground: string, note: string, ending_id = randomUUID(), who = admin) =>
      who.call("end_payment", { payment_id, ending_id, ground, note });
    expect(said(await end("returned", " "))).toBe("PK008 note");
    expect(said(await end("kept", "Behålls"))).toBe("PK008 ground");
    expect(said(await end("reopened", ""))).toBe("PK005 payment_id");
    const ending = randomUUID();
    expect(await end("returned", "Hyra, fel bankgiro", ending)).toEqual({ outcome: "ended", left_ore: 0 });
    expect(await end("returned", "Hyra, fel bankgiro", ending)).toEqual({ outcome: "ended", left_ore: 0 });
    expect(said(await end("not_ours", "Hyra", ending))).toBe("PK010 ending_id");
    expect(said(await end("not_ours", "Hyra"))).toBe("PK005 payment_id");
    expect(said(await place(payment_id, [{ fine_id: fine.id, amount_ore: 1 }]))).toBe("PK008 amount_ore");
    // The file's sum is what the bank sent; what went back is by hand.
    expect(await sums()).toEqual({
      ...before,
      all_ore: Number(before["all_ore"]) - 100_000,
      hand_ore: Number(before["hand_ore"]) - 100_000,
      ended_ore: Number(before["ended_ore"]) - 100_000,
      unknown_ore: Number(before["unknown_ore"]) - 100_000,
    });
    expect((await listUnplaced(admin)).count).toBe(listed.count - 1);
    expect((await ended())[0]).toMatchObject({
      id: payment_id,
      ended_ore: 100_000,
      ground: "returned",
      note: "Hyra, fel bankgiro",
      payer_text: "Bo Ek · fel bankgiro",
      file_name: "frammande.csv",
      by_id: "admin01",
    });
    const [told] = await server.sql`select actor_id, after from audit_trail where row_id = ${ending}`;
    expect(told).toMatchObject({ actor_id: profile === "hardened" ? "admin01" : null });
    expect(said(await undo(file))).toBe("PK005 file_id");
    expect(await end("reopened", "")).toEqual({ outcome: "ended", left_ore: 100_000 });
    expect((await ended()).map(({ id }) => id)).not.toContain(payment_id);
    expect([await sums(), await listUnplaced(admin)]).toEqual([before, listed]);
    expect(await end("not_ours", "Hyra")).toEqual({ outcome: "ended", left_ore: 0 });
    expect(await end("reopened", "")).toEqual({ outcome: "ended", left_ore: 100_000 });
    expect(await undo(file)).toEqual({ outcome: "undone" });
    expect(await stateOf(fine)).toBe("issued 70000");
    expect(await differences()).toEqual([]);
    for (const who of [attendant, stranger])
      expect(said(await end("returned", "Nej", randomUUID(), who))).toMatch(/^(42501|PK007)/);
  });

  // Spec rules §6: A bank's money
  test("nobody says by hand that money is of a file", async () => {
    const [fine, file] = [await newCase(), { id: randomUUID(), name: "annan.csv" }];
    await book([rowOf("okänd", 10)], file);
    const data = { amount_ore: 70_000, value_date: "2026-11-20", file_id: file.id, reading: 7, bank_key: "1" };
    expect(said(await admin.record(fine, "payment", { data }))).toBe("recorded");
    expect(await server.sql`select file_id, reading, bank_key from payments where fine_id = ${fine.id}`).toEqual([
      { file_id: null, reading: 0, bank_key: null },
    ]);
    expect(await differences()).toEqual([]);
  });
});
