import { expect, test } from "vitest";
import { DataError, isDuplicate, isReservedPath, isStoredAlready, isUnreachable, toDataError } from "./data-error.ts";
import { unwrap } from "./unwrap.ts";

function thrownBy(call: () => unknown): unknown {
  try {
    return call();
  } catch (error) {
    return error;
  }
}

test("an answer without an error gives its data, also null", () => {
  expect(unwrap({ data: [1], error: null })).toEqual([1]);
  expect(unwrap({ data: null, error: null })).toBeNull();
});

test.each([
  [{ message: "duplicate key", code: "23505" }, 409, "23505"],
  [{ message: "TypeError: fetch failed", code: "" }, 0, "network"],
  [{ message: "AbortError: signal is aborted without reason", code: "" }, 0, "aborted"],
  [{ message: "Aborted by the database", code: "57014" }, 500, "57014"],
  [{ message: "Bad gateway" }, 502, "http-502"],
])("the failure %j with status %i has the code %s", (error, status, code) => {
  const call = () => unwrap({ data: null, error, status });
  expect(call).toThrow(new DataError(code, error.message, status));
});

test.each([
  [{ message: "Too many attempts. You can try again after 840 seconds.", code: "PT429" }, 840],
  [
    { message: "For security purposes, you can only request this after 51 seconds.", code: "over_request_rate_limit" },
    51,
  ],
  [{ message: "Request rate limit reached", code: "over_request_rate_limit" }, 60],
])("the failure %j with status 429 says to wait %i seconds", (error, seconds) => {
  expect(thrownBy(() => unwrap({ data: null, error, status: 429 }))).toMatchObject({
    code: "rate-limited",
    status: 429,
    retryAfterSeconds: seconds,
  });
});

test.each([
  ["a file that is there already, as the storage says it", { message: "Finns", status: 400, statusCode: "409" }, true],
  ["the same with HTTP's own status", { message: "Finns", status: 409, statusCode: "409" }, true],
  ["another refusal with those words", { message: "It already exists", status: 400, statusCode: "400" }, false],
])("%s is known by its code", (_what, failure, isStored) => {
  expect(isStoredAlready(toDataError(failure))).toBe(isStored);
});

test("a reserved path is known by SQLSTATE, in whatever language the database answers", () => {
  const failure = {
    message: "ny rad bryter mot check-villkoret",
    code: "23514",
    details: null,
    hint: null,
    status: 400,
  };
  expect(isReservedPath(toDataError(failure))).toBe(true);
  expect(isReservedPath(toDataError({ ...failure, code: "23505" }))).toBe(false);
});

test.each([
  ['duplicate key value violates unique constraint "cars_item_1_key"', "23505", "cars_item_1_key"],
  ['dubblettnyckel bryter mot unikt villkor "cars_item_1_key"', "23505", "cars_item_1_key"],
  ['the wish "cars_item_1_key"', "42501", undefined],
])("the refusal %j (%s) names the constraint %s", (message, code, constraint) => {
  expect(toDataError({ message, code, status: 409 }).constraint).toBe(constraint);
});

test.each([
  ["was not answered", { message: "TypeError: fetch failed" }, true],
  ["was cancelled by its screen", { message: "AbortError: The operation was aborted." }, false],
  ["found no database", { message: "aborted", status: 503 }, true],
  ["came too often", { message: "slower", status: 429 }, false],
])("a call that %s", (_what, failure, isAway) => {
  expect(isUnreachable(toDataError(failure))).toBe(isAway);
});

test("only SQLSTATE 23505 is a duplicate", () => {
  expect(isDuplicate(new DataError("23505", "duplicate key"))).toBe(true);
  expect(isDuplicate(new DataError("23514", "check"))).toBe(false);
  expect(isDuplicate(new Error("23505"))).toBe(false);
});
