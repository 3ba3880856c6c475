import { describe, expect, test } from "vitest";
import * as v from "valibot";
import { newShiftDraft, photoProblem, type ShiftDraft, shiftDraftSchema } from "./shift-draft.ts";

const photo = (name: string) => new File(["x"], name, { type: "image/jpeg" });
const FILLED: ShiftDraft = {
  start_date: "2026-11-20",
  start_time: "22:00",
  end_date: "2026-11-21",
  end_time: "6.30",
  rating: 8,
  description: "  Lugnt pass. ",
  photos: [photo("1.jpg"), photo("2.jpg")],
};

/** The messages by field; "" is the form's. */
function problems(change: Partial<ShiftDraft>): Record<string, string> {
  const result = v.safeParse(shiftDraftSchema, { ...FILLED, ...change });
  return Object.fromEntries((result.issues ?? []).map((issue) => [issue.path?.[0]?.key ?? "", issue.message]));
}

test("an empty form begins today, with 5 as its rating and the times left open", () => {
  expect(newShiftDraft(Date.parse("2026-11-21T09:00:00Z"))).toEqual({
    start_date: "2026-11-21",
    start_time: "",
    end_date: "2026-11-21",
    end_time: "",
    rating: 5,
    description: "",
    photos: [],
  });
});

test("a filled form becomes the columns of a shift", () => {
  expect(v.parse(shiftDraftSchema, FILLED)).toEqual({
    shift: {
      start_time: "2026-11-20T21:00:00.000Z",
      end_time: "2026-11-21T05:30:00.000Z",
      rating: 8,
      description: "Lugnt pass.",
    },
    photos: FILLED.photos,
  });
});

const MISSING = "Vänligen fyll i alla obligatoriska fält och bifoga minst 2 bilder";

// Spec 1 §5: end after start
describe("refused values", () => {
  test.each([
    [
      "an end before the start",
      { end_date: "2026-11-20", end_time: "21:00" },
      { end_time: "Sluttid måste vara efter starttid" },
    ],
    [
      "an end at the start",
      { end_date: "2026-11-20", end_time: "22:00" },
      { end_time: "Sluttid måste vara efter starttid" },
    ],
    ["one photo", { photos: [photo("1.jpg")] }, { "": MISSING }],
    ["51 photos", { photos: Array.from({ length: 51 }, () => photo("1.jpg")) }, { "": "Högst 50 bilder kan bifogas" }],
    ["a text that is no time", { start_time: "25:00" }, { start_time: "Ange tiden som HH:mm" }],
  ])("%s", (_what, change, expected) => {
    expect(problems(change)).toEqual(expected);
  });

  // Spec 1 §5: rating slider 1–10,
  test.each([0, 11, 5.5])("a rating of %d", (rating) => {
    expect(Object.keys(problems({ rating }))).toEqual(["rating"]);
  });

  test("a description above the table's limit", () => {
    expect(Object.keys(problems({ description: "a".repeat(10_001) }))).toEqual(["description"]);
  });
});

// Spec 1 §5: choosing fewer than
test.each([
  [0, undefined],
  [1, "Du måste bifoga minst 2 bilder"],
  [2, undefined],
  [50, undefined],
  [51, "Högst 50 bilder kan bifogas"],
])("%d chosen photos", (count, text) => {
  expect(photoProblem(count)).toBe(text);
});
