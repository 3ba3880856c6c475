import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { asPulse, lostSince, NOT_SENT, whileConnected } from "./contact.ts";
import { DataError } from "./data-error.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(async () => {
  await asPulse(answers);
  vi.useRealTimers();
});

const answers = () => Promise.resolve("answer");
const gone = () => Promise.reject(new DataError("network", "gone"));
const silent = () => new Promise<string>(() => undefined);

// Spec rules §9: A press without
test("a press without a network is refused at once and not sent, until the server answers again", async () => {
  vi.setSystemTime("2026-11-26T14:02:00Z");
  expect(await whileConnected(answers)).toBe("answer");
  vi.setSystemTime("2026-11-26T14:05:00Z");
  await expect(whileConnected(gone)).rejects.toMatchObject({ code: "network" });
  expect(lostSince()).toBe(Date.parse("2026-11-26T14:02:00Z"));
  const press = vi.fn<() => Promise<string>>(answers);
  await expect(whileConnected(press)).rejects.toMatchObject({ code: NOT_SENT });
  expect(press).not.toHaveBeenCalled();
  await asPulse(answers);
  expect(lostSince()).toBeUndefined();
  expect(await whileConnected(press)).toBe("answer");
});

test("a press without an answer is given up after five seconds, and its call ends", async () => {
  let given: AbortSignal | undefined;
  const press = whileConnected((signal) => {
    given = signal;
    return silent();
  });
  const failure = press.catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(4_999);
  expect(given?.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await failure).toMatchObject({ code: "network" });
  expect(given?.aborted).toBe(true);
});

test("a refusal is an answer", async () => {
  await expect(whileConnected(gone)).rejects.toBeDefined();
  await expect(asPulse(() => Promise.reject(new DataError("42501", "no", 403)))).rejects.toBeDefined();
  expect(lostSince()).toBeUndefined();
});
