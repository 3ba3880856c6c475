import { expect, test } from "vitest";
import { driverTexts } from "../driver-texts.ts";
import { nextSteps } from "./next-steps.ts";

const texts = driverTexts.en.next;
const found = {
  status: "issued",
  left_ore: 70_000,
  due_date: "2026-11-30",
  fee: 0,
  reminder_wait_days: 4,
  reminder_fee: 60,
} satisfies Parameters<typeof nextSteps>[0];

test.each([
  [{}, [texts.pay("2026-11-30"), texts.mayRemind("2026-12-04"), texts.reminderCosts("6000")]],
  [{ reminder_wait_days: 0, reminder_fee: 0 }, [texts.pay("2026-11-30"), texts.mayRemind("2026-12-01")]],
  [{ status: "reminded", fee: 60 }, [texts.pay("2026-11-30"), texts.mayCollect("2026-12-01")]],
  [{ status: "disputed" }, [texts.waits, texts.thenReads, texts.thenPays]],
  [{ status: "collection" }, [texts.collector]],
  [{ status: "paid", left_ore: -500 }, [texts.nothing, texts.mayObject, texts.paysBack("500")]],
  [{ status: "withdrawn", left_ore: 0 }, [texts.nothing]],
  [{ status: "written_off", left_ore: 0 }, [texts.nothing]],
] as const)("%j: what happens next", (changes, expected) => {
  expect(nextSteps({ ...found, ...changes }, { texts, day: (day) => day, ore: String })).toEqual(expected);
});
