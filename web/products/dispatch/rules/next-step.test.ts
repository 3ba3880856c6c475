import { expect, test } from "vitest";
import { nextStep } from "./next-step.ts";

const AT = "2026-11-27T20:00:00Z";

// Spec 5 §3: Unit link: crews
test.each([
  [null, null, "en_route"],
  [AT, null, "on_scene"],
  [AT, AT, "cleared"],
  // The drive was never told.
  [null, AT, "cleared"],
])("en route %s, on scene %s: %s is next", (en_route_at, on_scene_at, next) => {
  expect(nextStep({ en_route_at, on_scene_at })).toBe(next);
});
