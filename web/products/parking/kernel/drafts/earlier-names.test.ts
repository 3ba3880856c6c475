import { expect, test } from "vitest";
import { withEarlierNames } from "./earlier-names.ts";

const names = { carModel: "car_model", plate: "ref_number" };

test.each([
  ["nothing", {}, {}],
  [
    "an earlier version's fields",
    { plate: "ABC 123", carModel: "", rating: 5 },
    { ref_number: "ABC 123", car_model: "", rating: 5 },
  ],
  ["today's fields", { ref_number: "ABC 123", street: "Kajen 1" }, { ref_number: "ABC 123", street: "Kajen 1" }],
])("of %s", (_what, kept, now) => {
  expect(withEarlierNames(kept, names)).toEqual(now);
});
