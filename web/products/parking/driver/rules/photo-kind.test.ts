import { expect, test } from "vitest";
import { photoKind } from "./photo-kind.ts";

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

// Spec 4 §5: Driver, Swedish with
// Spec 4 §4: object_to_case(public_key, objection_id, name,
test.each([
  ["\u00ff\u00d8\u00ff\u00e0\0\u0010JFIF", "jpg"],
  ["\u0089PNG\r\n\u001a\n\0\0\0\r", "png"],
  ["RIFF\u0001\u0002\u0003\u0004WEBPVP8 ", "webp"],
  ["RIFF\u0001\u0002\u0003\u0004WAVEfmt ", undefined],
  ["GIF89a", undefined],
  ["\0\0\0\u0018ftypheic", undefined],
  ["<svg xmlns=", undefined],
  ["%PDF-1.7", undefined],
  ["", undefined],
])("%j is %s", (text, kind) => {
  expect(photoKind(bytes(text))).toBe(kind);
});
