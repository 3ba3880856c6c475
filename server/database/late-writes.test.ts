import { expect, test } from "vitest";
import { isLateWrite } from "./late-writes.ts";

function thrownAt(place: string): TypeError {
  const error = new TypeError("Cannot read properties of null (reading 'write')");
  error.stack = `TypeError: ${error.message}\n    at ${place}\n    at process.processImmediate (node:internal/timers:483:21)`;
  return error;
}

test.each([
  ["Immediate.nextWrite (file:///srv/app/node_modules/postgres/src/connection.js:255:22)", true],
  ["Immediate.nextWrite [as _onImmediate] (C:\\app\\node_modules\\postgres\\cjs\\src\\connection.js:255:22)", true],
  ["Immediate.send (file:///srv/app/dist/server/main.js:10:2)", false],
  ["Socket.data (file:///srv/app/node_modules/postgres/src/connection.js:315:9)", false],
])("%s", (place, isLate) => {
  expect(isLateWrite(thrownAt(place))).toBe(isLate);
});

test("no other error is one", () => {
  expect(isLateWrite(new Error("nextWrite postgres/src/connection.js"))).toBe(false);
  expect(isLateWrite(null)).toBe(false);
});
