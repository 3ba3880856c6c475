import { afterEach, expect, test, vi } from "vitest";
import type { FineWarning } from "#data/fines/mutations.ts";
import { reasonsFor, warningText } from "./warnings.ts";

afterEach(() => void vi.useRealTimers());

test.each<[FineWarning, string]>([
  [{ code: "few-photos", wanted: 1 }, "Utan foto?"],
  [{ code: "few-photos", wanted: 3 }, "Platsen kräver minst 3 bilder."],
  [{ code: "no-place" }, "Utan plats?"],
  [{ code: "removed-parking", at: "2026-11-21T13:02:00Z", by: "vakt01" }, "Parkeringen togs bort 14:02 av vakt01"],
])("%o asks %s", (warning, text) => {
  vi.useFakeTimers({ now: new Date("2026-11-21T20:00:00Z") });
  expect(warningText(warning)).toBe(text);
  expect(reasonsFor(warning.code).length).toBeGreaterThan(0);
});

test("a parking that was removed yesterday is shown with its day", () => {
  vi.useFakeTimers({ now: new Date("2026-11-22T05:00:00Z") });
  const text = warningText({ code: "removed-parking", at: "2026-11-21T13:02:00Z", by: "vakt01" });
  expect(text).not.toContain("bort 14:02 ");
  expect(text).toContain("14:02");
});
