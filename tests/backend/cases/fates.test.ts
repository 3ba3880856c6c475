// Seventeen cases of the office, each from its fine to its end, in both profiles: state, money to the öre, days, and what the driver is told.
import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { SECURITY_PROFILES } from "#contract/states.ts";
import { type Actor, fineOf, type Json, makeActor, said, SITE } from "#tests/support/rows/cases.ts";
import { insertRow } from "#tests/support/rows/rows.ts";
import { startTestServer, type TestServer } from "#tests/support/server/server.ts";

type Fine = Json & { id: string; case_number: string; plate: string };
/** How a case ends: kronor and days from today. */
type End = { status: string; left: number; paid: number; fee?: number; due?: number; recovered?: number };

const dayIn = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toLocaleDateString("sv-SE", { timeZone: "Europe/Stockholm" });
/** The notice's last day, and the one of a reminder or a decision, in days from today. */
const [DUE, NEW_DUE] = [14, 20];
const newDue = { data: { due_date: dayIn(NEW_DUE) } };
const OBJECTION = { note: "Jag hade betalat.", data: { name: "Åsa Berg", address: "Gatan 1\n271 30 Ystad" } };

/** The same as it should be. */
const end = ({ status, left, paid, fee = 0, due = DUE, recovered = 0 }: End) => {
  const told = { status, left_ore: left * 100, paid_ore: paid * 100, fee, due_date: dayIn(due) };
  return { row: { ...told, recovered_ore: recovered * 100 }, told, isToBePaidBack: left < 0 };
};

