import { expect, test } from "vitest";
import type { ReceiptParking } from "#data/parkings/by-receipt.ts";
import { isShort, laterEnd, receiptState, shareLeft } from "./receipt-state.ts";

const parking: ReceiptParking = {
  ref_number: "ABC 123",
  car_model: "Volvo V70",
  car_color: "Blå",
  street: "Kajen 1",
  site_name: "Östra hamnen",
  start_time: "2026-11-23T08:00:00+00:00",
  end_time: "2026-11-23T10:00:00+00:00",
  active: true,
  created_at: "2026-11-23T07:59:00+00:00",
  latest_end: "2026-11-23T12:00:00+00:00",
  at: "2026-11-23T09:00:00+00:00",
};

// Spec 4 §5: Visitor: after a
test.each([
  ["before it begins", "07:59:59", true, "waiting"],
  ["at its start", "08:00:00", true, "running"],
  ["a second before its end", "09:59:59", true, "running"],
  ["at its end", "10:00:00", true, "ended"],
  ["that was taken out of use", "09:00:00", false, "ended"],
] as const)("a parking %s", (_name, time, active, state) => {
  expect(receiptState({ ...parking, active }, Date.parse(`2026-11-23T${time}Z`))).toBe(state);
});

// Spec 4 §5: Visitor: after a
test.each([
  ["08:00:00", 100, false],
  ["09:00:00", 50, false],
  ["09:45:00", 13, false],
  ["09:45:01", 12, true],
  ["10:00:00", 0, true],
] as const)("at %s %i %% of the time is left", (time, share, short) => {
  const now = Date.parse(`2026-11-23T${time}Z`);
  expect([shareLeft(parking, now), isShort(parking, now)]).toEqual([share, short]);
});

test.each([
  [30, parking.latest_end, "2026-11-23T10:30:00.000Z"],
  [120, parking.latest_end, "2026-11-23T12:00:00.000Z"],
  [121, parking.latest_end, undefined],
  [24 * 60, null, "2026-11-24T10:00:00.000Z"],
])("%i minutes more of a parking that may last until %s", (minutes, latest_end, end) => {
  expect(laterEnd({ ...parking, latest_end }, minutes)).toBe(end);
});
