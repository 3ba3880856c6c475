// What may happen to a case (document 4 §4): the table of states, money, fees, reminders, who may, and any order of calls.
// `npm test` asks all pairs of states and events in `hardened`, a third in `specified`: one table in the database decides.
import { randomUUID } from "node:crypto";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CASE_STATUSES, CASE_TRANSITIONS, type CaseStatus, WITHDRAWAL_GROUNDS } from "#contract/cases.ts";
import { SECURITY_PROFILES } from "#contract/states.ts";
import {
  type Actor,
  type Answer,
  fineOf,
  type Json,
  makeActor,
  newPhoto,
  OTHER_SITE,
  said,
  SITE,
} from "#tests/support/rows/cases.ts";
import { insertRow } from "#tests/support/rows/rows.ts";
import { startTestServer, type TestServer } from "#tests/support/server/server.ts";
import { isWhole, sample } from "#tests/support/run/whole.ts";

const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const NEXT_MONTH = dayIn(30);
const LISTED_TODAY = { today: dayIn(0), expires_before: "2020-01-01" };
const owner = (name: string) => ({ role: "owner", name, address: "Gatan 1\n123 45 Malmö", source: "Register" });
const stockholmDay = () => new Date().toLocaleDateString("sv-SE", { timeZone: "Europe/Stockholm" });
/** Of a fine that somebody must look at: it waited on the phone for more than a minute. */
const longOffline = () => ({ was_offline: true, issued_at: new Date(Date.now() - 120_000).toISOString() });
const pay = (kronor: number, value_date = dayIn(0)) => ({ data: { amount_ore: kronor * 100, value_date } });

/** What each event needs to be taken. */
const COMPLETE: Record<string, Json> = {
  payment: pay(100),
  refunded: { data: { amount_ore: 100 } },
  payment_undone: { data: { amount_ore: 100 } },
  payment_moved: { data: { payment_id: "00000000-0000-4000-8000-000000000001" } },
  objected: { note: "Jag hade betalat.", data: { name: "Åsa" } },
  supplemented: { note: "Här är kvittot." },
  objection_accepted: { note: "Du har rätt." },
  objection_rejected: { note: "Biljetten gällde en annan zon.", data: { due_date: NEXT_MONTH } },
  withdrawn: { data: { ground: "felskrivet" } },
  reopened: { note: "Makulerad av misstag.", data: { due_date: NEXT_MONTH } },
  reminded: { data: { due_date: NEXT_MONTH } },
  reminder_undone: {},
  handed_to_collection: {},
  recalled: {},
  written_off: { note: "Dödsbo utan tillgångar." },
  recipient_set: { data: { role: "owner", name: "Åsa Berg", address: "Gatan 1", source: "Transportstyrelsen" } },
  noted: { note: "Ringde." },
  photo_added: {},
  delivered: { data: { delivery: "fixed" } },
  reviewed: {},
  case_viewed: {},
  exported: {},
  collection_told: {},
};

/** What an admin may do in any state, and it stays. A part of the amount is such a payment. */
const STAYS = [
  "payment",
  "recipient_set",
  "noted",
  "photo_added",
  "delivered",
  "reviewed",
  "case_viewed",
  "exported",
  "collection_told",
] as const;

/** What else leads from each state to which; a reminder and collection want more, see below. Everything else is refused. */
const REACHED: Record<CaseStatus, Record<string, CaseStatus>> = {
  issued: { objected: "disputed", withdrawn: "withdrawn", written_off: "written_off" },
  reminded: { objected: "disputed", withdrawn: "withdrawn", written_off: "written_off", reminder_undone: "issued" },
  collection: { objected: "disputed", withdrawn: "withdrawn", written_off: "written_off", recalled: "reminded" },
  disputed: {
    supplemented: "disputed",
    objection_accepted: "withdrawn",
    objection_rejected: "issued",
    withdrawn: "withdrawn",
  },
  paid: { payment_undone: "issued", objected: "disputed", withdrawn: "withdrawn" },
  withdrawn: { reopened: "issued" },
  written_off: { reopened: "issued" },
};

const IN_WORDS: Record<CaseStatus, string> = {
  issued: "utfärdat",
  reminded: "påmint",
  disputed: "bestritt",
  paid: "betalt",
  withdrawn: "makulerat",
  written_off: "avskrivet",
  collection: "hos inkasso",
};

/** A row of the queue of objections. */
type Queued = { id: string; case_number: string; assigned_to: string | null; is_own: boolean };
const numbers = (rows: Queued[]) => rows.map(({ case_number }) => case_number);

/** What a debt collector is told in a paper, and what is left after it. */
const changesOf = (paper: Json | undefined) =>
  ((paper?.["changes"] ?? []) as Json[]).map(({ kind, amount_ore, left_ore }) => [kind, amount_ore, left_ore]);

const sorted = (list: readonly string[] | null) => list && [...list].toSorted();
const inOrder = (row: Json): Json => ({
  ...row,
  from: sorted(row["from"] as string[] | null),
  by: sorted(row["by"] as string[]),
});

