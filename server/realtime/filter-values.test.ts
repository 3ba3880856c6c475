import { expect, test } from "vitest";
import { MAX_VALUE_LETTERS, readFilterValue } from "./filter-values.ts";
import { FilterError } from "./filters.ts";

const column = (type: string) => ({ name: "c", type, typeSql: type });
const read = (type: string, text: string) => readFilterValue(text, column(type));

test.each([
  ["int2", "32767", 32_767],
  ["int4", " -7 ", -7],
  ["int4", "+2147483647", 2_147_483_647],
  ["int8", "-9223372036854775808", -9_223_372_036_854_775_808],
  ["numeric", "12.50", 12.5],
  ["numeric", ".5", 0.5],
  ["numeric", "1e3", 1000],
  ["float8", "-1.5E-300", -1.5e-300],
  ["bool", "TRUE", true],
  ["bool", "of", false],
  ["uuid", "{A0EEBC99-9C0B4EF8-BB6D-6BB9BD380A11}", "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11"],
  ["text", "1e131071", "1e131071"],
  ["varchar", "x".repeat(MAX_VALUE_LETTERS), "x".repeat(MAX_VALUE_LETTERS)],
] as const)("a value of %s, %j, is %j", (type, text, value) => {
  expect(read(type, text)).toEqual({ value });
});

test.each([
  ["date", "2026-11-21"],
  ["timestamptz", "2026-11-21T11:00:00.5+01:00"],
  ["timestamp", "2026-11-21 11:00"],
  ["time", "08:30"],
  ["float4", "0.1"],
  ["_text", "{a,b}"],
  ["jsonb", '{"a":1e300}'],
  ["another", "x"],
])("a value of %s, %j, is known by the database", (type, text) => {
  expect(read(type, text)).toBeNull();
});

test.each([
  ["int2", "32768"],
  ["int4", "2147483648"],
  ["int4", "-2147483649"],
  ["int4", "1.0"],
  ["int4", "0x10"],
  ["int4", "1_000"],
  ["int4", "1e3"],
  ["int4", ""],
  ["int8", "9223372036854775808"],
  ["int8", "9".repeat(100)],
  ["numeric", "1e131071"],
  ["numeric", "1e400"],
  ["numeric", "9".repeat(101)],
  ["numeric", "NaN"],
  ["numeric", "."],
  ["float8", "1e309"],
  ["float4", "1e131071"],
  ["bool", "maybe"],
  ["uuid", "00000000-0000-0000-0000-00000000000g"],
  ["date", "now"],
  ["timestamptz", "infinity"],
  ["timestamptz", `2026-01-01${" ".repeat(200)}`],
  ["text", "x".repeat(MAX_VALUE_LETTERS + 1)],
  ["jsonb", "[1e131071]"],
  ["jsonb", "[1e+0131071]"],
  ["_numeric", "{1e131071}"],
  ["_numeric", `{${"9".repeat(60)}}`],
  ["another", "x".repeat(101)],
])("no value of %s: %j", (type, text) => {
  expect(() => read(type, text)).toThrow(FilterError);
});
