import { expect, test } from "vitest";
import type { Unit } from "#data/units/queries.ts";
import type { UnitNews } from "#data/units/roster.ts";
import { noticeOf } from "./notice.ts";

const news = (kind: UnitNews["kind"], unitNumber: string): UnitNews => ({
  kind,
  unit: { unit_number: unitNumber } as Unit,
});

test.each([
  [news("added", "XX-NEW"), "Unit XX-NEW was added by another operator"],
  [news("updated", "31-1010"), "Unit 31-1010 was updated by another operator"],
  [news("deleted", "31-1010"), "Unit 31-1010 was deleted by another operator"],
])("a single change is named by its kind", (one, text) => {
  expect(noticeOf([one])).toEqual({ text });
});

test("several changes make one notice, with each unit named once", () => {
  const several = [news("updated", "31-1010"), news("updated", "31-1010"), news("deleted", "31-1020")];
  expect(noticeOf(several)).toEqual({ text: "3 changes by other operators", description: "31-1010, 31-1020" });
  const many = ["1", "2", "3", "4", "5", "6"].map((number) => news("updated", number));
  expect(noticeOf(many)?.description).toBe("1, 2, 3, 4, 5 …");
});

test("no change makes no notice", () => {
  expect(noticeOf([])).toBeUndefined();
});
