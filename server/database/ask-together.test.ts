import { expect, test } from "vitest";
import { askTogether } from "./ask-together.ts";

test("a hundred questions at the same time become two, one after the other, and each gets its own answer", async () => {
  const rounds: (readonly string[])[] = [];
  let underWay = 0;
  const ask = askTogether(async (keys) => {
    rounds.push(keys);
    underWay += 1;
    expect(underWay).toBe(1);
    await new Promise((resolve) => setImmediate(resolve));
    underWay -= 1;
    return new Map(keys.filter((key) => key !== "none").map((key) => [key, `of ${key}`]));
  });
  const first = ask("0");
  // The first question is under way from here on.
  await Promise.resolve();
  const others = Array.from({ length: 99 }, (_, n) => ask(String(n % 10)));
  expect(await ask("none")).toBeUndefined();
  expect(await first).toBe("of 0");
  expect(await Promise.all(others)).toEqual(Array.from({ length: 99 }, (_, n) => `of ${n % 10}`));
  expect(rounds.map((keys) => keys.length)).toEqual([1, 11]);
});

test("a question that fails fails for those who asked it, and not for the next ones", async () => {
  let isDown = true;
  const ask = askTogether((keys) =>
    isDown ? Promise.reject(new Error("down")) : Promise.resolve(new Map(keys.map((key) => [key, key]))),
  );
  const [one, other] = await Promise.allSettled([ask("a"), ask("b")]);
  expect([one?.status, other?.status]).toEqual(["rejected", "rejected"]);
  isDown = false;
  expect(await ask("a")).toBe("a");
});
