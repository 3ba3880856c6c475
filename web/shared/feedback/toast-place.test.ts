import { expect, test } from "vitest";
import { toastBottom } from "./toast-place.ts";

const visible = { top: 0, bottom: 844 };
const room = { height: 80, left: 16, right: 374 };
const box = (top: number, height: number, left = 16, right = 374) => ({ top, bottom: top + height, left, right });

// Spec rules §10: A matter has
test.each([
  ["an empty page: at the bottom", [], [], 828],
  ["a heading far above does not matter", [box(60, 40)], [], 828],
  ["a field at the bottom: above it", [box(780, 48)], [], 772],
  ["two fields close to each other: above both", [box(780, 48), box(700, 48)], [], 692],
  ["room between two fields is taken", [box(780, 48), box(620, 48)], [], 772],
  ["a field beside it does not matter", [box(780, 48, 380, 700)], [], 828],
  ["a button at the bottom: above it", [], [box(780, 48)], 772],
  ["no room beside buttons in the lower half: above them", [box(800, 40)], [box(420, 372)], 412],
  ["buttons everywhere: over a button and no field", [box(800, 40)], [box(0, 792)], 792],
  ["fields everywhere: at the bottom", [box(0, 844)], [], 828],
])("%s", (_page, kept, wanted, bottom) => {
  expect(toastBottom(room, visible, { kept, wanted })).toBe(bottom);
});

test("a keyboard leaves the part above it", () => {
  expect(toastBottom(room, { top: 0, bottom: 450 }, { kept: [], wanted: [] })).toBe(434);
});
