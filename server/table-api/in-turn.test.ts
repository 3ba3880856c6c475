import { afterEach, expect, it, vi } from "vitest";
import { PATIENCE } from "#tests/support/run/patience.ts";
import { InTurn } from "./in-turn.ts";

afterEach(() => {
  vi.useRealTimers();
});

/** Work that ends on demand, with a list of begun work. */
function createWork() {
  const begun: string[] = [];
  const ends = new Map<string, { resolve: (name: string) => void; reject: (error: Error) => void }>();
  const work = (name: string) => () => {
    begun.push(name);
    return new Promise<string>((resolve, reject) => ends.set(name, { resolve, reject }));
  };
  return { begun, work, end: (name: string) => ends.get(name)?.resolve(name), ends };
}

it("does the work of one key one after the other, and that of another beside it", async () => {
  const { begun, work, end } = createWork();
  const inTurn = new InTurn();
  const first = inTurn.run("a", work("first"));
  const second = inTurn.run("a", work("second"));
  const third = inTurn.run("a", work("third"));
  const other = inTurn.run("b", work("other"));
  await Promise.resolve();
  expect(begun).toEqual(["first", "other"]);
  end("first");
  expect(await first).toBe("first");
  await vi.waitFor(() => expect(begun).toEqual(["first", "other", "second"]), PATIENCE);
  end("second");
  await second;
  await vi.waitFor(() => expect(begun).toContain("third"), PATIENCE);
  end("third");
  end("other");
  expect(await Promise.all([third, other])).toEqual(["third", "other"]);
});

it("goes on after work that failed, which tells its own caller alone", async () => {
  const { begun, work, end, ends } = createWork();
  const inTurn = new InTurn();
  const first = inTurn.run("a", work("first"));
  const second = inTurn.run("a", work("second"));
  ends.get("first")?.reject(new Error("gone"));
  await expect(first).rejects.toThrow("gone");
  await vi.waitFor(() => expect(begun).toEqual(["first", "second"]), PATIENCE);
  end("second");
  expect(await second).toBe("second");
});

it("waits a second at most for the one before", async () => {
  vi.useFakeTimers();
  const { begun, work, end } = createWork();
  const inTurn = new InTurn();
  const first = inTurn.run("a", work("first"));
  const second = inTurn.run("a", work("second"));
  await vi.advanceTimersByTimeAsync(999);
  expect(begun).toEqual(["first"]);
  await vi.advanceTimersByTimeAsync(1);
  expect(begun).toEqual(["first", "second"]);
  end("first");
  end("second");
  expect(await Promise.all([first, second])).toEqual(["first", "second"]);
});
