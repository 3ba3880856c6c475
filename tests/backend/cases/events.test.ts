// Events of a case (document 4 §4): the table of states, who may, two at once, and any order of calls.
// `npm test` asks all pairs of states and events in `hardened`, a third in `specified`: one table in the database decides.
import { randomUUID } from "node:crypto";
import * as fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { CASE_STATUSES, CASE_TRANSITIONS, type CaseStatus, WITHDRAWAL_GROUNDS } from "#contract/cases.ts";
import { SECURITY_PROFILES } from "#contract/states.ts";
import { type Actor, type Json, newPhoto, said } from "#tests/support/rows/cases.ts";
import { type TestServer } from "#tests/support/server/server.ts";
import { isWhole, sample } from "#tests/support/run/whole.ts";
import { eventOf, caseOffice, dayIn, pay, COMPLETE } from "#tests/support/rows/case-office.ts";

/** Events that an admin may record in any state, which stays. A part of the amount is such a payment. */
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

/** Events that lead from a state to another; a reminder and collection want more, see below. Everything else is refused. */
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

const sorted = (list: readonly string[] | null) => list && [...list].toSorted();
const inOrder = (row: Json): Json => ({
  ...row,
  from: sorted(row["from"] as string[] | null),
  by: sorted(row["by"] as string[]),
});

describe.each(SECURITY_PROFILES)("the profile %s", (profile) => {
  const { opened, newCase, record, done, stateOf, fallDue, caseIn, expectExplained } = caseOffice(profile);
  let server: TestServer;
  let attendant: Actor;
  let colleague: Actor;
  let admin: Actor;
  let second: Actor;
  beforeAll(() => {
    ({ server, attendant, colleague, admin, second } = opened());
  });

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
      // The payment to move is asked for first, and none of these cases has one of a file.
      const codes: Record<string, string> = { payment_moved: "PK008" };
      const words: Record<string, string> = { payment_moved: "Välj en betalning ur en bankfil." };
      expect(found).toEqual(Object.fromEntries(kinds.map((kind) => [kind, reached[kind] ?? codes[kind] ?? "PK005"])));
      expect(told).toEqual(
        Object.fromEntries(kinds.map((kind) => [kind, kind in reached ? undefined : (words[kind] ?? refusal)])),
      );
    },
  );

  test("facts that an event lacks are named in the refusal", async () => {
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

  // Spec 4 §3: Nobody writes fines,
  // Spec 4 §3: fine_events (append-only, in
  test("events and payments stay as they were, whoever asks", async () => {
    const fine = await newCase();
    await admin.record(fine, "payment", pay(700));
    await expect(server.sql`update fine_events set note = 'Annat' where fine_id = ${fine.id}`).rejects.toMatchObject({
      code: "42501",
    });
    await expect(server.sql`update payments set amount_ore = 1 where fine_id = ${fine.id}`).rejects.toMatchObject({
      code: "42501",
    });
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
});
