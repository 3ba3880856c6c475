import { expect, test } from "vitest";
import { parseArray, serializeArray } from "./array-values.ts";

const text = (element: string) => element;

test.each([
  ["{}", []],
  ["{a,b}", ["a", "b"]],
  ['{"a b","c,d","say \\"hi\\"","back\\\\slash","{}",""}', ["a b", "c,d", 'say "hi"', "back\\slash", "{}", ""]],
  ['{NULL,"NULL",x}', [null, "NULL", "x"]],
  [
    "{{1,2},{3,4}}",
    [
      ["1", "2"],
      ["3", "4"],
    ],
  ],
  ["[2:3]={5,6}", ["5", "6"]],
  ["{åäö}", ["åäö"]],
])("%s is read", (source, expected) => {
  expect(parseArray(source, text)).toEqual(expected);
});

test("elements are turned into their values", () => {
  expect(parseArray("{1,NULL,3}", Number)).toEqual([1, null, 3]);
});

test.each([[["a", 'b "c"', "d\\e", "f,g", "", "NULL"]], [[null, "x"]], [[["a"], ["b"]]], [[]]])(
  "%j is written so that it reads the same",
  (value) => {
    expect(parseArray(serializeArray(value, String), text)).toEqual(value);
  },
);

test("a text is taken to be written already", () => {
  expect(serializeArray("{a,b}", String)).toBe("{a,b}");
});
