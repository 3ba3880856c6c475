// Most values of a body, counted before the body is parsed.
import { expect, test } from "vitest";
import { UnreadableError, parseObject, refuseManyValues } from "./readable-json.ts";

const count = (text: string, most: number) => refuseManyValues(Buffer.from(text), most);

test.each([
  ["[{},{},{}]", 6],
  ['{"a":1,"b":[2,3]}', 4],
  // Commas and brackets inside a text are no values.
  ['{"a":"[{,,,\\",[{","b":"\\\\","c":1}', 3],
  // A text that begins with a quote, one that is empty, and one that never ends.
  ['{"a":"\\"","b":"","c":[1', 4],
  ['["a,,,', 1],
])("%s holds %i values", (text, values) => {
  expect(() => count(text, values)).not.toThrow();
  expect(() => count(text, values - 1)).toThrow(UnreadableError);
});

test("a body of too many values is refused before anything else is said of it", () => {
  expect(() => parseObject(`{"x":[${"{},".repeat(20_000)}`)).toThrow("The body holds more than 20000 values.");
  expect(() => parseObject(`{"x":[${"{},".repeat(9_000)}`)).toThrow("The body is not JSON.");
});
