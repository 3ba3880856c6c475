import { expect, test } from "vitest";
import type { SiteSettings } from "#data/site_settings/queries.ts";
import { usualOf } from "./side-by-side.ts";

const at = (due_days: number) => ({ due_days }) as SiteSettings;

test.each([
  [[14, 10, 10], 10],
  [[14, 10], 14],
  [[14], 14],
  [[], undefined],
])("of %j the usual value is %s", (days, usual) => {
  expect(usualOf(days.map(at), "due_days")).toBe(usual);
});
