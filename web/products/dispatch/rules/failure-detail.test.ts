import { expect, test } from "vitest";
import { DataError } from "#data/data-error.ts";
import { failureDetail } from "./failure-detail.ts";

test.each([
  [new DataError("23505", "duplicate key value", 409), "Användar-ID finns redan"],
  [new DataError("gone", "The account no longer exists"), "kontot är redan borttaget"],
  [new DataError("network", "TypeError: Failed to fetch"), "ingen kontakt med servern"],
  [new DataError("42501", "permission denied", 403), "permission denied"],
  ["broken", "broken"],
])("%s", (error, detail) => {
  expect(failureDetail(error)).toBe(detail);
});
