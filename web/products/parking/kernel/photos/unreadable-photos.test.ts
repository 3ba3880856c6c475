import { expect, test } from "vitest";
import { driverTexts } from "../case/driver-texts.ts";
import { shiftTexts } from "#parking/attendant/shifts/shift-texts.ts";
import { photoTexts } from "./photo-texts.ts";
import { tellUnreadable } from "./unreadable-photos.ts";

test.each([
  [[], ""],
  [["brev.pdf"], "Kunde inte läsas som bild: brev.pdf"],
  [["IMG_2041.HEIC"], "HEIC-bilder kan inte läsas här: IMG_2041.HEIC. Välj JPEG eller PNG."],
  [
    ["a.heif", "b.pdf", "c.heic", "d.jpg"],
    "HEIC-bilder kan inte läsas här: a.heif, c.heic. Välj JPEG eller PNG.\nKunde inte läsas som bild: b.pdf, d.jpg",
  ],
])("the message about %j is %j", (names, told) => {
  expect(tellUnreadable(names, photoTexts)).toBe(told);
});

const tellIn = (texts: Parameters<typeof tellUnreadable>[1]) => tellUnreadable(["a.heic"], texts);

test("every screen names HEIC in its language", () => {
  const swedish = "HEIC-bilder kan inte läsas här: a.heic. Välj JPEG eller PNG.";
  expect(tellIn(shiftTexts.form)).toBe(swedish);
  expect(tellIn(driverTexts.sv.object)).toBe(swedish);
  expect(tellIn(driverTexts.en.object)).toBe("HEIC photos cannot be read here: a.heic. Choose JPEG or PNG.");
});
