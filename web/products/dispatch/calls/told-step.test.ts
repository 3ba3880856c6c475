import { expect, test } from "vitest";
import { toldStep } from "./use-call-actions.ts";

const AT = "2026-11-28T09:33:00Z";

// Spec 5 §3: record_unit_step(call_id, unit_id, event_id,
test("a step says when the unit had it already, which one, and by whom", () => {
  expect(toldStep({ outcome: "recorded_already", by: "op01", at: AT }, "31-1010", "on_scene")).toEqual({
    kind: "info",
    text: "31-1010: On scene already at 10:33, by op01",
  });
  expect(toldStep({ outcome: "cleared_already", by: null, at: AT }, "31-1010", "on_scene")).toEqual({
    kind: "info",
    text: "31-1010: Clear already at 10:33",
  });
});

test("a time before the unit was sent is told with the one that counts", () => {
  const recorded = { outcome: "recorded", at: AT, status: "assigned" } as const;
  expect(toldStep(recorded, "31-1010", "en_route", "2026-11-28T08:30:00Z")).toEqual({
    text: "31-1010: En route",
    description: "At 10:33: no step is before its unit was sent. The log keeps both times.",
  });
  expect(toldStep(recorded, "31-1010", "en_route", AT)).toBe("31-1010: En route");
  expect(toldStep(recorded, "31-1010", "en_route")).toBe("31-1010: En route");
});
