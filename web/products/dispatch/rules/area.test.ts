import { expect, test } from "vitest";
import { areaFor } from "./area.ts";

const nobody = { operator: false, administrator: false };
const operator = { operator: true, administrator: false };
const administrator = { operator: false, administrator: true };
const both = { operator: true, administrator: true };

// Spec 2 §2: /721075 | …
// Spec 1 §2: Project id 721075
test.each([
  [null, nobody, "choice"],
  [null, operator, "centre"],
  [null, administrator, "centre"],
  ["operator", nobody, "operator-login"],
  ["operator", administrator, "operator-login"],
  ["operator", operator, "centre"],
  ["administrator", nobody, "admin-login"],
  ["administrator", operator, "admin-login"],
  ["administrator", both, "administration"],
  ["guest", nobody, "choice"],
  ["guest", operator, "centre"],
])("role %j with %j: %s", (role, sessions, area) => {
  expect(areaFor(role, sessions)).toBe(area);
});
