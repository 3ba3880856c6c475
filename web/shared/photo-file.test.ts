import { expect, test } from "vitest";
import { jpegName, scaledSize } from "./photo-file.ts";

test.each([
  ["IMG_1.HEIC", "IMG_1.jpg"],
  ["skärm.dump.png", "skärm.dump.jpg"],
  ["bild", "bild.jpg"],
  [".png", "bild.jpg"],
])("%s becomes the JPEG %s", (name, expected) => {
  expect(jpegName(name)).toBe(expected);
});

test.each([
  ["a photo across", { width: 4000, height: 3000 }, { width: 1600, height: 1200 }],
  ["a photo upright", { width: 3024, height: 4032 }, { width: 1200, height: 1600 }],
  ["a photo of just the size", { width: 1600, height: 900 }, { width: 1600, height: 900 }],
  ["a small one", { width: 640, height: 480 }, { width: 640, height: 480 }],
  ["a strip", { width: 10_000, height: 2 }, { width: 1600, height: 1 }],
])("%s", (_what, size, expected) => {
  expect(scaledSize(size)).toEqual(expected);
});
