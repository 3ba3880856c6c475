// Addresses that are understood, and addresses that are refused: one line a case.
import { describe, expect, test } from "vitest";
import { readQuery, readTarget } from "./query.ts";
import { Refusal } from "#server/http/refusal.ts";

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
