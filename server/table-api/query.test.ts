// Addresses and headers that are understood, and those that are refused: one line a case.
import { describe, expect, test } from "vitest";
import { readQuery, readTarget, readWishes, requireJson } from "./query.ts";
import { Refusal } from "#server/http/refusal.ts";
import { WITHIN_A_SECOND } from "#tests/support/run/patience.ts";

const refusalOf = (read: () => unknown): [number, string] | null => {
  try {
    read();
    return null;
  } catch (error) {
    if (error instanceof Refusal) return [error.status, error.code];
    return [400, (error as Error).name];
  }
};

describe("a path", () => {
  test.each([
    ["/rest/v1/parkings", { kind: "table", name: "parkings" }],
    ["/rest/v1/rpc/search_parkings", { kind: "function", name: "search_parkings" }],
    ["/rest/v1/rpc", { kind: "table", name: "rpc" }],
  ])("%s names one thing", (path, target) => {
    expect(readTarget(path)).toEqual(target);
  });

  test.each([
    "/rest/v1",
    "/rest/v1/",
    "/rest/v1//parkings",
    "/rest/v1/parkings/",
    "/rest/v1/park%69ngs",
    "/rest/v1/Parkings",
    "/rest/v1/parkings;a",
    "/rest/v1/./parkings",
    "/rest/v1/../v1/parkings",
    "/rest/v1/rpc/",
    "/rest/v1/rpc/a/b",
    "/re%73t/v1/parkings",
    "/REST/v1/parkings",
    "/rest/v1/parkings\0",
    `/rest/v1/${"a".repeat(64)}`,
  ])("%s names nothing", (path) => {
    expect(refusalOf(() => readTarget(path))).toEqual([404, "PGRST125"]);
  });
});

describe("the text behind the question mark", () => {
  test("is read once, with values decoded once", () => {
    const text = "select=id,street&street=eq.%2541+b&or=(a.lt.%22x%22,b.is.null)&order=a.desc,b&limit=5&offset=2";
    expect(readQuery(text)).toEqual({
      select: ["id", "street"],
      filters: [
        [{ column: "street", operator: "eq" }],
        [
          { column: "a", operator: "lt" },
          { column: "b", operator: "is", literal: "null" },
        ],
      ],
      values: ["%41 b", "x"],
      order: [
        { column: "a", isDescending: true, nulls: null },
        { column: "b", isDescending: false, nulls: null },
      ],
      limit: 5,
      offset: 2,
      columns: null,
      apikey: null,
    });
  });

  test.each([
    ["", []],
    ["a=eq.", [""]],
    ["a=eq.eq.b", ["eq.b"]],
    ["a=eq.x&a=neq.y", ["x", "y"]],
    ["a=in.(1,2)", ['{"1","2"}']],
    ["a=in.()", ["{}"]],
    ['a=in.("b,c","d\\"e\\\\")', ['{"b,c","d\\"e\\\\"}']],
    ["or=(a.in.(1,2),b.eq.c)", ['{"1","2"}', "c"]],
    ['or=(a.eq."x,y)",b.eq.z)', ["x,y)", "z"]],
    ["a=is.true", []],
    ["a=eq.%C3%A5", ["å"]],
  ])("%s: its values", (text, values) => {
    expect(readQuery(text).values).toEqual(values);
  });

  test.each([
    "%61=eq.1",
    "a+b=eq.1",
    "A=eq.1",
    "a",
    "a=1",
    "a=like.x",
    "a=ilike.x",
    "a=match.x",
    "a=fts.x",
    "a=cs.{x}",
    "a=not.eq.1",
    "a=eq(any).{1}",
    "a=is.unknown",
    "a=in.1",
    "a=in.(1",
    "a=in.(1)x",
    "a->b=eq.1",
    "a->>b=eq.1",
    "b.a=eq.1",
    "select=",
    "select=id,parkings(*)",
    "select=x:id",
    "select=id::text",
    "select=count()",
    "select=...a(b)",
    "select=*,id",
    "select=id&select=id",
    "select=id,street,id",
    "order=id.desc,street,id",
    "order=id.desc.nulls",
    "order=a(b)",
    "order=",
    "limit=-1",
    "limit=1.5",
    "limit=",
    "limit=99999999999",
    "limit=1&limit=2",
    "columns=a(b)",
    "and=(a.eq.1)",
    "not.or=(a.eq.1)",
    "or=a.eq.1",
    "or=()",
    "or=(a.eq.1",
    "or=(a.eq.1)x",
    "or=(and(a.eq.1,b.eq.2),c.eq.3)",
    "or=(or(a.eq.1),b.eq.2)",
    "or=(a.not.eq.1,b.eq.2)",
    "or=(a.eq.(1),b.eq.2)",
    'or=(a.eq."x,b.eq.2)',
    "a=eq.%zz",
    "a=eq.%ff",
    "a=eq.%00",
    "a=eq.1&&b=eq.2",
    "=eq.1",
    "__proto__[x]=eq.1",
    Array.from({ length: 31 }, () => "a=eq.1").join("&"),
    `or=(${Array.from({ length: 31 }, () => "a.eq.1").join(",")})`,
  ])("%s is refused", (text) => {
    expect(refusalOf(() => readQuery(text))?.[0]).toBe(400);
  });

  test("thirty filters are not too many", () => {
    expect(readQuery(Array.from({ length: 30 }, () => "a=eq.1").join("&")).values).toHaveLength(30);
  });
});

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
