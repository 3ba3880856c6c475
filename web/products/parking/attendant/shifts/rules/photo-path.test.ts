import { describe, expect, test } from "vitest";
import { nextTimestamp, photoPath } from "./photo-path.ts";

describe("the path of a photo", () => {
  // Spec 1 §7: Storage: upload shift
  test.each([
    ["vakt01", "IMG_2041.jpg", "vakt01/1763712000000-IMG_2041.jpg"],
    ["vakt01", "Åkergränd på kvällen (2).jpg", "vakt01/1763712000000-Akergrand-pa-kvallen-2-.jpg"],
    ["vakt01", "../../etc/passwd.jpg", "vakt01/1763712000000-etc-passwd.jpg"],
    ["../chef", "a.jpg", "chef/1763712000000-a.jpg"],
    ["vakt 01/a", "a?b#c%2f.jpg", "vakt-01-a/1763712000000-a-b-c-2f.jpg"],
    ["вахта", "фото.jpg", "vakt/1763712000000-jpg"],
    ["vakt01", "", "vakt01/1763712000000-bild.jpg"],
    ["vakt01", `${"a".repeat(200)}.jpg`, `vakt01/1763712000000-${"a".repeat(76)}.jpg`],
  ])("of %s for %s", (userId, fileName, expected) => {
    expect(photoPath(userId, 1_763_712_000_000, fileName)).toBe(expected);
  });
});

test("two photos of the same millisecond get different times", () => {
  const [first, second, third] = [nextTimestamp(5_000), nextTimestamp(5_000), nextTimestamp(4_000)];
  expect([first, second, third]).toEqual([5_000, 5_001, 5_002]);
});
