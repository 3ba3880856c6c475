import { describe, expect, it, test } from "vitest";
import { amountAfter, choicesOf, violationText } from "./violation-choices.ts";

const row = { project_id: "hamnen", code: "01", max_amount: null, needs_no_right: false, sort_order: 1 };
const choices = choicesOf([
  { ...row, id: "a", text: "På gräset", amount: 500, is_active: true },
  { ...row, id: "b", text: "På bryggan", amount: 900, is_active: true },
  { ...row, id: "c", text: "Förr", amount: 100, is_active: false },
]);

// Spec 4 §5: Fine and report
test("a site's own violations are the choices, except inactive ones", () => {
  expect(choices.map(({ text }) => text)).toEqual(["På gräset", "På bryggan"]);
  expect(choicesOf([]).map(({ id, amount }) => [id, amount])).toEqual(Array.from({ length: 4 }, () => [null, 700]));
});

test("an inactive violation reads as none", () => {
  expect(violationText({ violation: "c", customViolation: "" }, choices)).toBe("–");
});

describe("the amount after a choice", () => {
  // Spec 4 §5: Fine and report
  it.each([
    [{ violation: "", amount: "700" }, "a", "500"],
    [{ violation: "a", amount: "500" }, "b", "900"],
    [{ violation: "a", amount: "500" }, "other", "700"],
    [{ violation: "", amount: "650" }, "a", "650"],
    [{ violation: "a", amount: "" }, "b", ""],
  ])("of %j, %s, is %s", (before, chosen, amount) => expect(amountAfter(chosen, before, choices)).toBe(amount));
});
