import { expect, test } from "vitest";
import { type Box, type PageBoxes, toastPlace } from "./toast-place.ts";

const visible = { top: 0, bottom: 844 };
const size = { width: 302, height: 80 };
const NOTHING: PageBoxes = { kept: [], pressed: [], told: [], read: [], title: [] };
const box = (top: number, height: number, left = 16, right = 374): Box => ({ top, bottom: top + height, left, right });

// Spec rules §10: A matter has
test.each<[string, Partial<PageBoxes>, number]>([
  ["an empty page: at the bottom", {}, 828],
  ["a title far above does not matter", { title: [box(60, 40)] }, 828],
  ["a field at the bottom: above it", { kept: [box(780, 48)] }, 772],
  ["a text at the bottom: above it", { read: [box(780, 48)] }, 772],
  ["two fields close to each other: above both", { kept: [box(780, 48), box(700, 48)] }, 692],
  ["room between two fields is taken", { kept: [box(780, 48), box(620, 48)] }, 772],
  ["a field beside it does not matter", { kept: [box(780, 48, 330, 700)] }, 828],
  ["a button at the bottom: above it", { pressed: [box(780, 48)] }, 772],
  ["no room in the lower half: above it", { kept: [box(800, 40)], pressed: [box(420, 372)] }, 412],
  ["a full page: over the title", { title: [box(20, 70)], read: [box(100, 740)] }, 92],
  [
    "buttons below, no room at the title: over texts",
    { title: [box(2, 40)], read: [box(44, 440)], pressed: [box(484, 360)] },
    476,
  ],
  [
    "buttons and results, no room between them: over a result and no button",
    { told: [box(300, 60)], pressed: [box(0, 276), box(368, 476)] },
    360,
  ],
  ["buttons everywhere: over a button and no field", { kept: [box(800, 40)], pressed: [box(0, 792)] }, 792],
  ["fields everywhere: at the bottom", { kept: [box(0, 844)] }, 828],
])("%s", (_page, page, bottom) => {
  expect(toastPlace(size, [16], visible, { ...NOTHING, ...page })).toEqual({ left: 16, bottom });
});

test("a keyboard leaves the part above it", () => {
  expect(toastPlace(size, [16], { top: 0, bottom: 450 }, NOTHING)).toEqual({ left: 16, bottom: 434 });
});

/** The place at a desk, whose right edge for toasts is the second. */
const placeAtDesk = (page: Partial<PageBoxes>) =>
  toastPlace(size, [16, 962], { top: 0, bottom: 900 }, { ...NOTHING, ...page });

// Spec rules §10: A matter has
test("a desk has the lower left, and the lower right where the left is full", () => {
  expect(placeAtDesk({})).toEqual({ left: 16, bottom: 884 });
  expect(placeAtDesk({ read: [box(100, 790, 24, 440)] })).toEqual({ left: 962, bottom: 884 });
});
