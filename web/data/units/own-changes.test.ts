import { EventEmitter, once } from "node:events";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { afterOwnChange, asOwnChange, asOwnPress, isOwnPress } from "./own-changes.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("news of a unit that this window does not change is handled at once", () => {
  const told: string[] = [];
  afterOwnChange("a", () => told.push("news"));
  expect(told).toEqual(["news"]);
});

test("news of a unit that this window is changing waits for the answer", async () => {
  const told: string[] = [];
  const change = asOwnChange("a", async () => {
    afterOwnChange("a", () => told.push("news of a"));
    afterOwnChange("b", () => told.push("news of b"));
    await Promise.resolve();
    told.push("answer");
  });
  await change;
  expect(told).toEqual(["news of b", "answer", "news of a"]);
});

test("news also waits for a change that fails", async () => {
  const told: string[] = [];
  const change = asOwnChange("a", () => {
    afterOwnChange("a", () => told.push("news"));
    return Promise.reject(new Error("no"));
  });
  await expect(change).rejects.toThrow("no");
  expect(told).toEqual(["news"]);
});

test("changes of units are this window's own while its press is under way and a second after its answer", async () => {
  expect(isOwnPress()).toBe(false);
  const server = new EventEmitter();
  const press = asOwnPress(async () => (await once(server, "answer"))[0] as string);
  expect(isOwnPress()).toBe(true);
  server.emit("answer", "assigned");
  expect(await press).toBe("assigned");
  vi.advanceTimersByTime(999);
  expect(isOwnPress()).toBe(true);
  vi.advanceTimersByTime(1);
  expect(isOwnPress()).toBe(false);
});

test("a press that failed ends as well", async () => {
  await expect(asOwnPress(() => Promise.reject(new Error("refused")))).rejects.toThrow("refused");
  vi.advanceTimersByTime(1000);
  expect(isOwnPress()).toBe(false);
});
