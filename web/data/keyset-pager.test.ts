import { expect, test } from "vitest";
import { conditionAfter, nextInOrder, nextNewest } from "./keyset-pager.ts";

const row = (id: string) => ({ created_at: `2026-11-21T08:00:00.00000${id}+00:00`, id });

test("a full page is followed by a page that starts after its last row", () => {
  expect(nextNewest([row("2"), row("1")], 2)).toEqual({ created_at: "2026-11-21T08:00:00.000001+00:00", id: "1" });
});

test.each([[[]], [[row("1")]]])("the page %j of two is the last one", (page) => {
  expect(nextNewest(page, 2)).toBeNull();
});

test("the condition takes older rows, and at the same moment rows with a smaller id", () => {
  expect(conditionAfter({ column: "created_at", ascending: false }, row("1"))).toBe(
    'created_at.lt."2026-11-21T08:00:00.000001+00:00",id.lt."1"',
  );
});

test("an ascending list continues with later rows, and at the same moment with a larger id", () => {
  const place = { end_time: "2026-11-21T08:00:00+00:00", id: "1" };
  expect(conditionAfter({ column: "end_time", ascending: true }, place)).toBe(
    'end_time.gt."2026-11-21T08:00:00+00:00",id.gt."1"',
  );
});

test("a number has no quotes", () => {
  expect(conditionAfter({ column: "amount", ascending: false }, { amount: 12.5, id: "1" })).toBe(
    'amount.lt.12.5,id.lt."1"',
  );
});

test("a cursor holds the column of the order and the key, and no other column", () => {
  const bids = [{ amount: 100, id: "1", bidder_name: "Anna" }];
  expect(nextInOrder({ column: "amount", ascending: false }, bids, 1)).toEqual({ amount: 100, id: "1" });
});
