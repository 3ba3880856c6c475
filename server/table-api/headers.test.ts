// Wishes in headers, and types of bodies: one line a case.
import { expect, test } from "vitest";
import { readWishes, requireJson } from "./headers.ts";
import { Refusal } from "#server/http/refusal.ts";
import { WITHIN_A_SECOND } from "#tests/support/run/patience.ts";

const statusOf = (read: () => unknown): number => {
  try {
    read();
    return 200;
  } catch (error) {
    return error instanceof Refusal ? error.status : 500;
  }
};

test.each([
  [undefined, 200],
  ["", 200],
  ["return=minimal", 200],
  ["return=representation,count=exact", 200],
  ["count=exact, return=minimal", 200],
  ["count=planned", 400],
  ["count=estimated", 400],
  ["count=exact,count=planned", 400],
  ["return=representation,return=minimal", 400],
  ["return=headers-only", 400],
  ["resolution=merge-duplicates", 400],
  ["missing=default", 400],
  ["tx=rollback", 400],
  ["handling=strict", 400],
  ["max-affected=1", 400],
  ["Count=exact", 400],
  ["toString", 400],
])("Prefer: %s is %i", (prefer, status) => {
  expect(statusOf(() => readWishes((name) => (name === "prefer" ? prefer : undefined)))).toBe(status);
});

test.each([
  ["*/*", 200],
  ["application/json", 200],
  ["Application/JSON; charset=UTF-8", 200],
  ["application/vnd.pgrst.object+json", 200],
  ["text/csv", 406],
  ["application/json, text/csv", 406],
  ["application/json; text/csv", 406],
  ["application/vnd.pgrst.plan+json", 406],
  ["application/vnd.pgrst.object+json;nulls=stripped", 406],
  ["application/octet-stream", 406],
  ["application/openapi+json", 406],
  ["text/html,*/*;q=0.8", 406],
])("Accept: %s is %i", (accept, status) => {
  expect(statusOf(() => readWishes((name) => (name === "accept" ? accept : undefined)))).toBe(status);
});

test.each(["accept-profile", "content-profile"])("%s names schema public or none", (header) => {
  for (const [schema, status] of [
    ["public", 200],
    ["auth", 406],
    ["Public", 406],
    ["", 406],
  ] as const) {
    expect(statusOf(() => readWishes((name) => (name === header ? schema : undefined)))).toBe(status);
  }
});

test.each([
  ["application/json", 200],
  ["APPLICATION/json ; charset=utf-8", 200],
  ["application/json; text/csv", 415],
  ["application/json, text/csv", 415],
  ["application/json; charset=utf-16", 415],
  ["text/csv", 415],
  ["application/x-www-form-urlencoded", 415],
  ["application/vnd.pgrst.object+json", 415],
  ["", 415],
  [undefined, 415],
])("Content-Type: %s is %i", (type, status) => {
  expect(statusOf(() => requireJson(() => type))).toBe(status);
});

test("a type with as many blanks as a header holds, four times over, is refused at once", () => {
  const type = `application/json${" ".repeat(64_000)}a`;
  const began = performance.now();
  expect([statusOf(() => readWishes(() => type)), statusOf(() => requireJson(() => type))]).toEqual([406, 415]);
  expect(performance.now() - began, "milliseconds").toBeLessThan(WITHIN_A_SECOND.timeout);
});
