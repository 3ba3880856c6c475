import { expect, test } from "vitest";
import type { AseEmployee } from "#data/ase_employees/queries.ts";
import type { Notice, NoticeReceipt } from "#data/notices/queries.ts";
import { isWaiting, ownNotices, standOf } from "./notices.ts";

const AT = "2026-11-27T10:00:00Z";
const notice = (id: string, must_acknowledge: boolean): Notice => ({
  id,
  title: id,
  text: "Text",
  must_acknowledge,
  published_at: AT,
  until: null,
  by: "aseadmin",
});
const receipt = (notice_id: string, person_id: string, acknowledged_at: string | null): NoticeReceipt => ({
  notice_id,
  person_id,
  seen_at: AT,
  acknowledged_at,
});

test("what must be acknowledged comes first, until it is", () => {
  const notices = [notice("new", false), notice("must", true), notice("done", true)];
  const own = ownNotices(notices, [receipt("must", "p1", null), receipt("done", "p1", AT)]);
  expect(own.map((each) => `${each.id} ${isWaiting(each)}`)).toEqual(["must true", "new false", "done false"]);
  expect(own[0]?.seenAt).toBe(AT);
});

// Spec 5 §7: notice_receipts: notice_id, employee_id
test("who has not is of those who work here: to see is not to acknowledge, and who left counts no more", () => {
  const staff = ["p1", "p2", "p3"].map((id) => ({ id, employee_id: id }) as AseEmployee);
  const receipts = [receipt("n", "p1", AT), receipt("n", "p2", null), receipt("n", "left", AT)];
  const missing = (must: boolean) => standOf(notice("n", must), receipts, staff).missing.map(({ id }) => id);
  expect([missing(true), missing(false)]).toEqual([["p2", "p3"], ["p3"]]);
  expect(standOf(notice("n", true), receipts, staff).done).toBe(1);
});
