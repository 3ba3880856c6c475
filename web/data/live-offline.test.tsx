import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { followTable } from "./live.ts";

const { socket, join } = vi.hoisted(() => {
  const socket = { sent: 0, sendHeartbeat: () => Promise.resolve(void (socket.sent += 1)) };
  return { socket, join: (): unknown => ({ on: join, subscribe: () => ({ socket, unsubscribe: () => undefined }) }) };
});
vi.mock("./client.ts", () => ({
  getClientOf: () => Promise.resolve({ realtime: { setAuth: () => Promise.resolve() }, channel: () => ({ on: join }) }),
}));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a device that says its network is gone asks each socket for a sign of life, and once more for the verdict", async () => {
  const tables = ["parkings", "fines"] as const;
  const leave = tables.map((table) => followTable("attendant", { table }, vi.fn<() => void>(), vi.fn<() => void>()));
  await vi.advanceTimersByTimeAsync(0);
  dispatchEvent(new Event("offline"));
  expect(socket.sent).toBe(1);
  await vi.advanceTimersByTimeAsync(3000);
  expect(socket.sent).toBe(2);
  for (const end of leave) end();
  dispatchEvent(new Event("offline"));
  await vi.advanceTimersByTimeAsync(3000);
  expect(socket.sent).toBe(2);
});
