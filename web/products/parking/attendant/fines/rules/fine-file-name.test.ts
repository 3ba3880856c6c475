import { expect, test } from "vitest";
import { pictureFileName } from "./fine-file-name.ts";

// Spec 1 §9: Image file names:
test.each([
  ["parkering", "ABC123", "parkering-ABC123.png"],
  ["rapport", "ABC 12D", "rapport-ABC 12D.png"],
  ["rapport", "ÅÄÖ123", "rapport-ÅÄÖ123.png"],
  ["rapport", "", "rapport-12345678.png"],
  ["parkering", "   ", "parkering-12345678.png"],
  ["parkering", "../../..", "parkering-12345678.png"],
  ["parkering", "../../etc/passwd", "parkering-etcpasswd.png"],
  ["parkering", 'a\\b:c*d?"<>|\u0000\n\u202ee', "parkering-abcde.png"],
  ["parkering", "A".repeat(200), `parkering-${"A".repeat(60)}.png`],
] as const)("the %s of %j is saved as %s", (kind, plate, name) => {
  expect(pictureFileName(kind, plate, "12345678")).toBe(name);
});
