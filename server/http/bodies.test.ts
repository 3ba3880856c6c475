import type { IncomingMessage } from "node:http";
import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { UnreadableError, parseObject, readBody, refuseManyValues } from "./bodies.ts";

const WORDS = Buffer.from("Östra Hamnen ".repeat(2000));

/** A request whose body comes in pieces of these bytes, without a length. */
function inPieces(bytes: number): IncomingMessage {
  const incoming = new PassThrough() as unknown as IncomingMessage & PassThrough;
  incoming.headers = {};
  for (let at = 0; at < WORDS.byteLength; at += bytes) incoming.write(WORDS.subarray(at, at + bytes));
  incoming.end();
  return incoming;
}

test.each([100, 1460, 5000, WORDS.byteLength])("a body in pieces of %s bytes is read as it was sent", async (bytes) => {
  expect(Buffer.from((await readBody(inPieces(bytes), WORDS.byteLength)) ?? "").equals(WORDS)).toBe(true);
});

test("a byte more than may be is too large, and many small pieces are refused", async () => {
  expect(await readBody(inPieces(1460), WORDS.byteLength - 1)).toBeNull();
  await expect(readBody(inPieces(4), WORDS.byteLength)).rejects.toMatchObject({ status: 400 });
});

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
