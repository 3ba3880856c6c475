import { safeParse } from "valibot";
import { expect, test } from "vitest";
import { decisionSchema, saysOpposite } from "./decision-schema.ts";

const typed = { decision: "accepted", reply: " Du har rätt. ", due_date: "2026-12-06", template: "" };

// Spec 4 §5: Bestridna is a
test.each([
  [typed, undefined],
  [{ ...typed, reply: "Hej {namn}, {plats} och {namn}" }, "Fyll i eller ta bort: {namn}, {plats}"],
])("%j is wrong by: %s", (values, message) => {
  expect(safeParse(decisionSchema, values).issues?.[0]?.message).toBe(message);
});

test("a reply is trimmed, and may not be longer than the table allows", () => {
  expect(safeParse(decisionSchema, typed).output).toMatchObject({ reply: "Du har rätt." });
  expect(safeParse(decisionSchema, { ...typed, reply: "a".repeat(4001) }).success).toBe(false);
  expect(safeParse(decisionSchema, { ...typed, decision: "" }).success).toBe(false);
});

test.each([
  ["accepted", "", false],
  ["accepted", "accepted", false],
  ["accepted", "rejected", true],
  ["rejected", "accepted", true],
])("%s with a reply that began as a template for %j may say the opposite: %s", (decision, template, expected) => {
  expect(saysOpposite({ decision, template })).toBe(expected);
});
