// Payments, refunds, fees and reminders of a case (document 4 §4).
import { beforeAll, describe, expect, test } from "vitest";
import { SECURITY_PROFILES } from "#contract/states.ts";
import { type Actor, fineOf, type Json, said, SITE } from "#tests/support/rows/cases.ts";
import { type TestServer } from "#tests/support/server/server.ts";
import {
  type Case,
  caseOffice,
  dayIn,
  NEXT_MONTH,
  LISTED_TODAY,
  owner,
  stockholmDay,
  longOffline,
  pay,
} from "#tests/support/rows/case-office.ts";

describe.each(SECURITY_PROFILES)("the profile %s", (profile) => {
  const {
    opened,
    newCase,
    record,
    done,
    stateOf,
    fallDue,
    caseIn,
    agreeOnFee,
    remindable,
    feeOfReminder,
    expectExplained,
  } = caseOffice(profile);
  let server: TestServer;
  let attendant: Actor;
  let admin: Actor;
  beforeAll(() => {
    ({ server, attendant, admin } = opened());
  });

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
});
