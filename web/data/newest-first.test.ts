import { expect, test } from "vitest";
import { conditionAfter, nextNewest } from "./newest-first.ts";

const row = (id: string) => ({ created_at: `2026-11-21T08:00:00.00000${id}+00:00`, id });

test("a full page is followed by one that starts after its last row", () => {
  expect(nextNewest([row("2"), row("1")], 2)).toEqual({ created_at: "2026-11-21T08:00:00.000001+00:00", id: "1" });
});

test.each([[[]], [[row("1")]]])("the page %j of two is the last one", (page) => {
  expect(nextNewest(page, 2)).toBeNull();
});

test("the condition takes older rows, and of the same moment those with a smaller id", () => {
  expect(conditionAfter("created_at", row("1"))).toBe('created_at.lt."2026-11-21T08:00:00.000001+00:00",id.lt."1"');
});
