// Bodies that are rows, and values as they are written for a column: one line a case.
import { describe, expect, test } from "vitest";
import { asText, readRow, readRows } from "./rows.ts";
import { Refusal } from "#server/http/refusal.ts";

const bytes = (text: string) => Buffer.from(text);
const read = (text: string, columns: string[] | null = null, mostRows = 3) =>
  readRows(bytes(text), { columns, mostRows });

describe("rows", () => {
  test.each([
    ['{"a":1}', null, ["a"]],
    ['[{"a":1,"b":2},{"b":1,"a":2}]', null, ["a", "b"]],
    ['[{"a":1},{"b":2}]', ["a", "b"], ["a", "b"]],
    ['[{"a":1}]', ["a", "a"], ["a"]],
    ["{}", null, []],
  ])("%s with columns %j", (text, named, columns) => {
    expect(read(text, named).columns).toEqual(columns);
  });

  test.each([
    ["", 400],
    ["null", 400],
    ["1", 400],
    ["[]", 400],
    ["[1]", 400],
    ["[[]]", 400],
    ["[{},{}]", 400],
    ["\uFEFF{}", 400],
    ["{'a':1}", 400],
    ['{"a":1}{"a":1}', 400],
    ['[{"a":1},{"b":2}]', 400],
    ['[{"a":1},{"a":2,"b":2}]', 400],
    ['[{"a":1},{"a":1},{"a":1},{"a":1}]', 413],
  ])("%s is refused with %i", (text, status) => {
    expect(() => read(text)).toThrow(expect.objectContaining({ name: "Refusal", status }));
  });

  test("a key that the address does not name is refused", () => {
    expect(() => read('{"a":1,"b":2}', ["a"])).toThrow(Refusal);
  });

  test.each([
    `{"a":${"[".repeat(101)}${"]".repeat(101)}}`,
    '{"a":"\\u0000"}',
    '{"\\ud800":1}',
    '{"a":{"b":["\\udfff"]}}',
    '{"a":1e400}',
    '[{"a":[-1e400]}]',
  ])("%s cannot be stored", (text) => {
    expect(() => read(text)).toThrow(/nested|NUL|surrogate|too large/);
  });

  test("bytes that are no UTF-8 are no row", async () => {
    await expect(readRow(Uint8Array.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]))).rejects.toThrow(Refusal);
  });
});

test.each([
  ["a", "plain", "a"],
  [1.5, "plain", "1.5"],
  [true, "plain", "true"],
  [null, "plain", null],
  [{ a: 1 }, "plain", '{"a":1}'],
  ["a", "json", '"a"'],
  [[1], "json", "[1]"],
  [["a", 'b"c', "d\\e", null, "NULL"], "list", '{"a","b\\"c","d\\\\e",NULL,"NULL"}'],
  [[["a"], ["b"]], "list", '{{"a"},{"b"}}'],
  [[], "list", "{}"],
  ["{a}", "list", "{a}"],
] as const)("%j for a %s column is %j", (value, kind, text) => {
  expect(asText(value, kind)).toBe(text);
});

test("an object is no list", () => {
  expect(() => asText({}, "list")).toThrow(Refusal);
});
