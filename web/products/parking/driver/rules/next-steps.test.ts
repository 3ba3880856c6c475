import { expect, test } from "vitest";
import { driverTexts } from "#parking/kernel/case/driver-texts.ts";
import { nextSteps } from "./next-steps.ts";

const texts = driverTexts.en.next;
const found = {
  status: "issued",
  left_ore: 70_000,
  due_date: "2026-11-30",
  fee: 0,
  reminder_wait_days: 4,
  reminder_fee: 60,
  objection: null,
} satisfies Parameters<typeof nextSteps>[0];

const steps = (changes: Partial<Parameters<typeof nextSteps>[0]>, at: Parameters<typeof nextSteps>[1]) =>
  nextSteps({ ...found, ...changes }, at, { texts, day: (day) => day, ore: String });

// Spec 4 §5: Driver, Swedish with
test.each([
  [{}, [texts.pay("2026-11-30"), texts.mayRemind("2026-12-04"), texts.reminderCosts("6000")]],
  [{ reminder_wait_days: 0, reminder_fee: 0 }, [texts.pay("2026-11-30"), texts.mayRemind("2026-12-01")]],
  [{ status: "reminded", fee: 60 }, [texts.pay("2026-11-30"), texts.mayCollect("2026-12-01")]],
  [{ status: "disputed" }, [texts.waits, texts.thenReads, texts.thenPays]],
  [{ status: "collection" }, [texts.collector]],
  [{ status: "paid", left_ore: 0 }, [texts.nothing, texts.mayObject]],
  [{ status: "paid", left_ore: -500 }, [texts.paysBack("500"), texts.mayObject]],
  [{ status: "withdrawn", left_ore: -500 }, [texts.paysBack("500")]],
  [{ status: "withdrawn", left_ore: 0 }, [texts.nothing]],
  [{ status: "written_off", left_ore: 0 }, [texts.nothing]],
] as const)("%j: what happens next", (changes, expected) => {
  expect(steps(changes, { today: "2026-11-30", hasReplyKey: true })).toEqual(expected);
});

// Spec 4 §5: Driver, Swedish with
test.each([
  ["2026-12-01", { reminder_fee: 0 }, [texts.payNow, texts.mayRemind("2026-12-04")]],
  ["2027-01-15", { reminder_fee: 0 }, [texts.payNow, texts.mayRemind("2027-01-15")]],
  ["2027-01-15", { status: "reminded" }, [texts.payNow, texts.mayCollect("2027-01-15")]],
] as const)("on %s no passed day is told of a case due before: %j", (today, changes, expected) => {
  expect(steps(changes, { today, hasReplyKey: false })).toEqual(expected);
});

// Spec 4 §5: Driver, Swedish with
test.each([
  ["2026-11-30", [texts.payOnly("2026-11-30"), texts.mayObjectAgain]],
  ["2026-12-01", [texts.payOnlyNow, texts.mayObjectAgain]],
] as const)("on %s, once an objection was decided, paying is not told beside objecting", (today, expected) => {
  const at = { today, hasReplyKey: false };
  for (const status of ["issued", "reminded"] as const)
    expect(steps({ status, objection: "decided" }, at).slice(0, 2)).toEqual(expected);
});

// Spec 4 §5: Driver, Swedish with
test("only a driver who came by the address of an objection is asked to read the decision there", () => {
  const at = { today: "2026-11-30", hasReplyKey: false };
  expect(steps({ status: "disputed" }, at)).toEqual([texts.waits, texts.thenPays]);
});
