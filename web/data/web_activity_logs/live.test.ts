import { expect, test } from "vitest";
import { isOnPageOf, withEntry } from "./live.ts";
import type { ActivityEntry } from "./queries.ts";

test.each([
  ["/ostra-hamnen/attendant-dashboard", true],
  ["/ostra-hamnen/generate-ticket/1", true],
  ["http://127.0.0.1:3000/ostra-hamnen/create-report", true],
  ["/ostra-hamnen", false],
  ["/ostra-hamnen-2/attendant-dashboard", false],
  ["/standard/attendant-dashboard?from=/ostra-hamnen/", false],
  ["/attendant-dashboard", false],
  ["", false],
])("%j is a page of ostra-hamnen: %s", (pageUrl, expected) => {
  expect(isOnPageOf(pageUrl, "ostra-hamnen")).toBe(expected);
});

const entry = (second: number): ActivityEntry => ({
  id: `entry ${second}`,
  user_id: "vakt01",
  user_type: "attendant",
  action: "page_visit",
  page_url: "/ostra-hamnen/attendant-dashboard",
  additional_data: null,
  created_at: `2026-11-21T10:00:00.${String(second).padStart(3, "0")}+00:00`,
});

const ids = (entries: ActivityEntry[]) => entries.map(({ id }) => id);

test("a new entry comes first, a late one stands at its place, the same one is added once", () => {
  const entries = [entry(5), entry(3)];
  expect(ids(withEntry(entries, entry(7)))).toEqual(["entry 7", "entry 5", "entry 3"]);
  expect(ids(withEntry(entries, entry(4)))).toEqual(["entry 5", "entry 4", "entry 3"]);
  expect(ids(withEntry(entries, entry(1)))).toEqual(["entry 5", "entry 3", "entry 1"]);
  expect(withEntry(entries, entry(5))).toBe(entries);
  expect(ids(withEntry([], entry(1)))).toEqual(["entry 1"]);
});

test("the newest 100 stay", () => {
  const full = Array.from({ length: 100 }, (_, index) => entry(100 - index));
  const after = withEntry(full, entry(101));
  expect(after).toHaveLength(100);
  expect(after[0]?.id).toBe("entry 101");
  expect(after.at(-1)?.id).toBe("entry 2");
});