describe.each(SECURITY_PROFILES)("the profile %s", (profile) => {
  let server: TestServer;
  let attendant: Actor;
  let admin: Actor;
  beforeAll(async () => {
    server = await startTestServer({ profile, rateLimits: "none" });
    await insertRow(server.sql, "main_page_sites", { path: SITE });
    await server.sql`update site_settings set reminder_fee = 60, fee_is_agreed = true where project_id = ${SITE}`;
    attendant = await makeActor(server, profile, { kind: "attendant", userId: "vakt01" });
    admin = await makeActor(server, profile, { kind: "admin", userId: "admin01" });
  });
  afterAll(() => server.stop());

  /** The bank's sum in öre, from the recorded events. */
  let bank = 0;
  afterEach(async () => {
    const { data } = await admin.client.rpc("sum_payments", { project: SITE });
    const sums = data as Record<string, number>;
    const [cases] = await server.sql<{ ore: number }[]>`select coalesce(sum(paid_ore), 0)::int as ore from fines`;
    const held = [sums["all_ore"], (cases?.ore ?? 0) + Number(sums["unknown_ore"])];
    if (held.some((ore) => ore !== bank)) throw new Error(`The bank has ${bank}, the site ${held.join(" and ")}`);
  });

  const issue = async () => fineOf(await attendant.issue({ delivery: "fixed" })) as Fine;
  const fallDue = ({ id }: Fine) => server.sql`update fines set due_date = private.day_of(now()) - 5 where id = ${id}`;
  const does = async (fine: Fine, kind: string, more: Json = {}) =>
    expect([kind, said(await admin.record(fine, kind, more))]).toEqual([kind, "recorded"]);
  const pays = async (fine: Fine, kronor: number, day = dayIn(0)) => {
    await does(fine, "payment", { data: { amount_ore: kronor * 100, value_date: day, method: "bankgiro" } });
    bank += kronor * 100;
  };
  const paysBack = async (fine: Fine, kronor: number) => {
    await does(fine, "refunded", { data: { amount_ore: kronor * 100, value_date: dayIn(0), method: "account" } });
    bank -= kronor * 100;
  };
  const book = async (reference: string, kronor: number) => {
    const file = { id: randomUUID(), name: "bank.csv" };
    const rows = [{ bank_key: randomUUID(), amount_ore: kronor * 100, value_date: dayIn(0), reference }];
    expect(said(await admin.call("book_payments", { project: SITE, rows, file }))).toBe("booked");
    bank += kronor * 100;
    const [payment] = await server.sql<{ id: string }[]>`select id from payments where file_id = ${file.id}`;
    return { file, paymentId: payment?.id ?? "" };
  };
  const remind = async (fine: Fine) => {
    const recipient = { role: "owner", name: "Åsa Berg", address: "Gatan 1, 271 30 Ystad", source: "Register" };
    await does(fine, "recipient_set", { data: recipient });
    await fallDue(fine);
    await does(fine, "reminded", newDue);
  };
  const collect = async (fine: Fine) => {
    await remind(fine);
    await fallDue(fine);
    await does(fine, "handed_to_collection");
  };

  /** How a case stands: what the tables say, what the driver is told, and whether it is to be paid back. */
  async function endOf({ id, case_number, plate }: Fine): Promise<unknown> {
    const [row] = await server.sql`
      select status, left_ore::int, paid_ore::int, fee, recovered_ore::int, due_date::text from fines where id = ${id}`;
    const { data } = await server.client().rpc("look_up_case", { case_number, plate });
    const { status, left_ore, paid_ore, fee, due_date } = data as Json;
    const { data: refunds } = await admin.client.from("fines").select("id").eq("id", id).lt("left_ore", 0);
    return { row, told: { status, left_ore, paid_ore, fee, due_date }, isToBePaidBack: refunds?.length === 1 };
  }
  test("paid on time", async () => {
    const fine = await issue();
    await book(fine.case_number, 700);
    expect(await endOf(fine)).toEqual(end({ status: "paid", left: 0, paid: 700 }));
  });

  test("paid late, with the reminder's fee; money of the reminder's own day owes none", async () => {
    const [late, sameDay] = [await issue(), await issue()];
    for (const fine of [late, sameDay]) await remind(fine);
    await pays(late, 700, dayIn(1));
    expect(await endOf(late)).toEqual(end({ status: "reminded", left: 60, paid: 700, fee: 60, due: NEW_DUE }));
    await pays(late, 60, dayIn(2));
    expect(await endOf(late)).toEqual(end({ status: "paid", left: 0, paid: 760, fee: 60, due: NEW_DUE }));
    await pays(sameDay, 700, dayIn(0));
    expect(await endOf(sameDay)).toEqual(end({ status: "paid", left: 0, paid: 700, due: NEW_DUE }));
  });

  test("too much, which is paid back", async () => {
    const fine = await issue();
    await book(fine.case_number, 900);
    expect(await endOf(fine)).toEqual(end({ status: "paid", left: -200, paid: 900 }));
    await paysBack(fine, 200);
    expect(await endOf(fine)).toEqual(end({ status: "paid", left: 0, paid: 700 }));
  });

  test("placed on the wrong case, and moved", async () => {
    const [wrong, right] = [await issue(), await issue()];
    const { paymentId } = await book(wrong.case_number, 700);
    await does(wrong, "payment_moved", { data: { payment_id: paymentId } });
    const parts = [{ fine_id: right.id, event_id: randomUUID(), amount_ore: 70_000 }];
    const placing = { payment_id: paymentId, placing_id: randomUUID(), parts };
    expect(said(await admin.call("place_payment", placing))).toBe("placed");
    expect(await endOf(wrong)).toEqual(end({ status: "issued", left: 700, paid: 0 }));
    expect(await endOf(right)).toEqual(end({ status: "paid", left: 0, paid: 700 }));
  });

  test("paid in two parts", async () => {
    const fine = await issue();
    await pays(fine, 300);
    expect(await endOf(fine)).toEqual(end({ status: "issued", left: 400, paid: 300 }));
    await book(fine.case_number, 400);
    expect(await endOf(fine)).toEqual(end({ status: "paid", left: 0, paid: 700 }));
  });

  test("objected, and accepted", async () => {
    const fine = await issue();
    await does(fine, "objected", OBJECTION);
    await does(fine, "objection_accepted", { note: "Du har rätt." });
    expect(await endOf(fine)).toEqual(end({ status: "withdrawn", left: 0, paid: 0 }));
    expect((await admin.record(fine, "reopened", { note: "Skäl", ...newDue })).refused?.hint).toBe("not-by-objection");
  });

  test("objected by letter, rejected, then paid", async () => {
    const fine = await issue();
    await does(fine, "objected", OBJECTION);
    await does(fine, "objection_rejected", { note: "Skylten syns.", ...newDue });
    expect(await endOf(fine)).toEqual(end({ status: "issued", left: 700, paid: 0, due: NEW_DUE }));
    await pays(fine, 700);
    expect(await endOf(fine)).toEqual(end({ status: "paid", left: 0, paid: 700, due: NEW_DUE }));
    expect(await server.sql`select address from objections where fine_id = ${fine.id}`).toEqual([
      { address: OBJECTION.data.address },
    ]);
  });

  test("rejected, then reminded", async () => {
    const fine = await issue();
    await does(fine, "objected", OBJECTION);
    await does(fine, "objection_rejected", { note: "Skylten syns.", ...newDue });
    await remind(fine);
    expect(await endOf(fine)).toEqual(end({ status: "reminded", left: 760, paid: 0, fee: 60, due: NEW_DUE }));
  });

  test("withdrawn before anybody paid", async () => {
    const fine = await issue();
    await does(fine, "withdrawn", { data: { ground: "felskrivet" } });
    expect(await endOf(fine)).toEqual(end({ status: "withdrawn", left: 0, paid: 0 }));
  });

  test("withdrawn after it was paid, which is paid back", async () => {
    const fine = await issue();
    await pays(fine, 700);
    await does(fine, "withdrawn", { data: { ground: "giltig rätt" } });
    expect(await endOf(fine)).toEqual(end({ status: "withdrawn", left: -700, paid: 700 }));
    await paysBack(fine, 700);
    expect(await endOf(fine)).toEqual(end({ status: "withdrawn", left: 0, paid: 0 }));
  });

  test("written off", async () => {
    const fine = await issue();
    await does(fine, "written_off", { note: "Dödsbo" });
    expect(await endOf(fine)).toEqual(end({ status: "written_off", left: 0, paid: 0 }));
  });

  test("written off, and all of it comes all the same: a recovery, nothing to be paid back", async () => {
    const fine = await issue();
    await remind(fine);
    await does(fine, "written_off", { note: "Dödsbo" });
    await pays(fine, 760, dayIn(1));
    expect(await endOf(fine)).toEqual(
      end({ status: "written_off", left: 0, paid: 760, fee: 60, due: NEW_DUE, recovered: 760 }),
    );
    const tooMuch = await admin.record(fine, "refunded", { data: { amount_ore: 100 } });
    expect(tooMuch.refused?.hint).toBe("too-much");
  });

  test("written off, opened again, and paid", async () => {
    const fine = await issue();
    await does(fine, "written_off", { note: "Dödsbo" });
    await pays(fine, 200);
    await does(fine, "reopened", { note: "Arvingen betalar", ...newDue });
    expect(await endOf(fine)).toEqual(end({ status: "issued", left: 500, paid: 200, due: NEW_DUE }));
    await pays(fine, 500);
    expect(await endOf(fine)).toEqual(end({ status: "paid", left: 0, paid: 700, due: NEW_DUE }));
  });

  test("handed to a debt collector, and paid there", async () => {
    const fine = await issue();
    await collect(fine);
    expect(await endOf(fine)).toEqual(end({ status: "collection", left: 760, paid: 0, fee: 60, due: -5 }));
    await pays(fine, 760, dayIn(1));
    expect(await endOf(fine)).toEqual(end({ status: "paid", left: 0, paid: 760, fee: 60, due: -5 }));
    const told = (await admin.call("list_case_work", { project: SITE, step: "collection_told" }))["cases"] as Json[];
    expect(told.find(({ id }) => id === fine.id)?.["changes"]).toMatchObject([{ kind: "payment", left_ore: 0 }]);
  });

  test("called back from a debt collector", async () => {
    const fine = await issue();
    await collect(fine);
    await does(fine, "recalled");
    expect(await endOf(fine)).toEqual(end({ status: "reminded", left: 760, paid: 0, fee: 60, due: -5 }));
    const told = (await admin.call("list_case_work", { project: SITE, step: "collection_told" }))["cases"] as Json[];
    expect(told.find(({ id }) => id === fine.id)?.["changes"]).toMatchObject([{ kind: "recalled", left_ore: 76_000 }]);
  });

  test("paid by a file that was taken back", async () => {
    const fine = await issue();
    const { file } = await book(fine.case_number, 700);
    expect(said(await admin.call("undo_import", { file_id: file.id }))).toBe("undone");
    bank -= 70_000;
    expect(await endOf(fine)).toEqual(end({ status: "issued", left: 700, paid: 0 }));
  });

  test("reminded by mistake, which is taken back", async () => {
    const fine = await issue();
    await remind(fine);
    await does(fine, "reminder_undone");
    expect(await endOf(fine)).toEqual(end({ status: "issued", left: 700, paid: 0, due: -5 }));
    await pays(fine, 700, dayIn(3));
    expect(await endOf(fine)).toEqual(end({ status: "paid", left: 0, paid: 700, due: -5 }));
  });
});
