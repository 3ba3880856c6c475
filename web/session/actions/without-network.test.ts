import { beforeEach, expect, test, vi } from "vitest";
import { DataError } from "#data/data-error.ts";
import { isOutOfReach, noteReach } from "#shared/offline/reach.ts";
import { orWithoutNetwork } from "./without-network.ts";

beforeEach(() => noteReach(true));

const gone = () => Promise.reject(new DataError("network", "gone"));
const here = () => Promise.resolve("device");

test("an answer of the server is returned", async () => {
  expect(await orWithoutNetwork(() => Promise.resolve("server"), here)).toBe("server");
});

test("without a network the device answers, and the next call is not waited for", async () => {
  expect(await orWithoutNetwork(gone, here)).toBe("device");
  expect(isOutOfReach()).toBe(true);
  const call = vi.fn<() => Promise<string>>(gone);
  expect(await orWithoutNetwork(call, here)).toBe("device");
  expect(call).not.toHaveBeenCalled();
});

test("a refusal of the server stays a refusal", async () => {
  const refusal = new DataError("PK001", "nej", 400);
  await expect(orWithoutNetwork(() => Promise.reject(refusal), here)).rejects.toBe(refusal);
});

const nothing = () => Promise.resolve(undefined);

test("the call fails when the device knows no answer either", async () => {
  await expect(orWithoutNetwork(gone, nothing)).rejects.toThrow("gone");
  // The call is tried even after a call failed a moment ago.
  expect(await orWithoutNetwork(() => Promise.resolve("server"), nothing)).toBe("server");
});

test("an answer that does not come in time is not waited for", async () => {
  vi.useFakeTimers();
  const answer = orWithoutNetwork(() => new Promise<string>(() => undefined), here);
  await vi.advanceTimersByTimeAsync(8_000);
  expect(await answer).toBe("device");
  vi.useRealTimers();
});