describe.each(SECURITY_PROFILES)("the profile %s", (profile) => {
  let server: TestServer;
  let attendant: Actor;
  let colleague: Actor;
  let admin: Actor;
  let second: Actor;
  beforeAll(async () => {
    server = await startTestServer({ profile, rateLimits: "none" });
    for (const path of [SITE, OTHER_SITE]) await insertRow(server.sql, "main_page_sites", { path });
    attendant = await makeActor(server, profile, { kind: "attendant", userId: "vakt01" });
    colleague = await makeActor(server, profile, { kind: "attendant", userId: "vakt02" });
    admin = await makeActor(server, profile, { kind: "admin", userId: "admin01" });
    second = await makeActor(server, profile, { kind: "admin", userId: "admin02" });
  });
  afterAll(() => server.stop());

  type Case = Json & { id: string };
  const newCase = async (changes: Json = {}): Promise<Case> =>
    fineOf(await attendant.issue({ delivery: "fixed", ...changes }));
  const eventOf = (kind: string, fine: Case): Json =>
    kind === "photo_added" ? { data: newPhoto(fine.id) } : (COMPLETE[kind] ?? {});
  const record = async (fine: Case, kind: string, more: Json = {}): Promise<Answer> =>
    admin.record(fine, kind, { ...eventOf(kind, fine), ...more });
  const done = async (fine: Case, ...kinds: string[]) => {
    const answers: string[] = [];
    for (const kind of kinds) answers.push(`${kind}: ${said(await record(fine, kind))}`);
    expect(answers).toEqual(kinds.map((kind) => `${kind}: recorded`));
  };
  const stateOf = async ({ id }: Case) => {
    const [row] = await server.sql<
      Json[]
    >`select status, amount, paid_ore::int, left_ore::int, recovered_ore::int, fee, last_event, due_date::text from fines where id = ${id}`;
    return row ?? {};
  };
  const fallDue = ({ id }: Case, days = 30) =>
    server.sql`update fines set due_date = private.day_of(now()) - ${days}::int where id = ${id}`;

  /** A case in a state, by the way that leads there. */
  async function caseIn(status: CaseStatus): Promise<Case> {
    const fine = await newCase();
    const remind = async () => {
      await done(fine, "recipient_set");
      await fallDue(fine);
      await done(fine, "reminded");
    };
    if (status === "reminded" || status === "collection") await remind();
    if (status === "collection") {
      await fallDue(fine);
      await done(fine, "handed_to_collection");
    }
    if (status === "disputed") await done(fine, "objected");
    if (status === "withdrawn") await done(fine, "withdrawn");
    if (status === "written_off") await done(fine, "written_off");
    if (status === "paid") await admin.record(fine, "payment", pay(700));
    expect((await stateOf(fine))["status"]).toBe(status);
    return fine;
  }

  const agreeOnFee = (fee: number) =>
    server.sql`update site_settings set reminder_fee = ${fee}, fee_is_agreed = ${fee > 0} where project_id = ${SITE}`;
  const remindable = async () => {
    const fine = await newCase();
    await done(fine, "recipient_set");
    await fallDue(fine);
    return fine;
  };
  /** The fee that a reminder is said to have, on the list and to the driver, and the one it has. */
  const feeOfReminder = async (fine: Case) => {
    const listed = (await admin.call("list_case_work", { project: SITE, step: "reminded" }))["cases"] as Json[];
    const { case_number, plate } = fine;
    const { data } = await admin.client.rpc("look_up_case", { case_number, plate });
    await done(fine, "reminded");
    const fees = [listed.find(({ id }) => id === fine.id)?.["fee"], (data as Json)["reminder_fee"]];
    return [...fees, (await stateOf(fine))["fee"]];
  };

  // Spec 4 §4: from | event
  // Spec 4 §4: record_case_event(fine_id, event_id, kind,
  // Spec 4 §4: data: payment {amount_ore,
  // Spec 4 §4: Anything else is
  test("the contract holds the database's table", async () => {
    const rows = await server.sql`
      select kind, from_status as "from", by, needs, to_status as to, moves, wants from private.case_transitions order by place`;
    expect(rows.map((row) => inOrder(row))).toEqual(CASE_TRANSITIONS.map((row) => inOrder(row as unknown as Json)));
    expect(new Set(CASE_TRANSITIONS.map(({ kind }) => kind))).toEqual(new Set(Object.keys(COMPLETE)));
  });

  // Spec 4 §4: from | event
  // Spec 4 §4: record_case_event(fine_id, event_id, kind,
  // Spec 4 §4: data: payment {amount_ore,
  // Spec 4 §4: Anything else is
  test.each(CASE_STATUSES)(
    "from %s an admin reaches what the table says, and is told the state otherwise",
    async (from) => {
      const found: Record<string, unknown> = {};
      const told: Record<string, string | undefined> = {};
      // The table is the same for both profiles: one of them asks all of it in `npm test`.
      const kinds = sample(Object.keys(COMPLETE), profile === "hardened" ? 1 : 3, CASE_STATUSES.indexOf(from));
      for (const kind of kinds) {
        const fine = await caseIn(from);
        const answer = await record(fine, kind);
        found[kind] = answer["status"] ?? answer.refused?.code;
        told[kind] = answer.refused?.message;
      }
      const stays: Record<string, CaseStatus> = Object.fromEntries(STAYS.map((kind) => [kind, from]));
      const reached = { ...stays, ...REACHED[from] };
      const refusal = `Det går inte nu. Ärendet är ${IN_WORDS[from]}.`;
      // Which payment is moved is asked first, and none of these cases has one of a file.
      const codes: Record<string, string> = { payment_moved: "PK008" };
      const words: Record<string, string> = { payment_moved: "Välj en betalning ur en bankfil." };
      expect(found).toEqual(Object.fromEntries(kinds.map((kind) => [kind, reached[kind] ?? codes[kind] ?? "PK005"])));
      expect(told).toEqual(
        Object.fromEntries(kinds.map((kind) => [kind, kind in reached ? undefined : (words[kind] ?? refusal)])),
      );
    },
  );

  describe("money", () => {
    // Spec 4 §4: A payment is
    // Spec 4 §3: left = amount
    // Spec 4 §3: Times timestamptz; a
    test("a part leaves the case as it is, the rest pays it, more is to be paid back", async () => {
      const fine = await newCase();
      expect(await admin.record(fine, "payment", pay(300))).toMatchObject({ status: "issued", left_ore: 40_000 });
      expect(await admin.record(fine, "payment", pay(400))).toMatchObject({ status: "paid", left_ore: 0 });
      expect(await admin.record(fine, "payment", pay(100))).toMatchObject({ status: "paid", left_ore: -10_000 });
      expect(said(await admin.record(fine, "refunded", { data: { amount_ore: 10_001 } }))).toBe("PK008 amount_ore");
      expect(await admin.record(fine, "refunded", { data: { amount_ore: 10_000 } })).toMatchObject({
        status: "paid",
        left_ore: 0,
      });
      expect(said(await record(fine, "refunded"))).toBe("PK005 kind");
      const [sum] = await server.sql`select sum(amount_ore)::int as sum from payments where fine_id = ${fine.id}`;
      expect(sum).toEqual({ sum: 70_000 });
    });

    // Spec 4 §4: A payment is
    // Spec 4 §3: left = amount
    // Spec 4 §3: Times timestamptz; a
    test("one that is undone brings the status before back, while too much is left", async () => {
      const fine = await caseIn("reminded");
      await admin.record(fine, "payment", pay(700));
      await admin.record(fine, "payment", pay(50));
      const undo = (kronor: number) => admin.record(fine, "payment_undone", { data: { amount_ore: kronor * 100 } });
      expect(await undo(50)).toMatchObject({ status: "paid", left_ore: 0 });
      expect(await undo(700)).toMatchObject({ status: "reminded", left_ore: 70_000 });
      expect(said(await undo(1))).toBe("PK005 kind");
    });

    test("a small balance is let go", async () => {
      await server.sql`update site_settings set small_balance = 5 where project_id = ${SITE}`;
      const fine = await newCase();
      expect(await admin.record(fine, "payment", pay(694))).toMatchObject({ status: "issued" });
      expect(await admin.record(fine, "payment", pay(1))).toMatchObject({ status: "paid", left_ore: 500 });
      await server.sql`update site_settings set small_balance = 0 where project_id = ${SITE}`;
    });

    // Spec 4 §4: A payment is
    // Spec 4 §3: left = amount
    // Spec 4 §3: Times timestamptz; a
    test("on a disputed case it waits for the decision", async () => {
      const fine = await caseIn("disputed");
      expect(await admin.record(fine, "payment", pay(700))).toMatchObject({ status: "disputed", left_ore: 0 });
      expect(await record(fine, "objection_rejected", { data: {} })).toMatchObject({ status: "paid", left_ore: 0 });
      const other = await caseIn("disputed");
      expect(said(await record(other, "objection_rejected", { data: {} }))).toBe("PK002 due_date");
      expect(await record(other, "objection_rejected")).toMatchObject({ status: "issued" });
      expect(await stateOf(other)).toMatchObject({ due_date: NEXT_MONTH });
    });

    test("after writing off it is a recovery, at most the claim, and the case opens again with it", async () => {
      await agreeOnFee(60);
      const fine = await caseIn("reminded");
      await agreeOnFee(0);
      await done(fine, "written_off");
      expect(await admin.record(fine, "payment", pay(300, dayIn(2)))).toMatchObject({
        status: "written_off",
        left_ore: 0,
      });
      expect(await stateOf(fine)).toMatchObject({ paid_ore: 30_000, recovered_ore: 30_000 });
      expect(said(await admin.record(fine, "refunded", { data: { amount_ore: 1 } }))).toBe("PK005 kind");
      const { data: counts } = await admin.client.rpc("count_cases", { project: SITE, ...LISTED_TODAY });
      const { data: refunds } = await admin.client.from("fines").select("id").lt("left_ore", 0);
      expect((counts as Json)["refund"]).toBe(refunds?.length);
      expect(refunds?.map(({ id }) => id as string)).not.toContain(fine.id);
      // More than the claim of 760 kr is to be paid back.
      expect(await admin.record(fine, "payment", pay(500, dayIn(2)))).toMatchObject({ left_ore: -4000 });
      expect(await record(fine, "refunded", { data: { amount_ore: 4000 } })).toMatchObject({ left_ore: 0 });
      expect(await stateOf(fine)).toMatchObject({ paid_ore: 76_000, recovered_ore: 76_000 });
      expect(said(await record(fine, "reopened", { note: " " }))).toBe("PK008 note");
      expect(await record(fine, "reopened", { data: {} })).toMatchObject({ status: "paid", left_ore: 0 });
      const open = await caseIn("written_off");
      await admin.record(open, "payment", pay(300));
      expect(said(await record(open, "reopened", { data: {} }))).toBe("PK002 due_date");
      expect(await record(open, "reopened")).toMatchObject({ status: "issued", left_ore: 40_000 });
      expect(await stateOf(open)).toMatchObject({ due_date: NEXT_MONTH, recovered_ore: 0 });
      await expectExplained(fine);
      await expectExplained(open);
    });

    test("of before writing off it is to be paid back, and what came since is not", async () => {
      const fine = await newCase();
      await admin.record(fine, "payment", pay(300));
      await done(fine, "written_off");
      expect(await stateOf(fine)).toMatchObject({ left_ore: -30_000, recovered_ore: 0 });
      expect(await admin.record(fine, "payment", pay(400))).toMatchObject({ left_ore: -30_000 });
      expect(await record(fine, "refunded", { data: { amount_ore: 30_000 } })).toMatchObject({ left_ore: 0 });
      expect(await record(fine, "payment_undone", { data: { amount_ore: 40_000 } })).toMatchObject({ left_ore: 0 });
      expect(await stateOf(fine)).toMatchObject({ paid_ore: 0, recovered_ore: 0 });
    });

    test("on a withdrawn case it is to be paid back", async () => {
      const fine = await caseIn("paid");
      expect(await record(fine, "withdrawn")).toMatchObject({ status: "withdrawn", left_ore: -70_000 });
      expect(await record(fine, "reopened", { data: {} })).toMatchObject({ status: "paid", left_ore: 0 });
    });
  });

  describe("a reminder", () => {
    // Spec 4 §4: While a case
    // Spec 4 §4: A fee counts
    // Spec 4 §4: A changed recipient
    test("wants the wait, the delivery, a recipient and a look where one is due", async () => {
      const missing = async (fine: Case) => (await record(fine, "reminded")).refused?.hint;
      const fine = fineOf(await attendant.issue(longOffline()));
      expect(await missing(fine)).toBe("waited,delivered,has-recipient,reviewed");
      await fallDue(fine, 3);
      expect(await missing(fine)).toBe("waited,delivered,has-recipient,reviewed");
      await fallDue(fine, 4);
      await done(fine, "delivered", "recipient_set");
      expect(await missing(fine)).toBe("reviewed");
      await done(fine, "reviewed");
      expect(said(await record(fine, "reminded", { data: {} }))).toBe("PK002 due_date");
      expect(await record(fine, "reminded")).toMatchObject({ status: "reminded" });
    });

    // Spec 4 §4: While a case
    // Spec 4 §4: A fee counts
    // Spec 4 §4: A changed recipient
    test("adds the fee once, where it is agreed, and a changed recipient gets one of their own before collection", async () => {
      await server.sql`update site_settings set reminder_fee = 60, fee_is_agreed = true where project_id = ${SITE}`;
      const fine = await caseIn("reminded");
      expect(await stateOf(fine)).toMatchObject({ fee: 60, left_ore: 76_000 });
      expect(said(await record(fine, "reminded"))).toBe("PK005 kind");
      await done(fine, "recipient_set");
      await fallDue(fine);
      expect((await record(fine, "handed_to_collection")).refused?.hint).toBe("told-recipient");
      expect(await record(fine, "reminded")).toMatchObject({ status: "reminded", left_ore: 76_000 });
      expect((await record(fine, "handed_to_collection")).refused?.hint).toBe("overdue");
      await fallDue(fine);
      expect(await record(fine, "handed_to_collection")).toMatchObject({ status: "collection" });
      await server.sql`update site_settings set reminder_fee = 0, fee_is_agreed = false where project_id = ${SITE}`;
    });

    // Spec 4 §4: While a case
    // Spec 4 §4: A fee counts
    // Spec 4 §4: A changed recipient
    test("costs what was agreed when the fine was issued, and no more than what is agreed now", async () => {
      const before = await remindable();
      await agreeOnFee(40);
      const cheap = await remindable();
      await agreeOnFee(60);
      const dear = await remindable();
      expect([await feeOfReminder(before), await feeOfReminder(cheap)]).toEqual([
        [0, 0, 0],
        [40, 40, 40],
      ]);
      await agreeOnFee(50);
      expect(await feeOfReminder(dear)).toEqual([50, 50, 50]);
      await agreeOnFee(0);
    });

    test("that was wrong is taken back while nothing was paid on it, with its day and its fee", async () => {
      await agreeOnFee(60);
      const fine = await remindable();
      const { due_date: due } = await stateOf(fine);
      await done(fine, "reminded");
      expect(await stateOf(fine)).toMatchObject({ status: "reminded", fee: 60, due_date: NEXT_MONTH });
      await admin.record(fine, "payment", pay(1));
      expect((await record(fine, "reminder_undone")).refused?.hint).toBe("unpaid-reminder");
      await record(fine, "payment_undone");
      expect(await record(fine, "reminder_undone")).toMatchObject({ status: "issued", left_ore: 70_000 });
      expect(await stateOf(fine)).toMatchObject({ fee: 0, due_date: due });
      // Its fee is no fee of later money, and its letter is not printed again by its day.
      expect(await admin.record(fine, "payment", pay(100))).toMatchObject({ left_ore: 60_000 });
      const sent = await admin.call("list_sent_cases", {
        project: SITE,
        step: "reminded",
        day: stockholmDay(),
        ids: null,
      });
      expect((sent["cases"] as Json[]).map(({ id }) => id)).not.toContain(fine.id);
      expect(await feeOfReminder(fine)).toEqual([60, 60, 60]);
      await done(fine, "recipient_set", "reminded");
      expect(await record(fine, "reminder_undone")).toMatchObject({ status: "reminded", left_ore: 66_000 });
      // The one before it is older than what happened since: it stays.
      expect(said(await record(fine, "reminder_undone"))).toBe("PK005 kind");
      await done(fine, "reminded");
      await fallDue(fine);
      await done(fine, "handed_to_collection");
      await expectExplained(fine);
      await agreeOnFee(0);
    });

    // Spec 4 §4: While a case
    // Spec 4 §4: A fee counts
    // Spec 4 §4: A changed recipient
    test("needs the address of the recipient that counts", async () => {
      const fine = await newCase();
      await fallDue(fine);
      await done(fine, "recipient_set");
      await record(fine, "recipient_set", { data: { ...owner("Bo Ek"), address: " " } });
      expect((await record(fine, "reminded")).refused?.hint).toBe("has-recipient");
      const listed = (await admin.call("list_case_work", { project: SITE, step: "reminded" }))["cases"] as Json[];
      expect(listed.map(({ id }) => id)).not.toContain(fine.id);
      await done(fine, "recipient_set", "reminded");
    });

    // Spec 4 §4: While a case
    // Spec 4 §4: A fee counts
    // Spec 4 §4: A changed recipient
    test("its fee counts only for money after its day", async () => {
      await server.sql`update site_settings set reminder_fee = 60, fee_is_agreed = true where project_id = ${SITE}`;
      const [early, late] = [await caseIn("reminded"), await caseIn("reminded")];
      expect(await admin.record(early, "payment", pay(700, dayIn(-1)))).toMatchObject({ status: "paid", left_ore: 0 });
      expect(await admin.record(late, "payment", pay(700, dayIn(2)))).toMatchObject({
        status: "reminded",
        left_ore: 6000,
      });
      expect(
        await admin.record(early, "payment_undone", { data: { amount_ore: 70_000, value_date: dayIn(-1) } }),
      ).toMatchObject({
        status: "reminded",
        left_ore: 76_000,
      });
      await server.sql`update site_settings set reminder_fee = 0, fee_is_agreed = false where project_id = ${SITE}`;
    });
  });

  describe("an objection", () => {
    test("keeps its text, its supplements and its decision beside the events, which name it by its id only", async () => {
      const fine = await caseIn("disputed");
      await done(fine, "supplemented", "objection_accepted");
      const [objection] =
        await server.sql`select id, text, decision, reply, decided_by, received_by from objections where fine_id = ${fine.id}`;
      expect(objection).toMatchObject({
        text: "Jag hade betalat.\n\nHär är kvittot.",
        decision: "accepted",
        reply: "Du har rätt.",
        decided_by: "admin01",
        received_by: "admin01",
      });
      const events =
        await server.sql`select kind, note, data from fine_events where fine_id = ${fine.id} and number > 1`;
      expect(JSON.stringify(events)).not.toMatch(/kvittot|betalat|rätt|Åsa/);
      expect((await record(fine, "reopened")).refused?.hint).toBe("not-by-objection");
    });

    // Spec rules §4: A driver who
    test("that a withdrawal ends has no reply: the note is the house's own, and stays with the event", async () => {
      const fine = fineOf(await attendant.issue({ delivery: "fixed" }));
      const public_key = String(fine["public_key"]);
      const objection = { public_key, objection_id: randomUUID(), name: "Åsa", text: "Nej." };
      const { data: sent } = await attendant.client.rpc("object_to_case", objection);
      await record(fine, "withdrawn", { note: "Vakten ljuger.", data: { ground: "annat" } });
      const { data } = await attendant.client.rpc("read_reply", { public_key, reply_key: (sent as Json)["reply_key"] });
      expect(data).toMatchObject({ outcome: "found", decision: "withdrawn", reply: null });
      const [event] = await server.sql`select note from fine_events where fine_id = ${fine.id} and kind = 'withdrawn'`;
      expect(event).toMatchObject({ note: "Vakten ljuger." });
    });

    // Spec 4 §4: "Admin" means an
    test("to a fine of one's own is decided by somebody else", async () => {
      const fine = fineOf(await admin.issue());
      await done(fine, "objected");
      for (const kind of ["objection_accepted", "objection_rejected"])
        expect(said(await record(fine, kind))).toBe("PK011 kind");
      expect((await second.record(fine, "objection_accepted", COMPLETE["objection_accepted"])).outcome).toBe(
        "recorded",
      );
    });

    test("wants words for its decision, and another may follow a rejected one", async () => {
      const fine = await caseIn("disputed");
      expect(said(await record(fine, "objection_accepted", { note: " " }))).toBe("PK008 note");
      await done(fine, "objection_rejected", "objected", "withdrawn", "reopened");
      expect(await stateOf(fine)).toMatchObject({ status: "issued" });
    });
  });

  const queue = async (more: Json = {}, who = admin): Promise<Queued[]> => {
    const args = { project: SITE, whose: "all", own_id: who.id, page_size: 100, ...more };
    const { data } = await who.client.rpc("list_objections", args);
    return (data as { rows?: Queued[] } | null)?.rows ?? [];
  };
  const objectionOf = async ({ id }: Case) => {
    const [row] = await server.sql<{ id: string; assigned_to: string | null; received_at: string }[]>`
      select id, assigned_to, received_at::text from objections where fine_id = ${id}`;
    if (row === undefined) throw new Error(id);
    return row;
  };
  const assign = (objection: { id: string }, take: boolean, seen: string | null, who = admin) =>
    who.call("assign_objection", { objection_id: objection.id, take, seen });

  describe("the desk of objections", () => {
    // Spec 4 §5: Bestridna is a
    test("lists what waits, oldest first, in pages, and by who has it", async () => {
      await server.sql`update objections set decision = 'withdrawn' where decision is null`;
      const [first, later, own] = [await caseIn("disputed"), await caseIn("disputed"), fineOf(await admin.issue())];
      await done(own, "objected");
      await done(await caseIn("disputed"), "objection_accepted");
      await server.sql`update objections set received_at = '2026-01-02T08:00Z' where fine_id = ${first.id}`;
      await server.sql`update objections set received_at = '2026-01-01T08:00Z' where fine_id = ${own.id}`;
      const all = [own, first, later].map((fine) => String(fine["case_number"]));
      expect(numbers(await queue())).toEqual(all);
      expect((await queue()).map(({ is_own }) => is_own)).toEqual([true, false, false]);
      expect((await queue({}, second)).map(({ is_own }) => is_own)).toEqual([false, false, false]);
      const { id: after_id, received_at: after_at } = await objectionOf(own);
      expect(numbers(await queue({ after_at, after_id, page_size: 1 }))).toEqual(all.slice(1, 2));
      expect(said(await assign(await objectionOf(first), true, null))).toBe("assigned");
      expect(numbers(await queue({ whose: "mine" }))).toEqual(all.slice(1, 2));
      expect(numbers(await queue({ whose: "none" }))).toEqual([all[0], all[2]]);
      expect(numbers(await queue({ whose: "mine" }, second))).toEqual([]);
    });

    // Spec rules §6: A driver's own
    test("an objection gets its ground at the desk, and a later admin is told of an earlier one's", async () => {
      const fine = await caseIn("disputed");
      await server.sql`update objections set ground = null where fine_id = ${fine.id}`;
      const { id: objection_id } = await objectionOf(fine);
      const set = (ground: unknown, seen: string | null, who = admin) =>
        who.call("set_objection_ground", { objection_id, ground, seen });
      const groundOf = async () => (await server.sql`select ground from objections where id = ${objection_id}`)[0];
      expect(said(await set("Skyltningen", null))).toBe("set");
      // The same once more, or said by a colleague too, is no conflict.
      expect(said(await set("Skyltningen", null, second))).toBe("set");
      const late = await set("Bilen var såld", null, second);
      expect(said(late)).toBe("PK006 ground");
      expect(late.refused?.message).toContain("Skyltningen");
      for (const ground of [null, " ", "x".repeat(101)])
        expect(said(await set(ground, "Skyltningen"))).toBe("PK008 ground");
      expect(said(await set("Annat", "Skyltningen", attendant))).toMatch(/^42501/);
      expect(await groundOf()).toEqual({ ground: "Skyltningen" });
      expect(said(await set("Bilen var såld", "Skyltningen", second))).toBe("set");
      await done(fine, "objection_accepted");
      expect(said(await set("Annat", "Bilen var såld"))).toBe("PK005 objection_id");
      expect(await groundOf()).toEqual({ ground: "Bilen var såld" });
    });

    // Spec 4 §5: Bestridna is a
    test("gives an objection to one of those who take it at once, and tells the others by whom", async () => {
      const objection = await objectionOf(await caseIn("disputed"));
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, n) => assign(objection, true, null, n % 2 === 0 ? admin : second)),
      );
      const told = new Set(answers.map((answer) => answer.refused?.message ?? answer["assigned_to"]));
      const [row] = await server.sql`select assigned_to from objections where id = ${objection.id}`;
      const by = String(row?.["assigned_to"]);
      expect(told).toEqual(new Set([by, `Bestridandet har tagits av ${by} sedan du öppnade det.`]));
      expect(answers.filter(({ outcome }) => outcome === "assigned")).toHaveLength(10);
    });

    test("an objection is given back, taken over by whoever saw who has it, and stays when it is decided", async () => {
      const fine = await caseIn("disputed");
      const objection = await objectionOf(fine);
      expect(said(await assign(objection, true, null))).toBe("assigned");
      expect(said(await assign(objection, true, null, second))).toBe("PK006 assigned_to");
      expect(await assign(objection, true, "admin01", second)).toMatchObject({ assigned_to: "admin02" });
      expect(said(await assign(objection, false, "admin01"))).toBe("PK006 assigned_to");
      expect(await assign(objection, false, "admin02", second)).toMatchObject({ assigned_to: null });
      expect(await assign(objection, false, "admin02", second)).toMatchObject({ assigned_to: null });
      expect(said(await assign(objection, true, null))).toBe("assigned");
      await done(fine, "objection_accepted");
      expect((await assign(objection, false, "admin01")).refused).toMatchObject({
        code: "PK005",
        message: "Bestridandet är redan avgjort.",
      });
      expect((await objectionOf(fine)).assigned_to).toBe("admin01");
      expect(said(await assign({ id: randomUUID() }, true, null))).toBe("PK007 fine_id");
      expect(said(await assign(await objectionOf(await caseIn("disputed")), true, null, attendant))).toMatch(/^42501/);
    });

    test("who took an objection stands in the trail", async () => {
      const objection = await objectionOf(await caseIn("disputed"));
      await assign(objection, true, null);
      const trail = await server.sql`
        select actor_id, before ->> 'assigned_to' as before, after ->> 'assigned_to' as after from audit_trail
        where subject = 'objections' and row_id = ${objection.id} and action = 'update'`;
      expect(trail.map((row) => ({ ...row }))).toMatchObject([{ before: null, after: "admin01" }]);
    });

    // Spec 4 §5: Bestridna is a
    test("a new site has nine replies, one for each violation and one for all others, which move with it, and admins change them as they read them", async () => {
      const titles = [
        "Giltig rätt att stå",
        "Otydlig skyltning",
        "Ingen giltig rätt att stå",
        "Fel registreringsnummer angivet",
        "Stannade där det är förbjudet",
        "Stod längre än tillåtet",
        "Inget tillstånd för rörelsehindrade",
        "Laddade inte",
        "Boten står fast",
      ];
      const templates = await server.sql<
        { id: string; kind: string; title: string; text: string; updated_at: string }[]
      >`
        select id, kind, title, text, updated_at::text from reply_templates where project_id = ${SITE} order by sort_order`;
      expect(templates.map(({ title }) => title)).toEqual(titles);
      const goOn = "Är du inte nöjd kan du begära prövning i tingsrätten.";
      for (const { kind, text } of templates)
        expect([text.includes("{betalning}"), text.includes(goOn), text.includes("domstol")]).toEqual([
          true,
          kind === "rejected",
          false,
        ]);
      const id = templates[0]?.id ?? "";
      const change = (title: string, seen: string) =>
        admin.client.from("reply_templates").update({ title }).eq("id", id).eq("updated_at", seen).select("title");
      const seen = templates[0]?.updated_at ?? "";
      expect((await change("Rätt att stå", seen)).data).toEqual([{ title: "Rätt att stå" }]);
      expect((await change("Något annat", seen)).data).toEqual([]);
      expect((await admin.client.from("reply_templates").delete().eq("id", id)).error?.code).toBe("42501");
      await server.sql`update main_page_sites set path = 'ny-kod' where path = ${OTHER_SITE}`;
      const [count] = await server.sql`
        select count(*)::int as here from reply_templates where project_id = 'ny-kod'`;
      await server.sql`update main_page_sites set path = ${OTHER_SITE} where path = 'ny-kod'`;
      expect(count).toEqual({ here: 9 });
    });
  });

  test("what an event needs is asked for by name", async () => {
    const fine = await newCase();
    const refusals: [string, Json, string][] = [
      ["payment", { data: { amount_ore: -1, value_date: dayIn(0) } }, "PK008 amount_ore"],
      ["payment", { data: { amount_ore: 100 } }, "PK008 value_date"],
      ["withdrawn", { data: { ground: "tröttnade" } }, "PK008 ground"],
      ["withdrawn", { data: { ground: "annat" } }, "PK008 note"],
      ["recipient_set", { data: { role: "owner", name: " " } }, "PK008 name"],
      ["delivered", { data: { delivery: "post" } }, "PK008 delivery"],
      ["written_off", { note: null }, "PK008 note"],
      ["noted", { note: "" }, "PK008 note"],
      ["exploded", {}, "PK008 kind"],
    ];
    for (const [kind, more, refusal] of refusals)
      expect([kind, said(await admin.record(fine, kind, more))]).toEqual([kind, refusal]);
    for (const ground of WITHDRAWAL_GROUNDS)
      expect(said(await admin.record(await newCase(), "withdrawn", { note: "Därför.", data: { ground } }))).toBe(
        "recorded",
      );
  });

  describe("two at once", () => {
    // Spec 4 §4: A conflict with
    // Spec 4 §4: expected_event is the
    test("the later one is told what it is now, and looking is no conflict", async () => {
      const fine = await newCase();
      const expected_event = fine["last_event"];
      await done(fine, "case_viewed", "noted", "delivered", "exported");
      expect((await admin.record(fine, "payment", { ...pay(700), expected_event })).outcome).toBe("recorded");
      const told = await second.record(fine, "withdrawn", { ...COMPLETE["withdrawn"], expected_event });
      expect(told.refused).toMatchObject({
        code: "PK006",
        details: "expected_event",
        message: "Ärendet har ändrats sedan du öppnade det. Det är nu: betalt.",
      });
      expect((await second.record(fine, "noted", { note: "Såg det.", expected_event })).outcome).toBe("recorded");
    });

    // Spec 4 §4: A conflict with
    // Spec 4 §4: expected_event is the
    test("of fifty that decide one wins, and fifty payments add up", async () => {
      const fine = await caseIn("disputed");
      const { last_event: expected_event } = await stateOf(fine);
      const kinds = ["objection_accepted", "objection_rejected"];
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, n) => record(fine, kinds[n % 2] ?? "", { expected_event })),
      );
      expect(answers.filter(({ outcome }) => outcome === "recorded")).toHaveLength(1);
      expect(answers.filter((answer) => said(answer) === "PK006 expected_event")).toHaveLength(49);
      const paid = await newCase();
      await Promise.all(Array.from({ length: 50 }, () => admin.record(paid, "payment", pay(20))));
      expect(await stateOf(paid)).toMatchObject({ status: "paid", paid_ore: 100_000, left_ore: -30_000 });
    });

    test("a repeated event changes nothing, and its id is nobody else's", async () => {
      const [fine, other] = [await newCase(), await newCase()];
      const event_id = randomUUID();
      const first = await admin.record(fine, "payment", { ...pay(700), event_id });
      const again = await Promise.all(
        Array.from({ length: 20 }, () => admin.record(fine, "payment", { ...pay(700), event_id })),
      );
      expect(again.every((answer) => JSON.stringify(answer) === JSON.stringify(first))).toBe(true);
      expect(await stateOf(fine)).toMatchObject({ paid_ore: 70_000 });
      expect(said(await admin.record(other, "payment", { ...pay(700), event_id }))).toBe("PK010 event_id");
    });
  });

  describe("who may", () => {
    // Spec 4 §4: "Admin" means an
    test("the issuing attendant notes, adds photos, delivers, and withdraws within ten minutes", async () => {
      const fine = await newCase();
      for (const kind of ["noted", "photo_added", "delivered"])
        expect(`${kind}: ${said(await attendant.record(fine, kind, eventOf(kind, fine)))}`).toBe(`${kind}: recorded`);
      const others = Object.keys(COMPLETE).filter(
        (kind) => !["noted", "photo_added", "delivered", "withdrawn"].includes(kind),
      );
      for (const kind of others)
        expect(`${kind}: ${said(await attendant.record(fine, kind, eventOf(kind, fine)))}`).toMatch(/: 42501/);
      expect(said(await attendant.record(fine, "withdrawn", COMPLETE["withdrawn"]))).toBe("recorded");
      const old = await newCase();
      await server.sql`update fines set issued_at = now() - interval '11 minutes', received_at = now() - interval '11 minutes' where id = ${old.id}`;
      expect((await attendant.record(old, "withdrawn", COMPLETE["withdrawn"])).refused?.hint).toBe("fresh");
    });

    test("another attendant nothing", async () => {
      const fine = await newCase();
      for (const kind of Object.keys(COMPLETE))
        expect(`${kind}: ${said(await colleague.record(fine, kind, eventOf(kind, fine)))}`).toMatch(/: 42501/);
    });

    test("a ninth photo is refused, and one that is named again is no other", async () => {
      const fine = await newCase();
      const photo = newPhoto(fine.id);
      for (let n = 0; n < 2; n += 1) await attendant.record(fine, "photo_added", { data: photo });
      for (let n = 0; n < 7; n += 1) await attendant.record(fine, "photo_added", { data: newPhoto(fine.id) });
      expect(await server.sql`select from fine_photos where fine_id = ${fine.id}`).toHaveLength(8);
      expect(said(await attendant.record(fine, "photo_added", { data: newPhoto(fine.id) }))).toBe("PK008 photos");
    });
  });

  /** What is done to one of many cases, as a screen sends it. */
  const eventFor = async (fine: Case, data?: Json): Promise<Json> => ({
    fine_id: fine.id,
    event_id: randomUUID(),
    expected_event: (await stateOf(fine))["last_event"],
    ...(data === undefined ? {} : { data }),
  });
  const match = async (rows: Json[]) =>
    ((await admin.call("match_owners", { project: SITE, rows }))["rows"] as Json[]).map(({ state, fine_id }) => [
      state,
      fine_id,
    ]);

  describe("many at once", () => {
    type Many = { fine_id: string; outcome: string; code?: string; words?: string; lacks?: string[]; status?: string };
    type Paper = Json & { id: string };
    const many = async (kind: string, events: Json[], who = admin): Promise<Many[]> => {
      const answer = await who.call("record_case_events", { project: SITE, kind, events });
      return (answer["results"] ?? [{ outcome: said(answer) }]) as Many[];
    };
    const work = async (step: string, fines: readonly Case[]): Promise<Paper[]> => {
      const answer = await admin.call("list_case_work", { project: SITE, step });
      const ids = fines.map(({ id }) => id);
      return (answer["cases"] as Paper[]).filter(({ id }) => ids.includes(id));
    };
    const sentBy = async (step: string, event_id: unknown): Promise<Paper | undefined> => {
      const answer = await admin.call("list_sent_cases", { project: SITE, step, day: null, ids: [event_id] });
      return (answer["cases"] as Paper[])[0];
    };
    // Spec 4 §5: Exportera CSV (UTF-8
    test("a register is asked for the owners of unpaid cases past their day, once noted and in the trail", async () => {
      const [waits, fresh, known, paid] = [await newCase(), await newCase(), await newCase(), await newCase()];
      for (const fine of [waits, known, paid]) await fallDue(fine);
      await done(known, "recipient_set");
      await admin.record(paid, "payment", pay(700));
      const all = [waits, fresh, known, paid];
      expect(await work("exported", all)).toMatchObject([{ id: waits.id, asked_at: null, left_ore: 70_000 }]);
      const event = await eventFor(waits);
      for (let time = 0; time < 2; time += 1)
        expect(await many("exported", [event])).toMatchObject([{ fine_id: waits.id, outcome: "recorded" }]);
      const events =
        await server.sql`select by_id, note from fine_events where fine_id = ${waits.id} and kind = 'exported'`;
      expect([...events]).toEqual([{ by_id: "admin01", note: "Ägaruppgift" }]);
      const trail =
        await server.sql`select actor_id, after from audit_trail where action = 'export' and subject = 'fines'
        and after -> 'case_number' ? ${String(waits["case_number"])}`;
      expect(trail.map(({ after }) => after)).toEqual([{ kind: "exported", case_number: [waits["case_number"]] }]);
      // A repeated event notes nothing more, the new ones beside it are noted.
      const more = await newCase();
      await fallDue(more);
      await many("exported", [event, await eventFor(more)]);
      const [noted] = await server.sql`select after from audit_trail where action = 'export' and subject = 'fines'
        and after -> 'case_number' ? ${String(more["case_number"])}`;
      expect(noted?.["after"]).toEqual({ kind: "exported", case_number: [more["case_number"]] });
      // It waits until an owner is known, and says when somebody asked.
      const [asked] = await work("exported", all);
      expect(asked?.["asked_at"]).not.toBeNull();
      expect(await sentBy("exported", event["event_id"])).toMatchObject({ id: waits.id, sent_by: "admin01" });
    });

    // Spec 4 §5: Exportera CSV (UTF-8
    test("a row of owners finds its case by number or by plate, and none where it is not sure", async () => {
      const plate = `A${randomUUID().slice(0, 5)}`;
      const waits = await newCase({ plate });
      const twin = `B${randomUUID().slice(0, 5)}`;
      const twins = [await newCase({ plate: twin, street: "Ett" }), await newCase({ plate: twin, street: "Två" })];
      const [known, paid] = [await newCase(), await caseIn("paid")];
      await done(known, "recipient_set");
      const number = waits["case_number"];
      expect(
        await match([
          { case_number: number, plate: `${plate.slice(0, 3)}-${plate.slice(3)}` },
          { plate: plate.toLowerCase() },
          { case_number: number, plate: twin },
          { plate: twin },
          { case_number: twins[1]?.["case_number"] },
          { case_number: known["case_number"] },
          { plate: known["plate"] },
          { plate: paid["plate"] },
          { case_number: "00000000" },
          { plate: "FINNS INTE" },
          { plate: "-" },
        ]),
      ).toEqual([
        ["placed", waits.id],
        ["placed", waits.id],
        ["other-plate", waits.id],
        ["several", expect.anything()],
        ["placed", twins[1]?.id],
        ["already", known.id],
        ["already", known.id],
        ["ended", paid.id],
        ["unknown", null],
        ["unknown", null],
        ["unknown", null],
      ]);
    });

    // Spec 4 §5: Exportera CSV (UTF-8
    test("owners are read in each for itself, repeated without a trace, and of two admins the later is told", async () => {
      const [one, other, taken] = [await newCase(), await newCase(), await newCase()];
      const events = [
        await eventFor(one, owner("Åsa Berg")),
        await eventFor(other, owner("x".repeat(201))),
        await eventFor(taken, owner("Bo Ek")),
      ];
      await second.record(taken, "recipient_set", { data: owner("Någon annan") });
      const told = await many("recipient_set", events);
      expect(told).toMatchObject([
        { outcome: "recorded", status: "issued" },
        { outcome: "refused", code: "PK008", words: "Uppgiften saknas eller kan inte läsas.", lacks: [] },
        {
          outcome: "refused",
          code: "PK006",
          words: "Ärendet har ändrats sedan du öppnade det. Det är nu: utfärdat.",
        },
      ]);
      expect(await many("recipient_set", events)).toEqual(told);
      const rows = await server.sql`select fine_id, name, role, source from case_recipients
        where fine_id in ${server.sql([one.id, other.id, taken.id])} order by name`;
      expect(rows.map(({ fine_id, name }) => [fine_id, name])).toEqual([
        [taken.id, "Någon annan"],
        [one.id, "Åsa Berg"],
      ]);
      expect(await match([{ case_number: one["case_number"] }])).toEqual([["already", one.id]]);
    });

    // Spec 4 §5: Exportera CSV (UTF-8
    test("of two admins who remind of the same cases at once each case is reminded of once", async () => {
      const fines = await Promise.all(Array.from({ length: 6 }, () => newCase()));
      for (const fine of fines) {
        await done(fine, "recipient_set");
        await fallDue(fine);
      }
      const eventsOf = () => Promise.all(fines.map((fine) => eventFor(fine, { due_date: NEXT_MONTH })));
      const [mine, theirs] = [await eventsOf(), (await eventsOf()).toReversed()];
      const answers = await Promise.all([many("reminded", mine), many("reminded", theirs, second)]);
      const outcomes = answers.flat().map(({ outcome, code }) => code ?? outcome);
      expect(outcomes.toSorted()).toEqual([...fines.map(() => "PK006"), ...fines.map(() => "recorded")]);
      const events = await server.sql`select from fine_events where kind = 'reminded'
        and fine_id in ${server.sql(fines.map(({ id }) => id))}`;
      expect(events).toHaveLength(6);
    });

    // Spec 4 §5: Exportera CSV (UTF-8
    test("those may be reminded of that the table lets, with the fee they will have; who paid the day before is left out", async () => {
      await server.sql`update site_settings set reminder_fee = 60, fee_is_agreed = true where project_id = ${SITE}`;
      const ready = await newCase();
      const partly = await newCase();
      const paid = await newCase();
      const [early, nobody, away, unseen] = [
        await newCase(),
        await newCase(),
        await newCase({ delivery: "not_delivered" }),
        await newCase(longOffline()),
      ];
      const all = [ready, partly, paid, early, nobody, away, unseen];
      for (const fine of all) if (fine !== nobody) await done(fine, "recipient_set");
      for (const fine of all) await fallDue(fine, fine === early ? 3 : 4);
      await admin.record(partly, "payment", pay(200));
      const found = await work("reminded", all);
      expect(Object.fromEntries(found.map(({ id, fee, left_ore }) => [id, [fee, left_ore]]))).toEqual({
        [ready.id]: [60, 76_000],
        [partly.id]: [60, 56_000],
        [paid.id]: [60, 76_000],
      });
      const events = await Promise.all([ready, partly, paid].map((fine) => eventFor(fine, { due_date: NEXT_MONTH })));
      await admin.record(paid, "payment", pay(700));
      expect(await many("reminded", events)).toMatchObject([
        { outcome: "recorded", status: "reminded", left_ore: 76_000 },
        { outcome: "recorded", status: "reminded", left_ore: 56_000 },
        { outcome: "refused", code: "PK006", words: "Ärendet har ändrats sedan du öppnade det. Det är nu: betalt." },
      ]);
      expect(await stateOf(paid)).toMatchObject({ status: "paid", fee: 0 });
      await server.sql`update site_settings set reminder_fee = 0, fee_is_agreed = false where project_id = ${SITE}`;
      // The letter once more is as it was, whatever came later.
      await admin.record(partly, "payment", pay(560, dayIn(2)));
      await done(ready, "recipient_set");
      expect(await sentBy("reminded", events[1]?.["event_id"])).toMatchObject({
        amount: 700,
        fee: 60,
        paid_ore: 20_000,
        left_ore: 56_000,
        due_date: NEXT_MONTH,
        recipient: { role: "owner", name: "Åsa Berg", address: "Gatan 1" },
      });
      // A changed recipient gets a first reminder of their own, without another fee.
      expect(await work("reminded", all)).toMatchObject([{ id: ready.id, fee: 60, left_ore: 76_000 }]);
    });

    test("a debt collector is told of each change of their claims once, and a day's once more", async () => {
      const owner_number = "19800101-1234";
      const fines = [await caseIn("collection"), await caseIn("collection"), await caseIn("reminded")] as const;
      const [paid, recalled, other] = fines;
      await record(paid, "recipient_set", { data: { ...owner("Åsa Berg"), id_number: owner_number } });
      await admin.record(paid, "payment", pay(300));
      await admin.record(other, "payment", pay(300));
      await done(recalled, "recalled");
      // What is called back is not theirs any more.
      await admin.record(recalled, "payment", pay(100));
      const listed = await work("collection_told", fines);
      expect(new Set(listed.map(({ id }) => id))).toEqual(new Set([paid.id, recalled.id]));
      const events = [await eventFor(paid), await eventFor(recalled)];
      const told = await many("collection_told", events);
      expect(told).toMatchObject([
        { outcome: "recorded", status: "collection" },
        { outcome: "recorded", status: "reminded" },
      ]);
      expect(await many("collection_told", events)).toEqual(told);
      expect(await work("collection_told", fines)).toEqual([]);
      await done(paid, "withdrawn");
      expect((await work("collection_told", fines)).map(changesOf)).toEqual([[["withdrawn", undefined, 0]]]);
      const later = await eventFor(paid);
      await many("collection_told", [later]);
      // Each file is what it was, and the day has both.
      const first = await sentBy("collection_told", events[0]?.["event_id"]);
      expect(first).toMatchObject({ recipient: { name: "Åsa Berg", id_number: owner_number } });
      expect(changesOf(first)).toEqual([["payment", 30_000, 40_000]]);
      expect(changesOf(await sentBy("collection_told", events[1]?.["event_id"]))).toEqual([
        ["recalled", undefined, 70_000],
      ]);
      expect(changesOf(await sentBy("collection_told", later["event_id"]))).toEqual([["withdrawn", undefined, 0]]);
      const day = { project: SITE, step: "collection_told", day: stockholmDay(), ids: null };
      const ofDay = (await admin.call("list_sent_cases", day))["cases"] as Paper[];
      expect(ofDay.filter(({ id }) => id === paid.id).map(changesOf)).toEqual([
        [["payment", 30_000, 40_000]],
        [["withdrawn", undefined, 0]],
      ]);
      const [noted] = await server.sql`
        select after from audit_trail where action = 'export' and after ->> 'kind' = 'collection_told' order by created_at limit 1`;
      expect(noted?.["after"]).toMatchObject({ case_number: expect.arrayContaining([paid["case_number"]]) });
    });

    test("reminders are taken back together, and one that was paid on is told", async () => {
      const [wrong, paid] = [await caseIn("reminded"), await caseIn("reminded")];
      await admin.record(paid, "payment", pay(1));
      expect(await many("reminder_undone", [await eventFor(wrong), await eventFor(paid)])).toMatchObject([
        { outcome: "recorded", status: "issued" },
        { outcome: "refused", code: "PK005", lacks: ["unpaid-reminder"] },
      ]);
    });

    // Spec rules §6: A debt collector
    test("claims are handed over with their reminder's day, where the table lets; the others are told why", async () => {
      const [ready, early] = [await caseIn("reminded"), await caseIn("reminded")];
      const firstDue = (
        await server.sql`select data ->> 'due_date' as day from fine_events where fine_id = ${ready.id} and number = 1`
      )[0];
      await fallDue(ready, 1);
      expect((await work("handed_to_collection", [ready, early])).map(({ id }) => id)).toEqual([ready.id]);
      const events = [await eventFor(ready), await eventFor(early)];
      const told = await many("handed_to_collection", events);
      expect(told).toMatchObject([
        { outcome: "recorded", status: "collection" },
        { outcome: "refused", code: "PK005", lacks: ["overdue"] },
      ]);
      expect(await many("handed_to_collection", events)).toEqual(told);
      const paper = await sentBy("handed_to_collection", events[0]?.["event_id"]);
      expect(paper).toMatchObject({ due_date: NEXT_MONTH, first_due: firstDue?.["day"], left_ore: 70_000 });
      expect(paper?.["reminded_at"]).not.toBeNull();
      const today = await admin.call("list_sent_cases", {
        project: SITE,
        step: "handed_to_collection",
        day: stockholmDay(),
        ids: null,
      });
      expect((today["cases"] as Paper[]).map(({ id }) => id)).toContain(ready.id);
      expect(
        await server.sql`select from audit_trail where action = 'export' and subject = 'fines'
          and after ->> 'kind' = 'handed_to_collection' and after -> 'case_number' ? ${String(ready["case_number"])}`,
      ).toHaveLength(1);
    });

    test("what cannot be read is refused whole", async () => {
      const fine = await newCase();
      const event = await eventFor(fine);
      const wrong: [string, unknown, string][] = [
        ["noted", [event], "PK008 kind"],
        ["exported", [], "PK008 events"],
        ["exported", { ...event }, "PK008 events"],
        ["exported", [event, { ...event, event_id: "1" }], "PK008 events"],
        ["exported", [{ ...event, data: [] }], "PK008 events"],
        ["exported", Array.from({ length: 501 }, () => event), "PK008 events"],
      ];
      for (const [kind, events, refusal] of wrong)
        expect((await many(kind, events as Json[]))[0]?.outcome).toBe(refusal);
      for (const rows of [[], {}, [1], [{ plate: "A".repeat(51) }]])
        expect(said(await admin.call("match_owners", { project: SITE, rows }))).toBe("PK008 rows");
      expect(said(await admin.call("list_case_work", { project: SITE, step: "paid" }))).toBe("PK008 step");
      expect(await server.sql`select from fine_events where fine_id = ${fine.id}`).toHaveLength(1);
    });
  });

  // Spec 4 §3: Nobody writes fines,
  // Spec 4 §3: fine_events (append-only, in
  test("events and payments stay as they were, whoever asks", async () => {
    const fine = await newCase();
    await admin.record(fine, "payment", pay(700));
    await expect(server.sql`update fine_events set note = 'Annat' where fine_id = ${fine.id}`).rejects.toThrow(
      "stays as it was",
    );
    await expect(server.sql`update payments set amount_ore = 1 where fine_id = ${fine.id}`).rejects.toThrow(
      "stays as it was",
    );
  });

  // Spec 4 §4: from | event
  // Spec 4 §4: record_case_event(fine_id, event_id, kind,
  // Spec 4 §4: data: payment {amount_ore,
  // Spec 4 §4: Anything else is
  test("no order of calls reaches a state that the table does not allow, and the events explain the state", async () => {
    const kinds = [...Object.keys(COMPLETE).filter((kind) => kind !== "photo_added"), "corrected"];
    const step = fc.record({
      kind: fc.constantFrom(...kinds),
      kronor: fc.integer({ min: 1, max: 900 }),
      isDue: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 25 }), async (steps) => {
        const fine = await newCase();
        for (const { kind, kronor, isDue } of steps) {
          if (isDue) await fallDue(fine);
          const isMoney = ["payment", "refunded", "payment_undone"].includes(kind);
          const answer =
            kind === "corrected"
              ? await attendant.correct(fine, { amount: kronor })
              : await record(fine, kind, isMoney ? pay(kronor) : {});
          const refusals = kind === "corrected" ? ["PK001", "PK002", "PK004"] : ["PK005", "PK008"];
          expect([...refusals, undefined]).toContain(answer.refused?.code);
        }
        await expectExplained(fine);
      }),
      { numRuns: isWhole ? 25 : 5 },
    );
  });

  /** The events lead from nothing to the state by rows of the table, and the payments add up to what is paid. */
  async function expectExplained(fine: Case): Promise<void> {
    const state = await stateOf(fine);
    const events = await server.sql<
      { id: string; number: number; kind: string; before: CaseStatus | null; after: CaseStatus; moved: boolean }[]
    >`
      select id, number, kind, status_before as before, status_after as after, data -> 'before' ? 'amount' as moved from fine_events where fine_id = ${fine.id} order by number`;
    let status: CaseStatus | null = null;
    let last = "";
    for (const [at, { id, number, kind, before, after, moved }] of events.entries()) {
      expect([number, before]).toEqual([at + 1, status]);
      const row = CASE_TRANSITIONS.find(
        (each) =>
          each.kind === kind &&
          (each.from === null || (before !== null && each.from.includes(before))) &&
          (each.to === "before" ? ["issued", "reminded", "collection"].includes(after) : (each.to ?? before) === after),
      );
      // A correction is no row of the table: a fresh case alone has any, and stays what it is.
      const isCorrection = kind === "corrected" && before === "issued" && after === "issued";
      const isAllowed = at === 0 ? kind === "issued" : isCorrection || row !== undefined;
      expect([before, kind, after, isAllowed]).toEqual([before, kind, after, true]);
      if (at === 0 || row?.moves === true || (isCorrection && moved)) last = id;
      status = after;
    }
    expect(state).toMatchObject({ status, last_event: last });
    const [money] = await server.sql<{ paid: number }[]>`
      select coalesce(sum(amount_ore), 0)::int as paid from payments where fine_id = ${fine.id}`;
    const owed =
      status === "withdrawn" || status === "written_off" ? 0 : (Number(state["amount"]) + Number(state["fee"])) * 100;
    const kept = Number(state["recovered_ore"]);
    expect(status === "written_off" ? kept >= 0 : kept === 0).toBe(true);
    expect(state).toMatchObject({ paid_ore: money?.paid, left_ore: owed + kept - (money?.paid ?? 0) });
    expect(status === "paid" && Number(state["left_ore"]) > 0).toBe(false);
  }
});
