// Events of many cases in one call: reminders, collection, owners, exports (document 4 §4).
import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { SECURITY_PROFILES } from "#contract/states.ts";
import { type Actor, type Json, said, SITE } from "#tests/support/rows/cases.ts";
import { type TestServer } from "#tests/support/server/server.ts";
import {
  type Case,
  caseOffice,
  dayIn,
  NEXT_MONTH,
  owner,
  stockholmDay,
  longOffline,
  pay,
} from "#tests/support/rows/case-office.ts";

/** Changes that a paper tells a debt collector, with the sum that is left. */
const changesOf = (paper: Json | undefined) =>
  ((paper?.["changes"] ?? []) as Json[]).map(({ kind, amount_ore, left_ore }) => [kind, amount_ore, left_ore]);

describe.each(SECURITY_PROFILES)("the profile %s", (profile) => {
  const { opened, newCase, record, done, stateOf, fallDue, caseIn, remindable } = caseOffice(profile);
  let server: TestServer;
  let admin: Actor;
  let second: Actor;
  beforeAll(() => {
    ({ server, admin, second } = opened());
  });

  /** An event for a case among many, as a screen sends it. */
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
      // The case waits until an owner is known, and says when somebody asked.
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
      // A case that is called back is not the debt collector's any more.
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

    // Spec rules §4: A debt collector's answers
    test("a debt collector's money is not told back to them, and the same answer counts once", async () => {
      const fine = await caseIn("collection");
      const event_id = randomUUID();
      const { data } = pay(300);
      const answer = () => admin.record(fine, "payment", { event_id, data: { ...data, method: "collection" } });
      expect(await answer()).toMatchObject({ outcome: "recorded", left_ore: 40_000 });
      expect(await answer()).toMatchObject({ outcome: "recorded", left_ore: 40_000 });
      expect(await work("collection_told", [fine])).toEqual([]);
      await admin.record(fine, "payment", pay(100));
      expect((await work("collection_told", [fine])).map(changesOf)).toEqual([[["payment", 10_000, 30_000]]]);
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

    // Spec rules §6: A reminder says
    // Spec rules §6: A debt collector
    test("a letter and the driver's page say the VAT of issue, and a letter the source of its address and a rejection", async () => {
      await server.sql`update site_settings set vat_percent = 25 where project_id = ${SITE}`;
      const fine = await remindable();
      await server.sql`update site_settings set vat_percent = null where project_id = ${SITE}`;
      const [before] = await work("reminded", [fine]);
      expect(before).toMatchObject({ vat_percent: 25, rejected_at: null, recipient: { source: "Transportstyrelsen" } });
      const { data: seen } = await admin.client.rpc("case_by_key", { public_key: String(fine["public_key"]) });
      expect((seen as Json)["vat_percent"]).toBe(25);
      await done(fine, "objected", "objection_rejected");
      await fallDue(fine);
      const [after] = await work("reminded", [fine]);
      expect(String(after?.["rejected_at"])).toContain(new Date().toISOString().slice(0, 10));
    });

    // Spec rules §6: A reminder says
    test("a letter of a company's site has the company's postal address, one of another site none", async () => {
      const fine = await remindable();
      expect(await work("reminded", [fine])).toMatchObject([{ sender_address: null }]);
      const payees = JSON.stringify([{ kind: "bankgiro", value: "991-2346", text: "" }]);
      await server.sql`update company set issuer_name = 'Hamnbolaget', postal_address = 'Box 12, 271 30 Ystad', payment_methods = ${payees}::text::jsonb`;
      await server.sql`update site_settings set of_company = true where project_id = ${SITE}`;
      expect(await work("reminded", [fine])).toMatchObject([{ sender_address: "Box 12, 271 30 Ystad" }]);
      await server.sql`update site_settings set of_company = false where project_id = ${SITE}`;
    });

    // Spec rules §6: A debt collector
    test("a claim of more than two years is offered for no reminder and no collection", async () => {
      const [fine, late] = [await remindable(), await caseIn("reminded")];
      await fallDue(late, 1);
      const moveBack = (years: string) => server.sql`
        update fines set issued_at = now() - ${years}::interval, observed_from = now() - ${years}::interval
        where id in ${server.sql([fine.id, late.id])}`;
      await moveBack("2 years -1 day");
      expect([await work("reminded", [fine]), await work("handed_to_collection", [late])]).toMatchObject([[{}], [{}]]);
      await moveBack("2 years 1 minute");
      expect([await work("reminded", [fine]), await work("handed_to_collection", [late])]).toEqual([[], []]);
      // Its page asks the same rule.
      for (const [each, kind] of [
        [fine, "reminded"],
        [late, "handed_to_collection"],
      ] as const) {
        const { refused } = await admin.record(each, kind, { data: { due_date: "2099-01-01" } });
        expect(refused).toMatchObject({ code: "PK005", hint: "in-time" });
      }
      await moveBack("2 years -1 day");
      expect(said(await admin.record(late, "handed_to_collection"))).toBe("recorded");
    });

    test("a list of events that cannot be read is refused whole", async () => {
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
});
