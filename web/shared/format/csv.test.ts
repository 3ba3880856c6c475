import { expect, test } from "vitest";
import { toCsv, toCsvLines } from "./csv.ts";

test.each([
  ["plain", "Åkergränd 1", "Åkergränd 1"],
  ["a semicolon", "a;b", '"a;b"'],
  ["quotes", 'sa "hej"', '"sa ""hej"""'],
  ["lines", "a\nb", '"a\nb"'],
  ["a formula", "=HYPERLINK(1)", "'=HYPERLINK(1)"],
  ["a formula with a quote", '=A1&"x"', `"'=A1&""x"""`],
  ["plus", "+46 70", "'+46 70"],
  ["minus", "-1", "'-1"],
  ["at", "@SUM(A1)", "'@SUM(A1)"],
  ["a tab before a formula", "\t=1", "'\t=1"],
  ["a space before a formula", " =1", "' =1"],
  ["a wide equals sign", "＝1", "'＝1"],
  ["nothing", "", ""],
])("%s", (_name, text, cell) => {
  expect(toCsv([["a"], [text]])).toBe(`\uFEFFa\r\n${cell}\r\n`);
});

test("a table made in parts is the same as a table made at once", () => {
  expect(toCsv([["a"], ["=1"]]) + toCsvLines([["b;c"]]) + toCsvLines([])).toBe(toCsv([["a"], ["=1"], ["b;c"]]));
});

test("cells stand beside one another", () => {
  expect(toCsv([["a", "b"]])).toBe("\uFEFFa;b\r\n");
});
