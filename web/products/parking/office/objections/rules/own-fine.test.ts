import { expect, test } from "vitest";
import { isOwnFine } from "./own-fine.ts";

const event = (number: number, by_id: string | null) => ({ number, by_id });

// Spec 4 §4: "Admin" means an
test.each([
  ["vakt01", [event(1, "vakt01")], false],
  ["admin01", [event(1, "admin01")], true],
  ["ADMIN01", [], true],
  // The fine was sent from the phone of a removed attendant.
  ["vakt01", [event(1, "Admin01"), event(2, null)], true],
  ["vakt01", [event(1, "vakt01"), event(2, "admin01")], false],
])("a fine by %s with %j is admin01's own: %s", (issued_by, events, expected) => {
  expect(isOwnFine({ issued_by, events }, "admin01")).toBe(expected);
});
