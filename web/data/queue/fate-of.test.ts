import { expect, test } from "vitest";
import { DataError } from "../data-error.ts";
import { fateOf, FileGone } from "./fate-of.ts";

test.each([
  ["a network that is away", new DataError("network", "gone"), "stop"],
  ["a server without its database", new DataError("http-503", "no database", 503), "stop"],
  ["a login that ended", new DataError("PGRST301", "ended", 401), "stop"],
  ["too many calls", new DataError("rate-limited", "wait", 429), "stop"],
  ["a refusal in words", new DataError("PK010", "nej", 400), "refused"],
  ["a right that is gone", new DataError("42501", "no right", 403), "refused"],
  ["a file that the device lost", new FileGone(), "refused"],
  ["a server that fails at it", new DataError("XX000", "failed", 500), "later"],
  ["anything else", new TypeError("failed"), "later"],
])("%s", (_name, error, fate) => {
  expect(fateOf(error)).toBe(fate);
});
