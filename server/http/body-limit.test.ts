// Bodies are gathered whole from pieces of any size.
import type { IncomingMessage } from "node:http";
import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { readBody } from "#server/http/body-limit.ts";

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
