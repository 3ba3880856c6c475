import { expect, test } from "vitest";
import { WaitingBytes } from "./waiting-bytes.ts";

test("counts a frame once however many sockets wait for it, until the last has it", () => {
  const waiting = new WaitingBytes(100);
  const [shared, own] = [Buffer.alloc(80), Buffer.alloc(30)];
  const first = waiting.enter(shared);
  const second = waiting.enter(shared);
  expect(waiting.isTooMuch).toBe(false);
  const third = waiting.enter(own);
  expect(waiting.isTooMuch).toBe(true);
  first();
  expect(waiting.isTooMuch).toBe(true);
  second();
  expect(waiting.isTooMuch).toBe(false);
  third();
  waiting.enter(Buffer.alloc(101));
  expect(waiting.isTooMuch).toBe(true);
});
