import { safeParse } from "valibot";
import { expect, test } from "vitest";
import { addDays, toDateValue } from "#shared/format/dates.ts";
import { objectionSchema, paymentSchema, withdrawSchema } from "./case-schemas.ts";

test.each([
  ["700", 70_000],
  ["700,50", 70_050],
  ["1 300 kr", 130_000],
  ["0,01", 1],
  ["19.99", 1999],
  ["0", undefined],
  ["-5", undefined],
  ["sju hundra", undefined],
  ["99999999999", undefined],
])("%j as an amount is %s öre", (amount, ore) => {
  const { success, output } = safeParse(paymentSchema, { amount, value_date: "2026-11-20", method: "swish" });
  expect(success && typeof output === "object" ? output.amount : undefined).toBe(ore);
});

const onDay = (value_date: string) =>
  safeParse(paymentSchema, { amount: "700", value_date, method: "swish" }).issues?.map(({ message }) => message);

test("money may not have a future day", () => {
  const today = toDateValue(new Date());
  expect(onDay(today)).toBeUndefined();
  expect(onDay(addDays(today, 1))).toEqual(["Ange i dag eller en tidigare dag"]);
});

test.each([
  ["felskrivet", "", true],
  ["annat", "", false],
  ["annat", "  ", false],
  ["annat", "Bilen var bogserad", true],
])("a withdrawal for %j with the note %j can be sent: %s", (ground, note, expected) => {
  expect(safeParse(withdrawSchema, { ground, note }).success).toBe(expected);
});

test.each([
  ["", true],
  [" anna@exempel.se ", true],
  ["anna@exempel", false],
  ["ring henne", false],
  ["a@x.se;b@x.se", false],
])("an objection with the address %j can be sent: %s", (email, expected) => {
  const typed = { note: "Skylten", name: "", email, address: "", ground: "", received_at: "2026-11-20" };
  expect(safeParse(objectionSchema, typed).success).toBe(expected);
});
