import { expect, test } from "vitest";
import { DataError, isDuplicate, isReservedPath, isStoredAlready, toDataError } from "./data-error.ts";
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

test("only SQLSTATE 23505 is a duplicate", () => {
  expect(isDuplicate(new DataError("23505", "duplicate key"))).toBe(true);
  expect(isDuplicate(new DataError("23514", "check"))).toBe(false);
  expect(isDuplicate(new Error("23505"))).toBe(false);
});
