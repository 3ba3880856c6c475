import { expect, test } from "vitest";
import { isOfOtherTemplate } from "./other-template.ts";

const typed = { decision: "accepted", reply: "Avgiften står därför fast.", template: "rejected" } as const;

test.each([
  [typed, true],
  [{ ...typed, decision: "rejected" as const }, false],
  [{ ...typed, decision: "" as const }, false],
  [{ ...typed, template: "" as const }, false],
  [{ ...typed, reply: " " }, false],
])("%j has a template's words for the other decision: %s", (values, expected) => {
  expect(isOfOtherTemplate(values)).toBe(expected);
});
