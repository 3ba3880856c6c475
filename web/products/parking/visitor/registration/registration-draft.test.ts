// @vitest-environment happy-dom
import { afterEach, expect, test } from "vitest";
import { restoreDraft } from "./registration-draft.ts";
import { newRegistration } from "./registration.ts";

const empty = newRegistration(Date.parse("2026-11-18T20:10:00Z"));
const keep = (draft: string) => sessionStorage.setItem("parkering.draft.registration", draft);
afterEach(() => sessionStorage.clear());

test("a draft of an earlier version fills the form after a reload", () => {
  const car = { plate: "abc 123", carModel: "Saab 900", carColor: "Röd", discord: "åsa#1", street: "Kajen 1" };
  const span = { startDate: "2026-11-19", startTime: "8", endDate: "2026-11-20", endTime: "9.30" };
  keep(JSON.stringify({ ...car, ...span, rating: 5 }));
  expect(restoreDraft(empty)).toEqual({
    ref_number: "abc 123",
    car_model: "Saab 900",
    car_color: "Röd",
    discord_username: "åsa#1",
    street: "Kajen 1",
    start_date: "2026-11-19",
    start_time: "8",
    end_date: "2026-11-20",
    end_time: "9.30",
  });
});

test.each(["", "null", "[", "7", '{"ref_number":7}'])("after %s the form is empty", (kept) => {
  keep(kept);
  expect(restoreDraft(empty)).toEqual(empty);
});
