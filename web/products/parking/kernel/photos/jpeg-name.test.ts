import { expect, test } from "vitest";
import { jpegName } from "./jpeg-name.ts";

test.each([
  ["IMG_1.HEIC", "IMG_1.jpg"],
  ["skärm.dump.png", "skärm.dump.jpg"],
  ["bild", "bild.jpg"],
  [".png", "bild.jpg"],
])("%s becomes the JPEG %s", (name, expected) => {
  expect(jpegName(name)).toBe(expected);
});
